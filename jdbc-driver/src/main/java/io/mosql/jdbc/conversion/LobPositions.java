package io.mosql.jdbc.conversion;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.sql.SQLException;

/** Checks of the one-based positions and the lengths of large objects. */
public final class LobPositions {
  private LobPositions() {}

  /** Zero-based start of a one-based position. */
  public static int start(long position, int size) throws SQLException {
    if (position < 1 || position > size + 1L) {
      throw DriverErrorMessage.LOB_POSITION_OUT_OF_RANGE.sqlException();
    }
    return (int) (position - 1);
  }

  /** End of a part, limited to the end of the object. */
  public static int end(int start, long length, int size) throws SQLException {
    if (length < 0) {
      throw DriverErrorMessage.NEGATIVE_VALUE.sqlException();
    }
    return (int) Math.min(size, start + length);
  }

  public static int length(long length) throws SQLException {
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw DriverErrorMessage.INVALID_LOB_LENGTH.sqlException();
    }
    return (int) length;
  }
}
