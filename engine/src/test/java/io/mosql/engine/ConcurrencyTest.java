package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Concurrent transactions over JDBC: serializable results, or 40001. */
final class ConcurrencyTest {
  private static final int THREADS = 8;
  private static final String URL = "jdbc:mosql:mem:concurrency";

  private Connection one = connect();
  private Connection two = connect();

  private static Connection connect() {
    try {
      return DriverManager.getConnection(URL);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void begin() throws SQLException {
    one.setAutoCommit(false);
    two.setAutoCommit(false);
  }

  @AfterEach
  void shutDown() throws SQLException {
    one.close();
    two.close();
    try (Connection last = DriverManager.getConnection(URL)) {
      run(last, "shutdown");
    }
  }

  private static int run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static void setUp(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      for (String sql : statements) {
        run(connection, sql);
      }
    }
  }

  private static List<Long> numbers(Connection connection, String sql) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }

  private static List<Long> now(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      return numbers(connection, sql);
    }
  }

  /** The work of a thread with its own connection. */
  private interface Work {
    void with(Connection connection, int thread) throws SQLException;
  }

  private static void inThreads(int threads, Work work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        futures.add(
            executor.submit(
                () -> {
                  try (Connection connection = DriverManager.getConnection(URL)) {
                    work.with(connection, thread);
                  }
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed", e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  private static void retry(Connection connection, Work work) throws SQLException {
    while (true) {
      try {
        work.with(connection, 0);
        connection.commit();
        return;
      } catch (SQLException e) {
        connection.rollback();
        if (!"40001".equals(e.getSQLState())) {
          throw e;
        }
      }
    }
  }

  @Test
  void readModifyWriteLosesNothing() throws Exception {
    setUp("create table c (id int primary key, n int)", "insert into c values (0, 0), (1, 0)");
    int each = 60;
    inThreads(
        THREADS,
        (connection, thread) -> {
          connection.setAutoCommit(false);
          for (int i = 0; i < each; i++) {
            int id = i % 2;
            retry(
                connection,
                (c, t) -> {
                  long n = numbers(c, "select n from c where id = " + id).get(0);
                  try (PreparedStatement update =
                      c.prepareStatement("update c set n = ? where id = ?")) {
                    update.setLong(1, n + 1);
                    update.setInt(2, id);
                    assertThat(update.executeUpdate()).isEqualTo(1);
                  }
                });
          }
        });
    assertThat(now("select n from c order by id"))
        .containsExactly(THREADS * (each / 2L), THREADS * (each / 2L));
  }

  @Test
  void statementsThatAreTransactionsNeverFailByConflict() throws Exception {
    setUp(
        "create table c (id int primary key, n int)",
        "create index c_n on c (n)",
        "insert into c values (0, 0)");
    int each = 100;
    inThreads(
        THREADS,
        (connection, thread) -> {
          try (PreparedStatement update =
              connection.prepareStatement("update c set n = n + 1 where id = 0")) {
            for (int i = 0; i < each; i++) {
              assertThat(update.executeUpdate()).isEqualTo(1);
            }
          }
        });
    assertThat(now("select n from c")).containsExactly((long) THREADS * each);
    assertThat(now("select id from c where n = " + THREADS * each)).containsExactly(0L);
  }

  @Test
  void generatedKeysAreDistinct() throws Exception {
    setUp("create table g (id int auto_increment primary key, thread int)");
    inThreads(
        THREADS,
        (connection, thread) -> {
          for (int i = 0; i < 40; i++) {
            run(connection, "insert into g (thread) values (" + thread + ")");
          }
        });
    assertThat(now("select count(*) from g")).containsExactly(THREADS * 40L);
  }

  /**
   * Each pair of transactions reads the same data and writes different data: the second commit must
   * fail.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Write skew on rows, through an index, on a sum.
        "select on_call from doctor where id = 2 | update doctor set on_call = 0 where id = 1 |"
            + " select on_call from doctor where id = 1 | update doctor set on_call = 0 where id ="
            + " 2",
        "select sum(on_call) from doctor | update doctor set on_call = 0 where id = 1"
            + " | select sum(on_call) from doctor | update doctor set on_call = 0 where id = 2",
        "select count(*) from doctor where on_call = 1 | update doctor set on_call = 0 where id = 1"
            + " | select count(*) from doctor where on_call = 1 | update doctor set on_call = 0"
            + " where id = 2",
        // Absent keys, phantoms by range, by index, of an empty table.
        "select id from doctor where id = 7 | insert into doctor values (8, 1)"
            + " | select id from doctor where id = 8 | insert into doctor values (7, 1)",
        "select id from doctor where id between 5 and 9 | insert into doctor values (6, 5) | select"
            + " id from doctor where id between 5 and 9 | insert into doctor values (7, 6)",
        "select id from doctor where on_call > 4 | insert into doctor values (6, 5)"
            + " | select id from doctor where on_call > 4 | insert into doctor values (7, 6)",
        "select count(*) from empty | insert into empty values (1)"
            + " | select count(*) from empty | insert into empty values (2)",
        "select max(id) from doctor | insert into doctor values (50, 9)"
            + " | select max(id) from doctor | insert into doctor values (51, 9)",
        "select id from doctor order by id desc limit 1 | insert into doctor values (50, 9) |"
            + " select id from doctor order by id desc limit 1 | insert into doctor values (51, 9)",
        // A row that is moved into the range of an index; a join; a sub-query.
        "select id from doctor where on_call = 0 | update doctor set on_call = 0 where id = 1 |"
            + " select id from doctor where on_call = 0 | update doctor set on_call = 0 where id ="
            + " 2",
        "select count(*) from doctor d join empty e on d.id = e.id | insert into empty values (1) |"
            + " select count(*) from doctor d join empty e on d.id = e.id | insert into empty"
            + " values (2)",
        // A parent is deleted while a child is inserted, in both orders of the commits.
        "select 1 | delete from parent where id = 1 | select 1 | insert into child values (1, 1)",
        "select 1 | insert into child values (1, 1) | select 1 | delete from parent where id = 1",
        // Rows against the schema.
        "select 1 | insert into empty values (3) | select 1 | alter table empty add column x int",
        "select 1 | drop table empty | select 1 | insert into empty values (3)",
        "select 1 | create unique index d_oc on doctor (id, on_call)"
            + " | select 1 | update doctor set on_call = 7 where id = 1"
      })
  void theSecondOfTwoThatDependOnEachOtherLoses(
      String read1, String write1, String read2, String write2) throws SQLException {
    setUp(
        "create table doctor (id int primary key, on_call int)",
        "create index doctor_on_call on doctor (on_call)",
        "insert into doctor values (1, 1), (2, 1)",
        "create table empty (id int primary key)",
        "create table uniq (id int primary key, u int unique)",
        "create table parent (id int primary key)",
        "insert into parent values (1)",
        "create table child (id int primary key, p int references parent (id))");
    numbers(one, read1);
    numbers(two, read2);
    run(one, write1);
    run(two, write2);
    one.commit();
    assertThatThrownBy(two::commit)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
    // The failed transaction can be retried; any result is valid then.
    numbers(two, "select count(*) from doctor");
    two.commit();
  }

  /**
   * An insert of a key, or a unique value, that an open transaction has inserted waits for its
   * outcome.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "insert into empty values (3) | insert into empty values (3)",
        "insert into uniq values (1, 5) | insert into uniq values (2, 5)"
      })
  void aWaitingInsertFailsWhenTheKeyIsCommitted(String write1, String write2) throws Exception {
    setUp(
        "create table empty (id int primary key)",
        "create table uniq (id int primary key, u int unique)");
    for (boolean taken : new boolean[] {false, true}) {
      run(one, write1);
      FutureTask<Void> second =
          new FutureTask<>(
              () -> {
                run(two, write2);
                return null;
              });
      new Thread(second).start();
      while (now("select count(*) from mosql.locks where state = 'waiting'").get(0) == 0) {
        Thread.onSpinWait();
      }
      if (taken) {
        one.commit();
        assertThatThrownBy(second::get)
            .cause()
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      } else {
        one.rollback();
        second.get();
      }
      two.rollback();
    }
  }

  /** Independent changes commit, even on the same row. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select a from wide where id = 1 | update wide set b = 5 where id = 1"
            + " | select c from wide where id = 1 | update wide set d = 6 where id = 1",
        "select a from wide where id = 1 | update wide set a = 5 where id = 1"
            + " | select a from wide where id = 2 | update wide set a = 6 where id = 2",
        "select id from wide where id < 2 | insert into wide values (10, 1, 1, 1, 1) | select id"
            + " from wide where id > 5 and id < 8 | insert into wide values (20, 1, 1, 1, 1)",
        "select a from wide | update wide set b = 1 where id = 2"
            + " | select b from wide where id = 1 | update wide set c = 1 where id = 1"
      })
  void independentTransactionsBothCommit(String read1, String write1, String read2, String write2)
      throws SQLException {
    setUp(
        "create table wide (id int primary key, a int, b int, c int, d int)",
        "insert into wide values (1, 0, 0, 0, 0), (2, 0, 0, 0, 0)");
    numbers(one, read1);
    numbers(two, read2);
    run(one, write1);
    run(two, write2);
    one.commit();
    two.commit();
  }

  @Test
  void oneOfManyWinsAUniqueValue() throws Exception {
    setUp("create table u (id int primary key, v int unique)");
    AtomicInteger won = new AtomicInteger();
    AtomicInteger lost = new AtomicInteger();
    inThreads(
        THREADS,
        (connection, thread) -> {
          for (int v = 0; v < 30; v++) {
            try {
              run(connection, "insert into u values (" + (thread * 100 + v) + ", " + v + ")");
              won.incrementAndGet();
            } catch (SQLException e) {
              assertThat(e.getSQLState()).isEqualTo("23505");
              lost.incrementAndGet();
            }
          }
        });
    assertThat(won.get()).isEqualTo(30);
    assertThat(lost.get()).isEqualTo(30 * (THREADS - 1));
    assertThat(now("select v from u order by v")).hasSize(30).doesNotHaveDuplicates();
  }

  @Test
  void readersSeeNoMixture() throws Exception {
    setUp("create table b (id int primary key, n int)");
    setUp("insert into b values (0, 100), (1, 100), (2, 100), (3, 100)");
    AtomicBoolean done = new AtomicBoolean();
    inThreads(
        4,
        (connection, thread) -> {
          connection.setAutoCommit(false);
          if (thread < 2) {
            for (int i = 0; i < 150; i++) {
              int from = (thread + i) % 4;
              int to = (from + 1 + i % 3) % 4;
              retry(
                  connection,
                  (c, t) -> {
                    run(c, "update b set n = n - 7 where id = " + from);
                    run(c, "update b set n = n + 7 where id = " + to);
                  });
            }
            done.set(true);
          } else {
            int rounds = 0;
            while (!done.get() || rounds < 10) {
              rounds++;
              // Two queries of one snapshot, also when the transaction is aborted.
              long first = numbers(connection, "select sum(n) from b where id < 2").get(0);
              long second = numbers(connection, "select sum(n) from b where id >= 2").get(0);
              assertThat(first + second).isEqualTo(400);
              if (thread == 2) {
                connection.rollback();
              } else {
                // It only read: a snapshot is always a committed state.
                connection.commit();
              }
            }
          }
        });
    assertThat(now("select sum(n) from b")).containsExactly(400L);
  }

  @Test
  void aSnapshotStaysAsItWas() throws SQLException {
    setUp("create table s (id int primary key)", "insert into s values (1)");
    assertThat(numbers(one, "select count(*) from s")).containsExactly(1L);
    setUp("insert into s values (2)", "create table later (id int)");
    assertThat(numbers(one, "select count(*) from s")).containsExactly(1L);
    one.commit();
    assertThat(numbers(one, "select count(*) from s")).containsExactly(2L);
  }

  @Test
  void preparedStatementsFollowTheSchema() throws SQLException {
    setUp("create table p (id int primary key, a int)", "insert into p values (1, 10), (2, 20)");
    one.setAutoCommit(true);
    try (PreparedStatement select = one.prepareStatement("select * from p where a = ?")) {
      for (String change :
          List.of(
              "select 1",
              "create index p_a on p (a)",
              "alter table p add column b int default 3",
              "drop index p_a",
              "alter table p drop column b")) {
        if (!change.startsWith("select")) {
          setUp(change);
        }
        select.setInt(1, 20);
        try (ResultSet rows = select.executeQuery()) {
          assertThat(rows.next()).as(change).isTrue();
          assertThat(rows.getInt("id")).isEqualTo(2);
          assertThat(rows.next()).isFalse();
        }
      }
      setUp("drop table p");
      select.setInt(1, 20);
      assertThatThrownBy(select::executeQuery)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42P01"));
    }
  }
}
