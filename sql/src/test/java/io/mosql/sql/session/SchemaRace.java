package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.StateMachine;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.IndexChecker;
import io.mosql.sql.exec.TableCheck;
import io.mosql.sql.planner.PlanShape;
import io.mosql.sql.sort.SortSpace;
import io.mosql.storage.Store;
import io.mosql.storage.StoreOptions;
import io.mosql.storage.Transaction;
import io.mosql.storage.TreeFigures;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Two sessions that take turns on a small database, step by step in one thread, so that every run
 * can be repeated. What they were answered, and the database that they leave, must be what some
 * serial order of their transactions gives; and whatever is stored twice must agree.
 *
 * <p>Statements of transactions that lost against the other session count as never run. Not
 * thread-safe.
 */
final class SchemaRace {
  /** States of a transaction that did nothing and may be run again. */
  private static final Set<String> LOST = Set.of("40001", "40P01", "55P03", "55006");

  private static final List<String> TABLES =
      List.of(
          "create table o (id int primary key)",
          "create table p (id int primary key, k int, v int)",
          "create unique index p_k on p (k)",
          "create table t (id int primary key, u int, n int, s varchar(10), x int,"
              + " w int default 0 not null,"
              + " constraint t_x foreign key (x) references p (id) on delete cascade"
              + " on update cascade)",
          "create index t_n on t (n)",
          "create table d (id int primary key, tid int, tu int, gb int)",
          "create table g (id int primary key, a int, b int generated always as (a * 2) stored)",
          "create unique index g_b on g (b)",
          "create table e (a int, v int)",
          "create sequence q",
          "create view pv as select id, v from p");

  private static final List<String> ROWS =
      List.of(
          "insert into o values (1)",
          "insert into p values (1, 1, 10), (2, 2, 20), (3, 3, 30), (4, 4, 40)",
          "insert into t values (1, 1, 1, 'a', 1, 0), (2, 2, 1, 'b', 2, 0), (3, 3, 2, 'c', 1, 0),"
              + " (4, 4, 2, 'd', 3, 0), (5, 5, 3, 'e', null, 0), (6, null, null, null, 2, 0)",
          "insert into d values (1, 1, 1, 2), (2, 4, null, null)",
          "insert into g (id, a) values (1, 1), (2, 2), (3, 3)",
          "insert into e values (1, 1), (1, 2), (2, 1)");

  /** Logs of the databases that all runs begin with: with tables alone, and with rows. */
  private static final List<List<byte[]>> LOGS = List.of(logOf(TABLES), logOf(TABLES, ROWS));

  /** What serial runs come to. */
  private final Map<List<Object>, Serial> serials = new HashMap<>();

  /**
   * A session of a run.
   *
   * @param transactions each a list of statements
   * @param explicit whether each begins with BEGIN; otherwise it is one statement
   * @param look a query that an explicit transaction begins with, so that its snapshot is older
   *     than its statements; null for none
   * @param prepared whether statements are prepared before anything is run
   */
  record Client(
      List<List<String>> transactions,
      Isolation level,
      boolean explicit,
      @Nullable String look,
      boolean prepared) {}

  /**
   * A run.
   *
   * @param filled whether its tables have rows
   * @param second takes its steps where the first one would have to go on, which is by its steps,
   *     and within a statement when it asks whether it was cancelled
   * @param turns how many turns of the first one pass before each step of the second
   */
  record Run(boolean filled, Client first, Client second, List<Integer> turns) {}

  /** States of transactions, in the order of both lists, and the database afterwards. */
  private record Serial(List<String> states, String database) {}

