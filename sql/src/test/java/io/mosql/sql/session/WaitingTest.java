package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.SessionProperty;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests sessions that wait for each other's row locks, and the end of the wait. The clock does not
 * advance.
 */
@Timeout(60)
final class WaitingTest {
  private final ManualClock clock = new ManualClock();
  private final Sessions sessions = new Sessions(clock);
  private Client one;
  private Client two;

  @BeforeEach
  void fill() {
    sessions.run("create table t (id int primary key, n int)");
    sessions.run("insert into t values (1, 10), (2, 20), (3, 30)");
    one = sessions.manual();
    two = sessions.manual();
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  @Test
  void forUpdateWaitsAndSeesTheNewestRow() throws Exception {
    assertThat(two.value("select count(*) from t")).isEqualTo(3L);
    two.session.rollback();
    assertThat(one.value("select n from t where id = 1 for update")).isEqualTo(10);
    Future<Object> seen = two.later("select n from t where id = 1 for update");
    sessions.awaitWaiting(1);
    one.run("update t set n = 11 where id = 1");
    one.session.commit();
    assertThat(seen.get()).isEqualTo(11);
    assertThat(two.commit()).isEqualTo("ok");
    sessions.awaitNothingHeld();
  }

  @Test
  void aStatementThatWaitedIsRunAgainOnTheNewestRow() throws Exception {
    one.run("update t set n = n * 2 where id = 1");
    Future<String> second = two.stateLater("update t set n = n * 3 where id = 1");
    sessions.awaitWaiting(1);
    one.session.commit();
    assertThat(second.get()).isEqualTo("ok");
    assertThat(two.commit()).isEqualTo("ok");
    assertThat(sessions.value("select n from t where id = 1")).isEqualTo(60);
    assertThat((Long) sessions.value("select statement_retries from mosql.log")).isPositive();
  }

  @Test
  void whoReadTheRowBeforeCannotGoOn() throws Exception {
    assertThat(two.value("select n from t where id = 1")).isEqualTo(10);
    one.run("update t set n = n * 2 where id = 1");
    Future<?> second =
        sessions.start(
            () ->
                assertThatThrownBy(() -> two.run("update t set n = n * 3 where id = 1"))
                    .isInstanceOf(MosqlException.class)
                    .hasMessageContaining(
                        "could not serialize access: a row of table \"t\" (index \"t_pkey\")")
                    .extracting(e -> ((MosqlException) e).sqlState())
                    .isEqualTo("40001"));
    sessions.awaitWaiting(1);
    one.session.commit();
    second.get();
    two.session.rollback();
    sessions.awaitNothingHeld();
  }

  @Test
  void additionsDoNotWait() {
    one.run("update t set n = n + 1 where id = 1");
    two.run("update t set n = n + 1 where id = 1");
    assertThat(two.commit()).isEqualTo("ok");
    assertThat(one.commit()).isEqualTo("ok");
    assertThat(sessions.value("select n from t where id = 1")).isEqualTo(12);
  }

  @Test
  void ofTwoThatWaitForEachOtherOneIsTheVictim() throws Exception {
    one.run("update t set n = 0 where id = 1");
    two.run("update t set n = 0 where id = 2");
    Future<String> first = one.stateLater("update t set n = 1 where id = 2");
    sessions.awaitWaiting(1);
    assertThat(two.state("update t set n = 1 where id = 1")).isEqualTo("40P01");
    two.session.rollback();
    assertThat(first.get()).isEqualTo("ok");
    assertThat(one.commit()).isEqualTo("ok");
    assertThat(sessions.column("select n from t where id < 3 order by id"))
        .isEqualTo(List.of(0, 1));
  }

  @Test
  void aSingleStatementIsRunAgainAfterADeadlock() throws Exception {
    Client single = sessions.open();
    one.run("update t set n = 0 where id = 2");
    // Locks rows in the order of reading: locks 1, then waits for 2.
    Future<String> waits = single.stateLater("update t set n = n * 2 where id < 3");
    sessions.awaitWaiting(1);
    // The session that completes the cycle is the deadlock victim.
    assertThat(one.state("update t set n = 0 where id = 1")).isEqualTo("40P01");
    assertThat(one.commit()).isEqualTo("ok");
    assertThat(waits.get()).isEqualTo("ok");
    assertThat(sessions.column("select n from t where id < 3 order by id"))
        .isEqualTo(List.of(20, 0));
  }

  @Test
  void nowaitAndSkipLocked() {
    one.run("select n from t where id = 1 for update");
    assertThat(two.state("select n from t where id = 1 for update nowait")).isEqualTo("55P03");
    assertThat(two.rows("select id from t order by id for update skip locked"))
        .containsExactly(List.of(2), List.of(3));
    assertThat(one.state("select id from t order by id for update skip locked")).isEqualTo("ok");
    assertThat(two.commit()).isEqualTo("ok");
  }

  @Test
  void waitingEndsWithTheLockTimeout() throws Exception {
    one.run("update t set n = 0 where id = 1");
    two.run("set lock_timeout = 5000");
    Future<String> second = two.stateLater("update t set n = 1 where id = 1");
    sessions.awaitWaiting(1);
    clock.advance(Duration.ofMillis(5001));
    assertThat(second.get()).isEqualTo("55P03");
    // The statement failed, not the transaction.
    assertThat(two.state("update t set n = 1 where id = 2")).isEqualTo("ok");
    assertThat(two.commit()).isEqualTo("ok");
  }

  @Test
  void theLockTimeoutOfTheConnection() throws Exception {
    Client impatient = sessions.open(Map.of(SessionProperty.LOCK_TIMEOUT, "10"));
    assertThat(impatient.value("show lock_timeout")).isEqualTo("10ms");
    one.run("update t set n = 0 where id = 1");
    Future<String> waits = impatient.stateLater("delete from t where id = 1");
    sessions.awaitWaiting(1);
    clock.advance(Duration.ofMillis(11));
    assertThat(waits.get()).isEqualTo("55P03");
    impatient.run("set lock_timeout = 7");
    impatient.run("reset lock_timeout");
    assertThat(impatient.value("show lock_timeout")).isEqualTo("10ms");
    assertThat(impatient.state("set lock_timeout = never")).isEqualTo("22023");
  }

  @Test
  void waitingEndsByCancel() throws Exception {
    one.run("update t set n = 0 where id = 1");
    Future<String> second = two.stateLater("update t set n = 1 where id = 1");
    sessions.awaitWaiting(1);
    two.session.cancel();
    assertThat(second.get()).isEqualTo("57014");
    assertThat(two.value("select n from t where id = 1")).isEqualTo(10);
  }

  @Test
  void waitingEndsByTheTimeoutOfTheStatement() throws Exception {
    Client single = sessions.open();
    one.run("update t set n = 0 where id = 1");
    Future<?> waits =
        sessions.start(
            () ->
                assertThat(
                        single.stateOf(
                            () ->
                                single.session.execute(
                                    single.session.prepare(
                                        "update t set n = 1 where id = 1", List.of()),
                                    new Object[0],
                                    new ExecutionOptions(0, 300, null))))
                    .isEqualTo("57014"));
    sessions.awaitWaiting(1);
    clock.advance(Duration.ofMillis(301));
    waits.get();
    assertThat(one.commit()).isEqualTo("ok");
  }

  @Test
  void whoIsClosedHoldsNothing() throws Exception {
    one.run("update t set n = 0 where id = 1");
    Future<String> second = two.stateLater("update t set n = n * 2 where id = 1");
    sessions.awaitWaiting(1);
    one.close();
    assertThat(second.get()).isEqualTo("ok");
    assertThat(two.commit()).isEqualTo("ok");
    assertThat(sessions.value("select n from t where id = 1")).isEqualTo(20);
    sessions.awaitNothingHeld();
  }

  @Test
  void whoIsClosedWhileItWaitsGivesUp() throws Exception {
    one.run("update t set n = 0 where id = 1");
    two.run("update t set n = 0 where id = 2");
    Future<String> second = two.stateLater("update t set n = 1 where id = 1");
    sessions.awaitWaiting(1);
    two.close();
    assertThat(second.get()).isNotEqualTo("ok");
    assertThat(one.state("update t set n = 1 where id = 2")).isEqualTo("ok");
    assertThat(one.commit()).isEqualTo("ok");
    sessions.awaitNothingHeld();
  }

  @Test
  void theViewsTellWhoWaitsForWhomAndWhatCollided() throws Exception {
    sessions.run("create table k (a varchar(9), b int, c int, primary key (a, b))");
    sessions.run("insert into k values ('x', 1, 0)");
    one.run("update k set c = 5 where a = 'x' and b = 1");
    Future<String> second = two.stateLater("update k set c = 6 where a = 'x' and b = 1");
    sessions.awaitWaiting(1);
    String view = "select table_name, index_name, row_key, state, blocked_by from mosql.locks";
    List<Object> held = one.rows(view + " where state = 'held'").get(0);
    assertThat(held).startsWith("k").contains("x, 1", "held");
    List<Object> waiting = one.rows(view + " where state = 'waiting'").get(0);
    assertThat(waiting).startsWith("k").contains("x, 1");
    assertThat(waiting.get(4)).isNotNull();
    one.session.commit();
    assertThat(second.get()).isEqualTo("ok");
    two.session.commit();

    one.value("select n from t where id = 3");
    two.run("update t set n = n * 2 where id = 3");
    two.session.commit();
    one.run("insert into t values (9, 9)");
    assertThatThrownBy(one.session::commit)
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("a row of table \"t\" (index \"t_pkey\")")
        .hasMessageContaining("run the transaction again")
        .hasMessageNotContaining("30");
    assertThat(
            sessions.column(
                "select table_name || ' ' || row_key || ' ' || reason from mosql.conflicts"))
        .first()
        .isEqualTo("t 3 point read");
  }

  @Test
  void undoneWorkIsNotForgottenAsRead() {
    one.run("savepoint s");
    one.run("update t set n = 7 where id = 1");
    assertThat(one.value("select n from t where id = 2")).isEqualTo(20);
    one.run("rollback to savepoint s");
    assertThat(one.value("select n from t where id = 1")).isEqualTo(10);
    one.run("insert into t values (8, 8)");
    two.run("update t set n = n * 2 where id = 2");
    assertThat(two.commit()).isEqualTo("ok");
    assertThat(one.commit()).isEqualTo("40001");
  }

  @Test
  void aFailedStatementIsUndoneAlone() {
    one.run("update t set n = 7 where id = 1");
    assertThat(one.state("insert into t values (4, 4), (2, 2)")).isEqualTo("23505");
    assertThat(one.commit()).isEqualTo("ok");
    assertThat(sessions.column("select n from t order by id")).isEqualTo(List.of(7, 20, 30));
  }
}
