package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the guarantees of the isolation levels, and the settings that select them. */
@Timeout(60)
final class IsolationTest {
  private final Sessions sessions = new Sessions(new ManualClock());

  @BeforeEach
  void fill() {
    sessions.run("create table t (id int primary key, n int)");
    sessions.run("insert into t values (1, 10), (2, 20)");
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  private Client at(String level) {
    Client client = sessions.open(Map.of(SessionProperty.ISOLATION, level));
    client.session.setAutoCommit(false);
    return client;
  }

  @ParameterizedTest
  @CsvSource({"readCommitted, 11", "repeatableRead, 10", "serializable, 10"})
  void whatASecondReadSees(String level, int seen) {
    Client client = at(level);
    assertThat(client.value("select n from t where id = 1")).isEqualTo(10);
    sessions.run("update t set n = 11 where id = 1");
    assertThat(client.value("select n from t where id = 1")).isEqualTo(seen);
    assertThat(client.commit()).isEqualTo("ok");
  }

  @ParameterizedTest
  @CsvSource({"readCommitted, ok", "repeatableRead, ok", "serializable, 40001"})
  void writeSkew(String level, String outcome) {
    Client one = at(level);
    Client two = at(level);
    one.value("select sum(n) from t");
    two.value("select sum(n) from t");
    one.run("update t set n = 0 where id = 1");
    two.run("update t set n = 0 where id = 2");
    assertThat(one.commit()).isEqualTo("ok");
    assertThat(two.commit()).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({"readCommitted, ok", "repeatableRead, 40001", "serializable, 40001"})
  void anUpdateOfWhatWasReadBefore(String level, String outcome) {
    Client one = at(level);
    assertThat(one.value("select n from t where id = 1")).isEqualTo(10);
    sessions.run("update t set n = 11 where id = 1");
    String state = one.state("update t set n = 12 where id = 1");
    assertThat(state.equals("ok") ? one.commit() : state).isEqualTo(outcome);
  }

  @ParameterizedTest
  @ValueSource(strings = {"readCommitted", "repeatableRead", "serializable"})
  void aCursorShowsOneSnapshot(String level) {
    Client client = at(level);
    try (StatementResult.Rows rows = client.open("select n from t order by id")) {
      assertThat(rows.next()).isTrue();
      sessions.run("update t set n = 21 where id = 2");
      client.run("select count(*) from t");
      assertThat(rows.next()).isTrue();
      assertThat(rows.row()[0]).isEqualTo(20);
      assertThat(rows.next()).isFalse();
    }
    assertThat(client.commit()).isEqualTo("ok");
  }

  @Test
  void levelsOfOneTransactionAndOfAll() {
    Client client = sessions.open();
    assertThat(client.value("show transaction isolation level")).isEqualTo("serializable");
    client.run("set transaction isolation level read uncommitted");
    assertThat(client.session.isolation()).isEqualTo(Isolation.READ_COMMITTED);
    client.run("begin");
    client.run("select 1");
    assertThat(client.session.isolation()).isEqualTo(Isolation.READ_COMMITTED);
    assertThat(client.state("set transaction isolation level serializable")).isEqualTo("25000");
    client.run("commit");
    assertThat(client.session.isolation()).isEqualTo(Isolation.SERIALIZABLE);

    client.run("begin isolation level repeatable read, read only");
    assertThat(client.session.isolation()).isEqualTo(Isolation.REPEATABLE_READ);
    assertThat(client.state("update t set n = 0")).isEqualTo("25006");
    assertThat(client.state("select n from t for update")).isEqualTo("25006");
    client.run("commit");
    assertThat(client.state("update t set n = n")).isEqualTo("ok");

    client.run("begin");
    client.run("set transaction read only");
    assertThat(client.state("update t set n = 0")).isEqualTo("25006");
    client.run("rollback");

    client.run("set session characteristics as transaction isolation level read committed");
    client.run("begin");
    client.run("commit");
    assertThat(client.value("show transaction_isolation")).isEqualTo("read committed");
    client.run("set transaction_isolation = 'REPEATABLE-READ'");
    assertThat(client.session.isolation()).isEqualTo(Isolation.REPEATABLE_READ);
    client.run("reset transaction_isolation");
    assertThat(client.session.isolation()).isEqualTo(Isolation.SERIALIZABLE);
    assertThat(client.state("set transaction_isolation = 'chaos'")).isEqualTo("22023");
    assertThat(client.session.takeNotices()).isEmpty();
  }

  @Test
  void theLevelOfTheConnection() {
    Client client = at("readCommitted");
    assertThat(client.session.isolation()).isEqualTo(Isolation.READ_COMMITTED);
    client.session.setIsolation(Isolation.REPEATABLE_READ);
    assertThat(client.session.isolation()).isEqualTo(Isolation.REPEATABLE_READ);
    client.value("select count(*) from t");
    assertThat(client.stateOf(() -> client.session.setIsolation(Isolation.SERIALIZABLE)))
        .isEqualTo("25000");
    client.session.rollback();
    assertThatThrownBy(() -> at("none"))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("isolation");
  }

  @Test
  void aTransactionBeginsWithItsFirstStatement() {
    Client client = sessions.open();
    client.run("begin");
    sessions.run("insert into t values (3, 30)");
    assertThat(client.value("select count(*) from t")).isEqualTo(3L);
    client.run("commit");
  }

  @Test
  void aConflictTellsTableAndIndex() {
    sessions.run("create table u (id int primary key, v int); create index u_v on u (v)");
    Client one = sessions.manual();
    one.run("select id from u where v = 5");
    one.run("insert into t values (7, 7)");
    sessions.run("insert into u values (1, 5)");
    assertThatThrownBy(one.session::commit)
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("rows of table \"u\" (index \"u_v\")");
    one.value("select count(*) from t");
    one.run("insert into u values (2, 2)");
    sessions.run("alter table u add column w int");
    assertThatThrownBy(one.session::commit)
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("the schema was changed");
  }
}
