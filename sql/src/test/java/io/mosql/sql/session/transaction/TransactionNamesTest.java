package io.mosql.sql.session.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.TransactionToken;
import io.mosql.sql.session.Sessions;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the query of a transaction's outcome after a lost answer. */
final class TransactionNamesTest {
  private final Sessions sessions = new Sessions(new ManualClock());
  private Client client;
  private Client asker;

  @BeforeEach
  void fill() {
    sessions.run("create table t (id int primary key, n int)");
    sessions.run("insert into t values (1, 10), (2, 20)");
    client = sessions.open();
    asker = sessions.open();
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  private CommitOutcome fate(TransactionToken token) {
    return asker.session.commitOutcome(token);
  }

  @Test
  void aSingleStatementIsFoundUnderTheNameThatWasGivenBefore() {
    TransactionToken token = client.session.token();
    client.run("update t set n = n + 1 where id = 1");
    assertThat(fate(token)).isEqualTo(CommitOutcome.COMMITTED);
    assertThat(client.session.token()).isNotEqualTo(token);
  }

  @Test
  void whatOnlyReadUsesUpNoName() {
    TransactionToken token = client.session.token();
    client.run("select * from t");
    assertThat(client.session.token()).isEqualTo(token);
  }

  @Test
  void whoeverIsAskedForBeforeHeCommitsNeverDoes() {
    client.session.setAutoCommit(false);
    TransactionToken token = client.session.token();
    client.run("update t set n = 0 where id = 1");
    assertThat(fate(token)).isEqualTo(CommitOutcome.ABORTED);
    assertThat(client.commit()).isEqualTo("40001");
    assertThat(fate(token)).isEqualTo(CommitOutcome.ABORTED);
    assertThat(sessions.value("select n from t where id = 1")).isEqualTo(10);
    client.run("update t set n = 5 where id = 1");
    assertThat(client.commit()).isEqualTo("ok");
  }

  @Test
  void aSingleStatementThatWasGivenUpIsNotRunAgainForEver() {
    TransactionToken token = client.session.token();
    assertThat(fate(token)).isEqualTo(CommitOutcome.ABORTED);
    assertThat(client.state("update t set n = 0 where id = 1")).isEqualTo("40001");
    assertThat(client.state("update t set n = 7 where id = 1")).isEqualTo("ok");
    assertThat(sessions.value("select n from t where id = 1")).isEqualTo(7);
  }

  @Test
  void aTransactionOfSeveralStatementsIsFoundToo() {
    TransactionToken token = client.session.token();
    client.session.setAutoCommit(false);
    client.run("update t set n = 1 where id = 1");
    client.run("update t set n = 2 where id = 2");
    assertThat(client.session.token().number()).isEqualTo(token.number());
    assertThat(client.commit()).isEqualTo("ok");
    assertThat(fate(token)).isEqualTo(CommitOutcome.COMMITTED);
  }
}
