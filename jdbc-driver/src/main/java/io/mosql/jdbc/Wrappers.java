package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import java.sql.SQLException;

/** {@link java.sql.Wrapper} for objects that wrap nothing but themselves. */
final class Wrappers {
  private Wrappers() {}

  static <T> T unwrap(Object object, Class<T> type) throws SQLException {
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    throw SqlErrors.of(SqlState.INVALID_PARAMETER, "This object is not a " + type.getName());
  }
}
