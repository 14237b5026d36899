package io.mosql.storage.version;

import io.mosql.consensus.memory.MemoryLog;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.session.SqlDatabase;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.Store;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A database whose sessions concurrently change rows, increment columns, write large values, and
 * change the schema. Keeps its log, and some of its published roots.
 */
public final class BusyLeader {
  private static final int SESSIONS = 4;
  private static final int TURNS = 150;

  /** Splits a large value into several records. */
  private static final StoreOptions OPTIONS =
      new StoreOptions(TreeShape.DEFAULT, 0, 1 << 20, 3_000, 4 << 20, 1_000);

  /** Error classes that concurrent sessions may cause for each other's statements. */
  private static final Set<String> EXPECTED_CLASSES = Set.of("40", "23", "42", "55");

  private final List<byte[]> records = new ArrayList<>();
  private final Map<Long, Root> roots = new ConcurrentSkipListMap<>();
  private @Nullable Store store;
  private long committed;

  /** All records of the log, in order. */
  public List<byte[]> records() {
    return records;
  }

  /** Published roots by position, the last one among them. */
  public Map<Long, Root> roots() {
    return roots;
  }

  /** Number of successful statements. */
  public long committed() {
    return committed;
  }

  public void work(long seed) throws Exception {
    Store leading =
        Store.open(new MemoryLog(records), Clock.SYSTEM, new SeededRandom(seed), OPTIONS);
    store = leading;
    SqlDatabase database =
        new SqlDatabase(
            "leader",
            leading,
            Clock.SYSTEM,
            IndexBuildOptions.of(TemporaryFiles.inMemory()),
            PlannerMethods.CHEAPEST);
    ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    try {
      try (Session session = database.connect(Map.of(), () -> {})) {
        run(
            session,
            "create table t (id int primary key, n int not null check (n >= 0), d decimal(12, 3),"
                + " s text, at timestamp)");
        run(session, "create table o (id int primary key, t int, x double)");
      }
      List<Callable<Long>> work = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        SeededRandom random = new SeededRandom(seed * SESSIONS + i);
        boolean first = i == 0;
        work.add(() -> live(database, random, first));
      }
      for (Future<Long> done : threads.invokeAll(work)) {
        committed += done.get();
      }
      sample(leading);
    } finally {
      threads.shutdownNow();
      database.close();
      leading.close();
    }
  }

  private void sample(Store leading) {
    Root root = leading.published();
    roots.put(root.position(), root);
  }

  private long live(SqlDatabase database, SeededRandom random, boolean changesSchema) {
    long done = 0;
    try (Session session = database.connect(Map.of(), () -> {})) {
      for (int turn = 0; turn < TURNS; turn++) {
        session.setAutoCommit(random.percent(60));
        try {
          int statements = session.autoCommit() ? 1 : 1 + random.nextInt(4);
          for (int i = 0; i < statements; i++) {
            if (changesSchema && random.percent(30)) {
              run(session, schemaChange(random));
            } else {
              change(session, random);
            }
          }
          if (!session.autoCommit()) {
            session.commit();
          }
          done++;
        } catch (MosqlException e) {
          if (!EXPECTED_CLASSES.contains(e.state().code().substring(0, 2))) {
            throw e;
          }
          if (!session.autoCommit()) {
            session.rollback();
          }
        }
        if (turn % 5 == 0 && store != null) {
          sample(store);
        }
      }
    }
    return done;
  }

  private static void change(Session session, SeededRandom random) {
    int id = random.nextInt(60);
    switch (random.nextInt(9)) {
      case 0, 1 ->
          run(
              session,
              "insert into t (id, n, d, s, at) values (?, ?, ?, ?, current_timestamp)",
              id,
              random.nextInt(100),
              random.nextInt(1000) + ".125",
              text(random));
      case 2 -> run(session, "update t set n = n + ? where id = ?", random.nextInt(9) - 4, id);
      case 3 -> run(session, "update t set d = d - 0.375, n = n + 1 where id < ?", id);
      case 4 -> run(session, "update t set s = ? where id = ?", text(random), id);
      case 5 -> run(session, "update t set s = upper(s || 'iı') where id = ?", id);
      case 6 -> run(session, "delete from t where id between ? and ?", id, id + random.nextInt(4));
      case 7 ->
          run(
              session,
              "insert into o select id, n, sqrt(n) from t where id > ? and id not in"
                  + " (select id from o)",
              id);
      default -> run(session, "delete from o where t > ?", random.nextInt(100));
    }
  }

  private static String text(SeededRandom random) {
    String word = Long.toString(random.nextLong(), 36);
    return random.percent(20) ? word.repeat(1 + random.nextInt(1_500)) : word;
  }

  private static String schemaChange(SeededRandom random) {
    int n = random.nextInt(3);
    List<String> changes =
        List.of(
            "create index if not exists t_n on t (n desc)",
            "create unique index if not exists t_s on t (d, id)",
            "drop index if exists t_n",
            "drop index if exists t_s",
            "create table if not exists extra" + n + " (id int auto_increment primary key, v text)",
            "insert into extra" + n + " (v) select s from t",
            "insert into extra" + n + " (v) values ('" + text(random) + "')",
            "drop table if exists extra" + n,
            "truncate table o",
            "alter table o add column if not exists c" + n + " int default " + n,
            "alter table o drop column if exists c" + n);
    return changes.get(random.nextInt(changes.size()));
  }

  private static void run(Session session, String sql, @Nullable Object... parameters) {
    try (PreparedStatementHandle statement = session.prepare(sql, List.of())) {
      session.execute(statement, parameters, ExecutionOptions.DEFAULT);
    }
  }
}
