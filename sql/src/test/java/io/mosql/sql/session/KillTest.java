package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.MemoryLog;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.sql.session.transaction.SessionMonitor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests sessions that other sessions list and end. */
@Timeout(60)
final class KillTest {
  private static final SessionMonitor.Limits LIMITS = new SessionMonitor.Limits(0, 1 << 20, 1_000);

  private final SessionMonitor oversight = new SessionMonitor(LIMITS, null);
  private final Sessions sessions = new Sessions(Clock.SYSTEM, new MemoryLog(), oversight);
  private final Client admin = sessions.open();
  private final Client victim = sessions.manual();

  @BeforeEach
  void fill() {
    sessions.run("create table t (id int primary key, n int)");
    sessions.run("insert into t values (1, 10), (2, 20)");
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  private long id(Client client) {
    return ((SqlSession) client.session).id();
  }

  /** Makes the victim wait for a row that this client has locked, with a row lock of its own. */
  private Future<String> waiting(Client holder) {
    holder.run("update t set n = 1 where id = 1");
    victim.run("update t set n = 2 where id = 2");
    Future<String> waits = victim.stateLater("update t set n = 3 where id = 1");
    sessions.awaitWaiting(1);
    return waits;
  }

  @Test
  void killQueryEndsTheStatementAlone() throws Exception {
    Client holder = sessions.manual();
    Future<String> waits = waiting(holder);
    admin.run("kill query " + id(victim));
    assertThat(waits.get()).isEqualTo("57014");
    holder.session.rollback();
    assertThat(victim.commit()).isEqualTo("ok");
    assertThat(sessions.value("select n from t where id = 2")).isEqualTo(2);
    admin.run("kill query " + id(victim));
    assertThat(victim.state("select * from t")).isEqualTo("ok");
  }

  @Test
  void killEndsTheSessionAndWhatItHeldIsFree() throws Exception {
    Client holder = sessions.manual();
    Future<String> waits = waiting(holder);
    admin.run("kill " + id(victim));
    assertThat(waits.get()).isEqualTo("57P01");
    assertThat(victim.state("select 1")).isEqualTo("57P01");
    assertThat(victim.commit()).isEqualTo("57P01");
    assertThat(victim.session.isValid()).isFalse();
    assertThat(sessions.column("select session_id from mosql.sessions")).doesNotContain(id(victim));
    holder.session.rollback();
    sessions.awaitNothingHeld();
    assertThat(sessions.column("select n from t order by id")).isEqualTo(List.of(10, 20));
  }

  @Test
  void killReachesACursor() {
    StatementResult.Rows rows = victim.open("select id from t");
    assertThat(rows.next()).isTrue();
    admin.run("kill connection " + id(victim));
    assertThatThrownBy(rows::next)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("57P01"));
  }

  @Test
  void oneselfAndNobodyCannotBeKilled() {
    assertThat(admin.state("kill " + id(admin))).isEqualTo("22023");
    assertThat(admin.state("kill query " + id(admin))).isEqualTo("22023");
    assertThat(admin.state("kill 4711")).isEqualTo("42704");
    assertThat(admin.state("kill -1")).isEqualTo("42704");
    assertThat(admin.state("select 1")).isEqualTo("ok");
  }

  @Test
  void theListOfProcessesIsThatOfSessions() throws Exception {
    Client holder =
        sessions
        .new Client(sessions.database().connect(Map.of(), new Guest("10.1.2.3:4567"), () -> {}));
    holder.session.setAutoCommit(false);
    Future<String> waits = waiting(holder);
    List<List<@Nullable Object>> rows = admin.rows("show processlist");
    assertThat(columns("show full processlist"))
        .containsExactlyElementsOf(columns("select * from mosql.sessions"));
    assertThat(rows)
        .anySatisfy(
            row -> {
              assertThat(row.get(0)).isEqualTo(id(victim));
              assertThat(row.get(7)).isEqualTo("waiting");
              assertThat(row.get(8)).isNotNull();
              assertThat(row.get(9)).isEqualTo("update t set n = 3 where id = 1");
            })
        .anySatisfy(
            row -> {
              assertThat(row.get(0)).isEqualTo(id(holder));
              assertThat(row.get(3)).isEqualTo("10.1.2.3:4567");
              assertThat(row.get(4)).isEqualTo("test");
              assertThat(row.get(7)).isEqualTo("idle in transaction");
              assertThat(row.get(9)).isNull();
            });
    holder.session.rollback();
    assertThat(waits.get()).isEqualTo("ok");
  }

  private List<String> columns(String sql) {
    try (StatementResult.Rows rows = admin.open(sql)) {
      return rows.columns().stream().map(ColumnInfo::label).toList();
    }
  }

  /** A remote principal with all privileges. */
  private record Guest(String clientAddress) implements Principal {
    @Override
    public String user() {
      return "guest";
    }

    @Override
    public AccountPrivileges privileges() {
      return AccountPrivileges.TRUSTED;
    }
  }
}
