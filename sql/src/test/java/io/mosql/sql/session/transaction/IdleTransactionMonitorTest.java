package io.mosql.sql.session.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the timeout of idle transactions. */
@Timeout(60)
final class IdleTransactionMonitorTest {
  private final ManualClock clock = new ManualClock();
  private final Sessions sessions = new Sessions(clock);
  private Client client;

  @BeforeEach
  void fill() {
    sessions.run("create table t (id int primary key, n int)");
    sessions.run("insert into t values (1, 10), (2, 20)");
    client = sessions.open(Map.of(SessionProperty.IDLE_TRANSACTION_TIMEOUT, "30"));
    client.session.setAutoCommit(false);
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  private void pass(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
    sessions.database().idleTransactions().endOverdue();
  }

  @Test
  void releasesLocksAndFailsTheNextStatement() throws Exception {
    client.run("update t set n = 0 where id = 1");
    Client other = sessions.open();
    Future<String> waits = other.stateLater("update t set n = n * 2 where id = 1");
    sessions.awaitWaiting(1);
    pass(31);
    assertThat(waits.get()).isEqualTo("ok");
    assertThat(sessions.value("select n from t where id = 1")).isEqualTo(20);
    assertThat(client.state("select 1")).isEqualTo("25P03");
    assertThat(client.state("update t set n = 1")).isEqualTo("25P03");
    assertThat(client.state("savepoint s")).isEqualTo("25P03");
    assertThat(client.session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    assertThat(client.commit()).isEqualTo("25P03");
    assertThat(client.state("update t set n = 1 where id = 2")).isEqualTo("ok");
    assertThat(client.commit()).isEqualTo("ok");
    assertThat(sessions.value("select count(*) from mosql.snapshots where session_id = 2"))
        .isEqualTo(0L);
  }

  @Test
  void rollingBackMakesGood() {
    client.run("update t set n = 0 where id = 1");
    pass(31);
    client.session.rollback();
    assertThat(client.value("select n from t where id = 1")).isEqualTo(10);
  }

  @Test
  void whoIsNotIdleForSoLongIsLeftAlone() {
    client.run("update t set n = 0 where id = 1");
    pass(29);
    client.value("select n from t where id = 1");
    pass(29);
    try (StatementResult.Rows rows = client.open("select n from t order by id")) {
      rows.next();
      pass(29);
      rows.next();
      pass(29);
      assertThat(rows.next()).isFalse();
    }
    assertThat(client.commit()).isEqualTo("ok");
    pass(100);
    assertThat(client.state("select 1")).isEqualTo("ok");
  }

  @Test
  void openCursorsOfSingleQueriesToo() {
    client.session.rollback();
    client.session.setAutoCommit(true);
    StatementResult.Rows rows = client.open("select n from t order by id");
    assertThat(rows.next()).isTrue();
    pass(31);
    assertThat(client.stateOf(rows::next)).isEqualTo("25P03");
    assertThat(client.state("select 1")).isEqualTo("ok");
  }

  @Test
  void theLimitCanBeSet() {
    Client other = sessions.manual();
    other.run("update t set n = 0 where id = 2");
    pass(1000);
    assertThat(other.value("show idle_transaction_timeout")).isEqualTo("0");
    other.run("set idle_transaction_timeout = 5");
    pass(4);
    assertThat(other.state("select 1")).isEqualTo("ok");
    pass(6);
    assertThat(other.state("select 1")).isEqualTo("25P03");
    other.session.rollback();
    other.run("reset idle_transaction_timeout");
    other.run("update t set n = 0 where id = 2");
    pass(1000);
    assertThat(other.commit()).isEqualTo("ok");
  }

  /** The monitoring thread sleeps by the real clock, so a short limit passes soon. */
  @Test
  void theThreadOfTheDatabaseEndsThem() {
    try (Sessions real = new Sessions(io.mosql.core.port.Clock.SYSTEM)) {
      real.run("create table t (id int primary key)");
      Client idle = real.open(Map.of(SessionProperty.IDLE_TRANSACTION_TIMEOUT, "1"));
      idle.session.setAutoCommit(false);
      idle.run("insert into t values (1)");
      real.awaitNothingHeld();
      assertThat(idle.state("select 1")).isEqualTo("25P03");
    }
  }
}
