package io.mosql.jdbc.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SqlErrorsTest {
  private static final Map<SqlState, Class<? extends SQLException>> CLASSES =
      Map.ofEntries(
          Map.entry(SqlState.SERIALIZATION_FAILURE, SQLTransactionRollbackException.class),
          Map.entry(SqlState.DEADLOCK, SQLTransactionRollbackException.class),
          Map.entry(SqlState.COMMIT_OUTCOME_UNKNOWN, SQLNonTransientException.class),
          Map.entry(SqlState.UNIQUE_VIOLATION, SQLIntegrityConstraintViolationException.class),
          Map.entry(SqlState.NOT_NULL_VIOLATION, SQLIntegrityConstraintViolationException.class),
          Map.entry(SqlState.SYNTAX_ERROR, SQLSyntaxErrorException.class),
          Map.entry(SqlState.UNDEFINED_TABLE, SQLSyntaxErrorException.class),
          Map.entry(SqlState.DIVISION_BY_ZERO, SQLDataException.class),
          Map.entry(SqlState.CONNECTION_FAILED, SQLNonTransientConnectionException.class),
          Map.entry(SqlState.CONNECTION_CLOSED, SQLNonTransientConnectionException.class),
          Map.entry(SqlState.SHUTTING_DOWN, SQLNonTransientConnectionException.class),
          Map.entry(SqlState.QUERY_CANCELED, SQLException.class),
          Map.entry(SqlState.READ_ONLY_TRANSACTION, SQLException.class),
          Map.entry(SqlState.IDLE_TRANSACTION_TIMEOUT, SQLException.class),
          Map.entry(SqlState.LOCK_NOT_AVAILABLE, SQLTransientException.class),
          Map.entry(SqlState.FEATURE_NOT_SUPPORTED, SQLFeatureNotSupportedException.class));

  @Test
  void everyStateHasItsClass() {
    CLASSES.forEach(
        (state, type) -> {
          SQLException e = SqlErrors.of(new MosqlException(state, "text"));
          assertThat((Throwable) e).as(state.name()).isExactlyInstanceOf(type);
          assertThat(e.getSQLState()).isEqualTo(state.code());
          assertThat((Throwable) e).hasMessage("text");
        });
  }

  @Test
  void everyStateIsKept() {
    for (SqlState state : SqlState.values()) {
      assertThat(SqlErrors.of(new MosqlException(state, "m")).getSQLState())
          .isEqualTo(state.code());
    }
  }

  @Test
  void positionsAreTold() {
    assertThat((Throwable) SqlErrors.of(new MosqlException(SqlState.SYNTAX_ERROR, "Bad", 12, null)))
        .hasMessage("Bad (position 12)");
  }

  @Test
  void cancellationByTimeIsATimeout() {
    MosqlException cancel = new MosqlException(SqlState.QUERY_CANCELED, "c");
    assertThat((Throwable) SqlErrors.ofTimed(cancel)).isInstanceOf(SQLTimeoutException.class);
    assertThat(SqlErrors.ofTimed(cancel).getSQLState()).isEqualTo("57014");
    assertThat((Throwable) SqlErrors.of(cancel)).isNotInstanceOf(SQLTimeoutException.class);
  }

  @Test
  void surprisesDoNotTellTheirMessage() {
    SQLException e = SqlErrors.of(new IllegalStateException("card 4711"));
    assertThat(e.getSQLState()).isEqualTo("XX000");
    assertThat(e.getMessage()).doesNotContain("4711").contains("IllegalStateException");
    assertThat((Throwable) e).hasCauseInstanceOf(IllegalStateException.class);
    assertThat(SqlErrors.of(new OutOfMemoryError()).getSQLState()).isEqualTo("53200");
    assertThat(SqlErrors.of(new StackOverflowError()).getSQLState()).isEqualTo("54001");
    assertThat(SqlErrors.of(new NoSuchMethodError("x")).getSQLState()).isEqualTo("XX000");
  }
}
