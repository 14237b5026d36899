package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.SessionProperty;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests changes of rows through views, concurrent with other sessions, and with parameters. */
@Timeout(60)
final class ViewChangesTest {
  private final Sessions sessions = new Sessions(new ManualClock());

  @BeforeEach
  void make() {
    sessions.run("create table t (id int primary key, n int, s varchar(5) default 'x')");
    sessions.run("insert into t values (1, 10, 'a'), (2, 20, 'b')");
    sessions.run("create view v as select n as m, id as k from t where n < 12");
    sessions.run("create view c as select k, m from v with check option");
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

  /** A row that has left the view concurrently is not changed through it. */
  @ParameterizedTest
  @ValueSource(strings = {"readCommitted", "repeatableRead", "serializable"})
  void aRowThatLeavesTheViewIsNotChanged(String level) {
    for (String change : List.of("update v set m = -1 where k = 1", "delete from v")) {
      sessions.run("update t set n = 10 where id = 1");
      Client client = at(level);
      client.value("select count(*) from t where id = 2");
      sessions.run("update t set n = 15 where id = 1");
      String outcome = client.stateOf(() -> client.run(change));
      String commit = client.commit();
      assertThat(sessions.value("select n from t where id = 1"))
          .as("%s %s %s", change, outcome, commit)
          .isEqualTo(15);
    }
  }

  /** The check option is evaluated on the current row when several sessions add to it. */
  @ParameterizedTest
  @ValueSource(strings = {"readCommitted", "repeatableRead", "serializable"})
  void sumsStayWithinTheCheckOption(String level) {
    Client one = at(level);
    one.run("update c set m = m + 1 where k = 1");
    sessions.run("update t set n = n + 1 where id = 2");
    assertThat(one.commit()).isEqualTo("ok");
    Client other = at(level);
    assertThat(other.stateOf(() -> other.run("update c set m = m + 1 where k = 1")))
        .isEqualTo("44000");
    other.session.rollback();
    assertThat(sessions.value("select n from t where id = 1")).isEqualTo(11);
  }

  @Test
  void parametersStandInEachPart() {
    assertThat(sessions.open().run("insert into c (k, m) values (?, ?)", 3, 4)).isEqualTo(1);
    Client client = sessions.open();
    assertThat(client.run("update c set m = ? + ? where k = ?", 5, 6, 3)).isEqualTo(1);
    assertThat(client.run("update v set m = ? where k between ? and ?", 7, 3, 9)).isEqualTo(1);
    assertThat(client.run("delete from c where k = ? returning m", 3)).isEqualTo(1);
    assertThat(client.state("insert into c (k, m) values (4, 12)")).isEqualTo("44000");
    assertThat(client.state("insert into c (k) values (4)")).isEqualTo("44000");
    assertThat(client.batch("insert into c (k, m) values (?, ?)", rows())).containsExactly(1, 1);
    assertThat(sessions.value("select sum(n) from t where id > 4")).isEqualTo(3L);
  }

  private static List<Object[]> rows() {
    return List.of(new Object[] {5, 1}, new Object[] {6, 2});
  }

  /** A cached plan is replaced when the view changes. */
  @Test
  void aPreparedChangeFollowsItsView() {
    Client client = sessions.open();
    assertThat(client.run("update v set m = 0")).isEqualTo(1);
    sessions.run("create or replace view v as select n as m, id as k from t where n > 12");
    assertThat(client.run("update v set m = 0")).isEqualTo(1);
    assertThat(client.state("create or replace view v as select distinct n as m, id as k from t"))
        .isEqualTo("ok");
    assertThat(client.state("update v set m = 0")).isEqualTo("55000");
    assertThat(client.state("update c set m = 0")).isEqualTo("55000");
  }
}
