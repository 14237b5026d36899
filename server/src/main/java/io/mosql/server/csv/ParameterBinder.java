package io.mosql.server.csv;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HexFormat;

/** Binder of a field's text to a statement parameter of a column's type. */
@FunctionalInterface
interface ParameterBinder {
  /**
   * Binds text[offset .. offset + length).
   *
   * @throws IllegalArgumentException when the text is not a value of the type
   */
  void set(PreparedStatement statement, int index, char[] text, int offset, int length)
      throws SQLException;

  /**
   * @param type type code of {@link Types}
   */
  static ParameterBinder of(int type) {
    return switch (type) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
          (statement, index, text, offset, length) ->
              statement.setLong(index, Long.parseLong(string(text, offset, length).strip()));
      case Types.DECIMAL, Types.NUMERIC ->
          (statement, index, text, offset, length) ->
              statement.setBigDecimal(index, new BigDecimal(string(text, offset, length).strip()));
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          (statement, index, text, offset, length) ->
              statement.setBytes(index, bytes(text, offset, length));
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB ->
          (statement, index, text, offset, length) ->
              statement.setString(index, string(text, offset, length));
      default ->
          (statement, index, text, offset, length) ->
              statement.setObject(index, string(text, offset, length), type);
    };
  }

  private static String string(char[] text, int offset, int length) {
    return new String(text, offset, length);
  }

  private static byte[] bytes(char[] text, int offset, int length) {
    if (length < 2 || text[offset] != '\\' || text[offset + 1] != 'x') {
      throw new IllegalArgumentException("not \\x and hexadecimal digits");
    }
    return HexFormat.of().parseHex(text, offset + 2, offset + length);
  }
}
