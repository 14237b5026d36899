package io.mosql.jdbc.base;

import java.sql.SQLException;

/** Implements {@link java.sql.Wrapper} for objects that wrap no other object. */
public final class Wrappers {
  private Wrappers() {}

  public static <T> T unwrap(Object object, Class<T> type) throws SQLException {
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    throw DriverErrorMessage.WRAPPED_OBJECT_MISSING.sqlException(type.getName());
  }
}
