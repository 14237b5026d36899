package io.mosql.jdbc.conversion;

import io.mosql.core.error.SqlState;
import io.mosql.jdbc.base.SqlErrors;
import java.sql.SQLException;

/** Checks of the one-based positions and the lengths of large objects. */
final class LobPositions {
  private LobPositions() {}

  /** Zero-based start of a one-based position. */
  static int start(long position, int size) throws SQLException {
    if (position < 1 || position > size + 1L) {
      throw SqlErrors.of(
          SqlState.INVALID_PARAMETER, "The position lies outside of the large object");
    }
    return (int) (position - 1);
  }

  /** End of a part, limited to the end of the object. */
  static int end(int start, long length, int size) throws SQLException {
    if (length < 0) {
      throw SqlErrors.of(SqlState.INVALID_PARAMETER, "A length is not negative");
    }
    return (int) Math.min(size, start + length);
  }

  static int length(long length) throws SQLException {
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw SqlErrors.of(SqlState.INVALID_PARAMETER, "The length is negative or too large");
    }
    return (int) length;
  }
}
