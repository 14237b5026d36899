package io.mosql.spring;

import java.sql.SQLException;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;

/** Spring's translation, and SQLSTATEs that it does not know. */
final class MosqlExceptionTranslator extends SQLExceptionSubclassTranslator {
  private static final Map<String, BiFunction<String, SQLException, DataAccessException>> STATES =
      Map.of(
          "55P03", CannotAcquireLockException::new,
          "25006", InvalidDataAccessResourceUsageException::new);

  @Override
  protected @Nullable DataAccessException doTranslate(
      String task, @Nullable String sql, SQLException exception) {
    BiFunction<String, SQLException, DataAccessException> known =
        STATES.get(String.valueOf(exception.getSQLState()));
    return known == null
        ? super.doTranslate(task, sql, exception)
        : known.apply(buildMessage(task, sql, exception), exception);
  }
}
