package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests statements that are prepared before the objects that they name exist. */
final class DeferredStatementsTest {
  private final Sessions sessions = new Sessions(new ManualClock());
  private final Client client = sessions.open();

  @AfterEach
  void close() {
    sessions.close();
  }

  private PreparedStatementHandle prepare(String sql) {
    return client.session.prepare(sql, List.of());
  }

  private StatementResult execute(PreparedStatementHandle handle, Object... parameters) {
    return client.session.execute(handle, parameters, ExecutionOptions.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "select * from later where id = ?, true, 1",
    "insert into later values (?), false, 1"
  })
  void runsOnceTheTableIsThere(String sql, boolean returnsRows, int parameters) {
    PreparedStatementHandle handle = prepare(sql);
    assertThat(handle.returnsRows()).isEqualTo(returnsRows);
    assertThat(handle.parameters()).hasSize(parameters);
    assertState("42P01", () -> execute(handle, 1));
    sessions.run("create table later (id int primary key)");
    StatementResult result = execute(handle, 1);
    assertThat(result instanceof StatementResult.Rows).isEqualTo(returnsRows);
    assertThat(handle.parameters().get(0).type().toString()).isEqualTo("INTEGER");
  }

  @Test
  void itsColumnsAreNotKnown() {
    PreparedStatementHandle handle = prepare("select no_such_function(?, ?) as x");
    assertThat(handle.parameters()).hasSize(2);
    assertState("42883", handle::columns);
    assertState("42883", () -> execute(handle, 1, 2));
  }

  @Test
  void aBatchOfItFailsAsAWhole() {
    PreparedStatementHandle handle = prepare("insert into later values (?)");
    assertState(
        "42P01",
        () ->
            client.session.executeBatch(
                handle, List.of(new Object[] {1}, new Object[] {2}), ExecutionOptions.DEFAULT));
  }

  @Test
  void itsFailureDoesNotHurtTheTransaction() {
    sessions.run("create table t (id int primary key)");
    client.session.setAutoCommit(false);
    client.run("insert into t values (1)");
    PreparedStatementHandle handle = prepare("select missing from t");
    assertState("42703", () -> execute(handle));
    assertThat(client.commit()).isEqualTo("ok");
    assertThat(sessions.value("select count(*) from t")).isEqualTo(1L);
  }

  @ParameterizedTest
  @CsvSource({"selec 1, 42601", "select 1 + date '2020-01-01' * true, 42804"})
  void whatIsWrongWhateverIsThereFailsAtOnce(String sql, String state) {
    assertState(state, () -> prepare(sql));
  }

  private static void assertState(
      String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state().code()).isEqualTo(state));
  }
}
