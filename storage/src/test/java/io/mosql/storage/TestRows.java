package io.mosql.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import org.jspecify.annotations.Nullable;

/** Short names for keys and rows of INTEGER columns. */
public final class TestRows {
  private TestRows() {}

  public static byte[] key(String text) {
    return text.getBytes(UTF_8);
  }

  public static byte[] row(int... values) {
    byte[][] fields = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      fields[i] = field(values[i]);
    }
    return RowFormat.row(fields);
  }

  public static byte[] field(int value) {
    return RowFormat.encodeField(SqlType.INTEGER, value);
  }

  /** The value of a row that must be there, in a field that is not NULL. */
  public static int value(byte @Nullable [] row, int ordinal) {
    if (row == null) {
      throw new AssertionError("there is no row");
    }
    Object value = RowFormat.decode(row, ordinal, SqlType.INTEGER);
    if (value == null) {
      throw new AssertionError("the field is NULL");
    }
    return (Integer) value;
  }
}
