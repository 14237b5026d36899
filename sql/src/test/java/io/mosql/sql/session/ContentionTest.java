package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.sql.session.Sessions.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests many sessions on the same rows: no update is lost, and no error reaches a client. */
@Timeout(120)
final class ContentionTest {
  private static final int THREADS = 8;
  private static final int EACH = 100;

  private final Sessions sessions = new Sessions(Clock.SYSTEM);

  @BeforeEach
  void fill() {
    sessions.run("create table c (id int primary key, n int)");
    sessions.run("insert into c values (0, 0), (1, 0)");
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update c set n = n + 1 where id = 0",
        "update c set n = n * 1 + 1 where id = 0",
        "update c set n = (select n from c where id = 0) + 1 where id = 0",
        "update c set n = n + 1 where n >= 0 and id < 1"
      })
  void aCounterIsExact(String increment) throws Exception {
    // Below REPEATABLE READ a subquery reads its snapshot only.
    List<String> levels =
        increment.contains("select")
            ? List.of("repeatable read", "serializable")
            : List.of("read committed", "repeatable read", "serializable");
    for (String level : levels) {
      sessions.run("update c set n = 0");
      sessions.inThreads(
          THREADS,
          () -> {
            try (Client client = sessions.open()) {
              client.run("set transaction_isolation = '" + level + "'");
              for (int i = 0; i < EACH; i++) {
                assertThat(client.run(increment)).isEqualTo(1);
              }
            }
          });
      assertThat(sessions.value("select n from c where id = 0"))
          .as(level)
          .isEqualTo(THREADS * EACH);
    }
    sessions.awaitNothingHeld();
  }

  /** The first session inserts the row, all others add to it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into u values (?, 1, 'x') on conflict (id) do update set n = u.n + excluded.n",
        "insert into u values (?, 1, 'x') on conflict (id) do update set n = u.n * 1 + 1",
        "insert into u values (?, 1, 'x') on conflict (id) do update set n = u.n + 1, note = 'y'",
        "insert into u values (?, 1, 'x') on duplicate key update n = n + values(n)"
      })
  void upsertsOfOneKeyAreOneRow(String upsert) throws Exception {
    sessions.run("create table u (id int primary key, n int, note varchar(10))");
    for (String level : List.of("read committed", "repeatable read", "serializable")) {
      sessions.run("delete from u");
      sessions.inThreads(
          THREADS,
          () -> {
            try (Client client = sessions.open()) {
              client.run("set transaction_isolation = '" + level + "'");
              for (int i = 0; i < EACH / 2; i++) {
                client.run(upsert, i);
              }
            }
          });
      assertThat(sessions.value("select count(*) from u")).as(level).isEqualTo(EACH / 2L);
      assertThat(sessions.value("select min(n) from u")).as(level).isEqualTo(THREADS);
      assertThat(sessions.value("select max(n) from u")).as(level).isEqualTo(THREADS);
    }
    sessions.awaitNothingHeld();
  }

  /** ON CONFLICT DO NOTHING with a unique index: one row for each key, and no error. */
  @ParameterizedTest
  @ValueSource(strings = {"read committed", "serializable"})
  void insertsThatGiveWayLeaveOneRow(String level) throws Exception {
    sessions.run("create table u (id int auto_increment primary key, code int unique)");
    AtomicInteger inserted = new AtomicInteger();
    sessions.inThreads(
        THREADS,
        () -> {
          try (Client client = sessions.open()) {
            client.run("set transaction_isolation = '" + level + "'");
            for (int i = 0; i < EACH / 2; i++) {
              inserted.addAndGet(
                  (int)
                      client.run(
                          "insert into u (code) values (?) on conflict (code) do nothing", i));
            }
          }
        });
    assertThat(inserted).hasValue(EACH / 2);
    assertThat(sessions.value("select count(*) from u")).isEqualTo(EACH / 2L);
    sessions.awaitNothingHeld();
  }

  @ParameterizedTest
  @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
  void readForUpdateThenWriteIsExact(String level) throws Exception {
    sessions.inThreads(
        THREADS,
        () -> {
          try (Client client = sessions.manual()) {
            client.run("set session characteristics as transaction isolation level " + level);
            for (int i = 0; i < EACH; i++) {
              Object n = client.value("select n from c where id = 0 for update");
              int next = (int) Objects.requireNonNull(n) + 1;
              client.run("update c set n = ? where id = 0", next);
              client.session.commit();
            }
          }
        });
    assertThat(sessions.value("select n from c where id = 0")).isEqualTo(THREADS * EACH);
  }

  @Test
  void aQueueGivesEachJobOnce() throws Exception {
    int jobs = 400;
    sessions.run("create table job (id int primary key, done boolean)");
    for (int i = 0; i < jobs; i++) {
      sessions.run("insert into job values (" + i + ", false)");
    }
    Set<Object> taken = ConcurrentHashMap.newKeySet();
    AtomicInteger count = new AtomicInteger();
    sessions.inThreads(
        THREADS,
        () -> {
          try (Client client = sessions.manual()) {
            while (true) {
              List<List<@Nullable Object>> job =
                  client.rows(
                      "select id from job where not done order by id limit 1"
                          + " for update skip locked");
              if (job.isEmpty()) {
                client.session.rollback();
                return;
              }
              Object id = job.get(0).get(0);
              client.run("update job set done = true where id = ?", id);
              client.session.commit();
              taken.add(id);
              count.incrementAndGet();
            }
          }
        });
    assertThat(count.get()).isEqualTo(jobs);
    assertThat(taken).hasSize(jobs);
  }

  /** Each batch is one transaction, or its tuples are statements of one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void batchesLoseNothing(boolean autoCommit) throws Exception {
    List<@Nullable Object[]> tuples = new ArrayList<>();
    tuples.add(new Object[] {0});
    tuples.add(new Object[] {1});
    tuples.add(new Object[] {0});
    sessions.inThreads(
        THREADS,
        () -> {
          try (Client client = sessions.open()) {
            client.session.setAutoCommit(autoCommit);
            for (int i = 0; i < EACH / 2; i++) {
              assertThat(client.batch("update c set n = n * 1 + 1 where id = ?", tuples))
                  .containsExactly(1, 1, 1);
              if (!autoCommit) {
                client.session.commit();
              }
            }
          }
        });
    assertThat(sessions.column("select n from c order by id"))
        .containsExactly(THREADS * EACH, THREADS * EACH / 2);
  }

  @Test
  void oneOfManyInsertsAKey() throws Exception {
    AtomicInteger won = new AtomicInteger();
    sessions.inThreads(
        THREADS,
        () -> {
          try (Client client = sessions.open()) {
            for (int i = 10; i < 60; i++) {
              String state = client.state("insert into c values (" + i + ", 0)");
              assertThat(state).isIn("ok", "23505");
              won.addAndGet(state.equals("ok") ? 1 : 0);
            }
          }
        });
    assertThat(won.get()).isEqualTo(50);
  }
}
