package io.mosql.engine;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.UUID;

/** Parameter values of tests, written as {@code type value} and bound by the setter of the type. */
final class ParameterValues {
  private ParameterValues() {}

  /** Binds a written value. */
  static void set(PreparedStatement statement, int index, String written) throws SQLException {
    int blank = written.indexOf(' ');
    String value = written.substring(blank + 1);
    switch (written.substring(0, Math.max(blank, 0))) {
      case "short" -> statement.setShort(index, Short.parseShort(value));
      case "int" -> statement.setInt(index, Integer.parseInt(value));
      case "long" -> statement.setLong(index, Long.parseLong(value));
      case "decimal" -> statement.setBigDecimal(index, new BigDecimal(value));
      case "float" -> statement.setFloat(index, Float.parseFloat(value));
      case "double" -> statement.setDouble(index, Double.parseDouble(value));
      case "text" -> statement.setString(index, value);
      case "boolean" -> statement.setBoolean(index, Boolean.parseBoolean(value));
      case "date" -> statement.setObject(index, LocalDate.parse(value));
      case "time" -> statement.setObject(index, LocalTime.parse(value));
      case "timestamp" -> statement.setObject(index, LocalDateTime.parse(value));
      case "moment" -> statement.setObject(index, OffsetDateTime.parse(value));
      case "uuid" -> statement.setObject(index, UUID.fromString(value));
      case "bytes" -> statement.setBytes(index, HexFormat.of().parseHex(value));
      case "null" -> statement.setNull(index, Integer.parseInt(value));
      default -> throw new IllegalArgumentException(written);
    }
  }
}
