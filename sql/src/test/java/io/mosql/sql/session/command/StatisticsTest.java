package io.mosql.sql.session.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.sql.session.prepare.StatementHandle;
import io.mosql.testkit.ManualClock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests ANALYZE concurrent with other transactions, and the conditions of automatic analysis. */
final class StatisticsTest {
  private static final String EQUAL = "explain (costs off) select id from t where a = 3";

  private final Sessions sessions = new Sessions(new ManualClock());

  @BeforeEach
  void fill() {
    sessions.run("create table t (id int primary key, a int not null); create index t_a on t (a)");
    insert(1, 9_000);
  }

  @AfterEach
  void close() {
    sessions.close();
  }

  private void insert(int from, int to) {
    sessions.run(
        "insert into t select n, mod(n, 10) from generate_series(%d, %d) as s(n)"
            .formatted(from, to));
  }

  private Object analyzedRows() {
    List<Object> rows = List.copyOf(sessions.column("select max(row_count) from mosql.statistics"));
    return rows.get(0);
  }

  @Test
  void conflictsWithNobodyWhoReadsOrWrites() {
    Client writer = sessions.manual();
    writer.run("select * from t where id = 1");
    writer.run("update t set a = 5 where id = 2");
    sessions.run("analyze");
    assertThat(writer.commit()).isEqualTo("ok");
    Client analyzer = sessions.manual();
    analyzer.run("analyze t");
    sessions.run("update t set a = 6 where id = 3");
    assertThat(analyzer.commit()).isEqualTo("ok");
    assertThat(analyzedRows()).isEqualTo(9_000L);
  }

  @Test
  void doesNotConflictWithWhoeverHasReadIt() {
    sessions.run("analyze t");
    Client reader = sessions.manual();
    reader.run("select count(*) from mosql.statistics");
    reader.run("insert into t values (20001, 1)");
    insert(9_001, 9_100);
    sessions.run("analyze t");
    assertThat(reader.commit()).isEqualTo("ok");
  }

  @Test
  void preparedStatementsArePlannedAnew() {
    Client client = sessions.open();
    try (PreparedStatementHandle handle =
        client.session.prepare("select count(*) from t where a = 3", List.of())) {
      assertThat(count(client, handle)).isEqualTo(900L);
      Object before = ((StatementHandle) handle).prepared();
      assertThat(count(client, handle)).isEqualTo(900L);
      assertThat(((StatementHandle) handle).prepared()).isSameAs(before);
      sessions.run("analyze t");
      assertThat(count(client, handle)).isEqualTo(900L);
      assertThat(((StatementHandle) handle).prepared()).isNotSameAs(before);
    }
  }

  private static Object count(Client client, PreparedStatementHandle handle) {
    try (StatementResult.Rows rows =
        (StatementResult.Rows)
            client.session.execute(handle, new Object[0], ExecutionOptions.DEFAULT)) {
      assertThat(rows.next()).isTrue();
      return rows.row()[0];
    }
  }

  @Test
  void largeTablesAreSampled() {
    insert(9_001, 40_000);
    sessions.run("analyze t");
    assertThat(sessions.column("select distinct sampled_rows < 30001 from mosql.statistics"))
        .containsExactly(true);
    assertThat(
            (Long)
                sessions.value(
                    "select distinct_values from mosql.statistics where column_name = 'id'"))
        .isBetween(38_000L, 40_000L);
    assertThat(
            sessions.value("select distinct_values from mosql.statistics where column_name = 'a'"))
        .isEqualTo(10L);
    assertThat((String) sessions.column(EQUAL).get(0)).containsPattern("rows=(39|40)\\d\\d$");
  }

  @Test
  void isDoneAgainWhenMuchHasChanged() {
    AutomaticAnalyzer keeper = sessions.database().statistics();
    assertThat(keeper.analyzeDueTables()).as("a small table").isZero();
    insert(9_001, 12_000);
    assertThat(keeper.analyzeDueTables()).isEqualTo(1);
    assertThat(analyzedRows()).isEqualTo(12_000L);
    assertThat(keeper.analyzeDueTables()).as("nothing has changed").isZero();
    insert(12_001, 21_000);
    assertThat(keeper.analyzeDueTables()).as("little has changed").isZero();
    insert(21_001, 23_000);
    assertThat(keeper.analyzeDueTables()).isEqualTo(1);
    assertThat(analyzedRows()).isEqualTo(23_000L);
    sessions.run("delete from t where id > 100");
    assertThat(keeper.analyzeDueTables()).isEqualTo(1);
    assertThat(analyzedRows()).isEqualTo(100L);
  }

  @Test
  void isNotDoneAgainOnceTheDatabaseIsClosed() {
    insert(9_001, 12_000);
    AutomaticAnalyzer keeper = sessions.database().statistics();
    keeper.close();
    assertThat(keeper.analyzeDueTables()).isZero();
  }
}