  /** Runs, and compares. */
  void check(Run run) {
    List<String> first;
    List<String> second;
    String database;
    try (Database db = new Database(LOGS.get(run.filled ? 1 : 0))) {
      Actor a = new Actor(db, run.first);
      Actor b = new Actor(db, run.second);
      Deque<Integer> turns = new ArrayDeque<>(run.turns);
      Consumer<Runnable> between =
          step -> {
            int left = turns.isEmpty() ? 0 : turns.pop();
            if (left == 0) {
              step.run();
            } else {
              turns.push(left - 1);
            }
          };
      db.clock.asked = () -> between.accept(b::step);
      while (!a.isDone()) {
        between.accept(b::step);
        a.step();
      }
      db.clock.asked = null;
      while (!b.isDone()) {
        b.step();
      }
      a.close();
      b.close();
      first = a.states;
      second = b.states;
      db.verify();
      database = db.contents();
    }
    if (!buildTheSame(run)) {
      requireSerial(run, first, second, database);
    }
  }

  /** Of two builds of one index the second one may finish what the first one has begun. */
  private static boolean buildTheSame(Run run) {
    List<String> first = run.first.transactions.stream().flatMap(List::stream).toList();
    return run.second.transactions.stream()
        .flatMap(List::stream)
        .anyMatch(sql -> isBuild(List.of(sql)) && first.contains(sql));
  }

  private void requireSerial(Run run, List<String> first, List<String> second, String database) {
    List<Map.Entry<List<String>, String>> a = counted(run.first, first, second);
    List<Map.Entry<List<String>, String>> b = counted(run.second, second, first);
    List<String> seen = new ArrayList<>();
    for (List<Map.Entry<List<String>, String>> order : merges(a, b)) {
      Serial serial = serial(run.filled, order.stream().map(Map.Entry::getKey).toList());
      List<String> states = order.stream().map(Map.Entry::getValue).toList();
      if (serial.states.equals(states) && serial.database.equals(database)) {
        return;
      }
      seen.add(
          order.stream().map(Map.Entry::getKey).toList()
              + " "
              + serial.states
              + "\n"
              + serial.database);
    }
    throw new AssertionError(
        "no serial order gives "
            + first
            + " and "
            + second
            + " with\n"
            + database
            + "\nbut\n"
            + String.join("\n", seen));
  }

