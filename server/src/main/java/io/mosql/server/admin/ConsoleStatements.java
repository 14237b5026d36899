package io.mosql.server.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executor of statements of the console, which writes results as JSON with a limited number of rows
 * and characters.
 */
final class ConsoleStatements {
  private static final int CHARACTERS_MAX = 4 << 20;
  private static final int TEXT_MAX = 10_000;
  private static final int BINARY_MAX = 1_000;

  private final int rowsMax;

  ConsoleStatements(int rowsMax) {
    this.rowsMax = rowsMax;
  }

  /**
   * Executes a statement without parameters and writes fields that describe the result: the
   * columns, the rows and whether the result was truncated; or the number of affected rows.
   */
  void run(Session session, String sql, JsonGenerator out) {
    run(session, sql, TEXT_MAX, out);
  }

  /** Executes a statement like {@link #run}, but does not cut its texts. */
  void runWhole(Session session, String sql, JsonGenerator out) {
    run(session, sql, CHARACTERS_MAX, out);
  }

  private void run(Session session, String sql, int textMax, JsonGenerator out) {
    try (PreparedStatementHandle handle = session.prepare(sql, List.of())) {
      // One row more than the limit, to detect truncation.
      ExecutionOptions options = new ExecutionOptions(rowsMax + 1L, 0, null);
      StatementResult result = session.execute(handle, new Object[0], options);
      if (result instanceof StatementResult.Rows rows) {
        try (rows) {
          rows(rows, textMax, out);
        }
      } else {
        out.writeNumberField("updateCount", ((StatementResult.Update) result).updateCount());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void rows(StatementResult.Rows rows, int textMax, JsonGenerator out) throws IOException {
    List<ColumnInfo> columns = rows.columns();
    out.writeArrayFieldStart("columns");
    for (ColumnInfo column : columns) {
      out.writeStartObject();
      out.writeStringField("name", column.label());
      out.writeStringField("type", column.type().kind().name());
      out.writeBooleanField("number", column.type().kind().isNumeric());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("rows");
    int count = 0;
    long characters = 0;
    boolean more = false;
    while (!more && rows.next()) {
      more = count++ == rowsMax || characters > CHARACTERS_MAX;
      if (!more) {
        out.writeStartArray();
        Object[] row = rows.row();
        for (int i = 0; i < columns.size(); i++) {
          String shown = shown(row[i], columns.get(i).type(), textMax);
          if (shown == null) {
            out.writeNull();
          } else {
            out.writeString(shown);
            characters += shown.length();
          }
        }
        out.writeEndArray();
      }
    }
    out.writeEndArray();
    out.writeBooleanField("more", more);
  }

  private static @Nullable String shown(@Nullable Object value, SqlType type, int textMax) {
    if (value == null) {
      return null;
    }
    if (value instanceof byte[] binary) {
      int length = Math.min(binary.length, BINARY_MAX);
      String hex = "\\x" + HexFormat.of().formatHex(binary, 0, length);
      return length < binary.length ? hex + ".." : hex;
    }
    String text = Coercion.format(value, type);
    return text.length() > textMax ? text.substring(0, textMax) + ".." : text;
  }
}
