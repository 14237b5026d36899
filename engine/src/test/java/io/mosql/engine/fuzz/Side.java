package io.mosql.engine.fuzz;

import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One of the two databases, with values converted to a common form. */
final class Side implements AutoCloseable {
  /** Maximum number of rows read; which rows is undetermined beyond that. */
  static final int ROWS_MAX = 20_000;

  private static final MathContext DIGITS = new MathContext(9);

  private final Connection connection;
  private final int timeoutSeconds;

  Side(Connection connection, int timeoutSeconds) {
    this.connection = connection;
    this.timeoutSeconds = timeoutSeconds;
  }

  Connection connection() {
    return connection;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  Answer answer(Piece piece) {
    try (PreparedStatement statement = connection.prepareStatement(piece.sql())) {
      statement.setQueryTimeout(timeoutSeconds);
      statement.setMaxRows(ROWS_MAX);
      bind(statement, piece.values());
      if (!statement.execute()) {
        return new Answer("", "", List.of(), List.of(), statement.getUpdateCount());
      }
      try (ResultSet result = statement.getResultSet()) {
        return read(result);
      }
    } catch (SQLException e) {
      return Answer.failed(
          Objects.requireNonNullElse(e.getSQLState(), "none"),
          String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    } catch (RuntimeException e) {
      return Answer.failed("XX000", e.toString());
    }
  }

  static void bind(PreparedStatement statement, List<Piece.Value> values) throws SQLException {
    int at = 1;
    for (Piece.Value value : values) {
      bind(statement, at++, value);
    }
  }

  private static void bind(PreparedStatement statement, int at, Piece.Value value)
      throws SQLException {
    Object bound = value.value();
    if (bound == null) {
      // without a type, as with setObject: MoSQL uses no type from setNull
      statement.setNull(at, Types.NULL);
    } else if (bound instanceof Integer number) {
      statement.setInt(at, number);
    } else if (bound instanceof Long number) {
      statement.setLong(at, number);
    } else if (bound instanceof BigDecimal number) {
      statement.setBigDecimal(at, number);
    } else if (bound instanceof Double number) {
      statement.setDouble(at, number);
    } else if (bound instanceof String text) {
      statement.setString(at, text);
    } else {
      statement.setObject(at, bound);
    }
  }

  private static Answer read(ResultSet result) throws SQLException {
    ResultSetMetaData meta = result.getMetaData();
    int width = meta.getColumnCount();
    List<String> types = new ArrayList<>();
    for (int i = 1; i <= width; i++) {
      types.add(meta.getColumnTypeName(i).toLowerCase(Locale.ROOT));
    }
    List<List<String>> rows = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= width; i++) {
        row.add(normal(result, i, types.get(i - 1)));
      }
      rows.add(row);
    }
    rows.sort(Comparator.comparing(Object::toString));
    return new Answer("", "", rows, types, -1);
  }

  private static String normal(ResultSet result, int at, String type) throws SQLException {
    Object value =
        switch (type) {
          case "date" -> result.getObject(at, LocalDate.class);
          case "time" -> result.getObject(at, LocalTime.class);
          case "timestamp" -> result.getObject(at, LocalDateTime.class);
          case "timestamptz", "timestamp with time zone" ->
              result.getObject(at, OffsetDateTime.class);
          case "bytea", "varbinary", "binary" -> result.getBytes(at);
          case "interval", "jsonb", "json", "uuid" -> result.getString(at);
          default -> result.getObject(at);
        };
    String text = normal(value);
    // blanks at the end of a CHAR do not count
    return type.equals("bpchar") || type.startsWith("char") ? text.stripTrailing() : text;
  }

  private static String normal(@Nullable Object value) {
    if (value == null) {
      return "null";
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number)
          ? number(
              new BigDecimal(value.toString())
                  .round(value instanceof Float ? new MathContext(6) : DIGITS))
          : String.valueOf(number);
    } else if (value instanceof Number number) {
      return number(new BigDecimal(number.toString()));
    } else if (value instanceof OffsetDateTime moment) {
      return moment.withOffsetSameInstant(ZoneOffset.UTC).toString();
    }
    return value.toString();
  }

  private static String number(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