  /** The transactions that stand, with their states. */
  private static List<Map.Entry<List<String>, String>> counted(
      Client client, List<String> states, List<String> others) {
    List<Map.Entry<List<String>, String>> counted = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      String state = states.get(i);
      // While a unique index is being built it refuses duplicates, though it may come to nothing;
      // and what is being built may be dropped.
      boolean lost =
          LOST.contains(state)
              || state.equals("23505") && others.contains("23505")
              || state.equals("42704") && isBuild(client.transactions.get(i));
      if (!lost) {
        List<String> statements = client.transactions.get(i);
        counted.add(
            Map.entry(
                client.explicit && client.look != null
                    ? headed(client.look, statements)
                    : statements,
                state));
      }
    }
    return counted;
  }

  private static boolean isBuild(List<String> statements) {
    String sql = statements.get(0);
    return sql.startsWith("create index")
        || sql.startsWith("create unique index")
        || sql.contains("add constraint");
  }

  private static <T> List<List<T>> merges(List<T> a, List<T> b) {
    if (a.isEmpty() || b.isEmpty()) {
      List<T> rest = new ArrayList<>(a);
      rest.addAll(b);
      return List.of(rest);
    }
    List<List<T>> all = new ArrayList<>();
    for (List<T> tail : merges(a.subList(1, a.size()), b)) {
      all.add(headed(a.get(0), tail));
    }
    for (List<T> tail : merges(a, b.subList(1, b.size()))) {
      all.add(headed(b.get(0), tail));
    }
    return all;
  }

  private static <T> List<T> headed(T head, List<T> tail) {
    List<T> list = new ArrayList<>();
    list.add(head);
    list.addAll(tail);
    return list;
  }

  private Serial serial(boolean filled, List<List<String>> transactions) {
    List<Object> key = List.of(filled, transactions);
    Serial known = serials.get(key);
    if (known == null) {
      try (Database db = new Database(LOGS.get(filled ? 1 : 0))) {
        Actor actor =
            new Actor(db, new Client(transactions, Isolation.SERIALIZABLE, true, null, false));
        while (!actor.isDone()) {
          actor.step();
        }
        actor.close();
        known = new Serial(actor.states, db.contents());
        serials.put(key, known);
      }
    }
    return known;
  }

  @SafeVarargs
  private static List<byte[]> logOf(List<String>... scripts) {
    try (Database db = new Database(List.of())) {
      try (Session session = db.sql.connect(Map.of(), () -> {})) {
        for (List<String> script : scripts) {
          script.forEach(sql -> Database.execute(session, sql));
        }
      }
      return List.copyOf(db.log.records);
    }
  }

  /** A log in memory that begins with given records. */
  private static final class Records implements CommitLog {
    private static final int RECORD_BYTES_MAX = 16 << 20;

    private final List<byte[]> records;
    private @Nullable StateMachine machine;

    Records(List<byte[]> before) {
      this.records = new ArrayList<>(before);
    }

    @Override
    public void open(long afterIndex, StateMachine stateMachine) {
      for (int i = (int) afterIndex; i < records.size(); i++) {
        stateMachine.deliver(i + 1, records.get(i));
      }
      machine = stateMachine;
    }

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      records.add(record);
      long index = records.size();
      Objects.requireNonNull(machine).deliver(index, record);
      return CompletableFuture.completedFuture(index);
    }

    @Override
    public long lastIndex() {
      return records.size();
    }

    @Override
    public void purge(long upToIndex) {}

    @Override
    public int maxRecordBytes() {
      return RECORD_BYTES_MAX;
    }

    @Override
    public void close() {}
  }

  /**
   * A millisecond passes each time that it is read, so that all waiting ends. It tells when a build
   * of an index asks whether it is out of time.
   */
  private static final class AskedClock implements Clock {
    private final ManualClock clock = new ManualClock();
    private @Nullable Runnable asked;

    @Override
    public long wallMicros() {
      return clock.wallMicros();
    }

    @Override
    public long nanoTime() {
      Runnable told = asked;
      if (told != null && isAsked()) {
        asked = null;
        try {
          told.run();
        } finally {
          asked = told;
        }
      }
      clock.advance(Duration.ofMillis(1));
      return clock.nanoTime();
    }

    /** By a build of an index, which is in no transaction then. */
    private static boolean isAsked() {
      return StackWalker.getInstance()
          .walk(
              frames ->
                  frames.anyMatch(
                      frame -> frame.getClassName().equals(IndexBuild.class.getName())));
    }
  }

  private static final class Database implements AutoCloseable {
    private final AskedClock clock = new AskedClock();
    private final Records log;
    private final Store store;
    private final SqlDatabase sql;

    Database(List<byte[]> before) {
      log = new Records(before);
      store = Store.open(log, clock, new SeededRandom(1), StoreOptions.DEFAULT);
      sql =
          new SqlDatabase(
              "test",
              store,
              clock,
              new BuildOptions(SortSpace.inMemory(), 2, 2),
              PlanShape.CHEAPEST);
    }

    /** What a statement gives, as text. */
    static List<String> execute(Session session, String sql) {
      try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
        return execute(session, handle);
      }
    }

    static List<String> execute(Session session, PreparedStatementHandle handle) {
      StatementResult result =
          session.execute(handle, new Object[0], new ExecutionOptions(0, 1_000_000, null));
      List<String> rows = new ArrayList<>();
      if (result instanceof StatementResult.Rows all) {
        try (all) {
          while (all.next()) {
            rows.add(Arrays.toString(all.row()));
          }
        }
      }
      return rows;
    }

    private <T> T look(java.util.function.Function<Transaction, T> look) {
      Transaction transaction = store.begin(true);
      try {
        return look.apply(transaction);
      } finally {
        transaction.rollback();
      }
    }

    private Catalog catalog() {
      return look(transaction -> new CatalogCache(List.of()).read(transaction));
    }

    /** Compares what is stored twice. */
    void verify() {
      Catalog catalog = catalog();
      List<String> problems = new ArrayList<>();
      look(
          transaction -> {
            TableCheck check =
                new TableCheck(transaction, catalog, PlannedFormulas.standalone(), problems::add);
            catalog.tables().forEach(check::check);
            check.checkTrees(
                store.trees().stream()
                    .map(TreeFigures::id)
                    .filter(id -> catalog.sequence(id) == null)
                    .toList());
            return check;
          });
      for (TableDef table : catalog.tables()) {
        table.indexes().stream()
            .filter(IndexDef::writeOnly)
            .forEach(index -> problems.add(index.name() + " was left unfinished"));
      }
      if (!problems.isEmpty()) {
        throw new AssertionError(String.join("\n", problems));
      }
      IndexChecker.check(store, catalog);
    }

    /** All tables with their rows, which SQL reads, and whether their constraints hold. */
    String contents() {
      StringBuilder text = new StringBuilder();
      try (Session session = sql.connect(Map.of(), () -> {})) {
        Catalog catalog = catalog();
        for (TableDef table : catalog.tables()) {
          text.append(execute(session, "show create table " + table.name())).append('\n');
          List<String> rows = new ArrayList<>(execute(session, "select * from " + table.name()));
          rows.sort(null);
          text.append(rows).append('\n');
          table
              .checks()
              .forEach(
                  check -> {
                    List<String> broken =
                        execute(
                            session,
                            "select * from " + table.name() + " where not (" + check.sql() + ")");
                    if (!broken.isEmpty()) {
                      throw new AssertionError(check.name() + " is broken by " + broken);
                    }
                  });
        }
        catalog.views().forEach(view -> text.append(view.name()).append(' ').append(view.sql()));
        catalog.sequences().stream()
            .filter(sequence -> sequence.ownerTable() == 0)
            .forEach(sequence -> text.append(sequence.name()));
      }
      return text.toString();
    }

    @Override
    public void close() {
      sql.close();
      store.close();
    }
  }

  /** A client that takes one step after the other. */
  private static final class Actor {
    private final Client client;
    private final Session session;
    private final Map<String, PreparedStatementHandle> prepared = new HashMap<>();

    /** Of the transactions that have ended. */
    private final List<String> states = new ArrayList<>();

    /** Statements that are left of the transaction that runs. */
    private final Deque<String> statements = new ArrayDeque<>();

    private boolean running;

    Actor(Database db, Client client) {
      this.client = client;
      this.session = db.sql.connect(Map.of(), () -> {});
      session.setIsolation(client.level);
      Database.execute(session, "set lock_timeout = 1");
      if (client.prepared) {
        client.transactions.forEach(transaction -> transaction.forEach(this::prepare));
      }
      next();
    }

    private void prepare(String sql) {
      try {
        prepared.put(sql, session.prepare(sql, List.of()));
      } catch (MosqlException e) {
        // It may need what comes before it; then it is prepared when it is run.
      }
    }

    private void next() {
      if (isDone()) {
        return;
      }
      statements.addAll(client.transactions.get(states.size()));
      if (client.explicit) {
        if (client.look != null) {
          statements.addFirst(client.look);
        }
        statements.addFirst("begin");
        statements.addLast("commit");
      }
    }

    boolean isDone() {
      return states.size() == client.transactions.size();
    }

    /** Runs the next statement; nothing while one is running. */
    void step() {
      if (running || isDone()) {
        return;
      }
      running = true;
      String state = "ok";
      try {
        run(statements.pop());
      } catch (MosqlException e) {
        state = e.sqlState();
        statements.clear();
        if (client.explicit) {
          session.rollback();
        }
      } finally {
        running = false;
      }
      if (statements.isEmpty()) {
        states.add(state);
        next();
      }
    }

    private void run(String sql) {
      PreparedStatementHandle handle = prepared.get(sql);
      if (handle == null) {
        Database.execute(session, sql);
      } else {
        Database.execute(session, handle);
      }
    }

    void close() {
      session.close();
    }
  }
}
