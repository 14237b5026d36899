package io.mosql.server.csv;

import io.mosql.sql.csv.CsvWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Export of the rows of a query as CSV. Not thread-safe, except for {@link #cancel}. */
public final class TableExport implements AutoCloseable {
  private static final int FETCH = 1_000;

  private final Statement statement;

  /**
   * @param connection in a transaction, if possible: with autocommit on, some drivers read the
   *     whole result into memory
   */
  public TableExport(Connection connection) throws SQLException {
    this.statement = connection.createStatement();
  }

  /**
   * Writes the column names if the format has a header, and all rows.
   *
   * @param progress receives the number of rows written, often
   * @return number of rows
   */
  public long run(String query, CsvWriter text, LongConsumer progress)
      throws SQLException, IOException {
    statement.setFetchSize(FETCH);
    try (ResultSet rows = statement.executeQuery(query)) {
      long count = write(rows, text, progress);
      text.flush();
      return count;
    }
  }

  private static long write(ResultSet rows, CsvWriter text, LongConsumer progress)
      throws SQLException, IOException {
    ResultSetMetaData meta = rows.getMetaData();
    int[] types = new int[meta.getColumnCount()];
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      types[i] = meta.getColumnType(i + 1);
      names.add(meta.getColumnLabel(i + 1));
    }
    text.header(names);
    long count = 0;
    while (rows.next()) {
      for (int i = 0; i < types.length; i++) {
        write(rows, i + 1, types[i], text);
      }
      text.endRecord();
      if (++count % FETCH == 0) {
        progress.accept(count);
      }
    }
    return count;
  }

  private static void write(ResultSet rows, int column, int type, CsvWriter text)
      throws SQLException, IOException {
    if (type != Types.BLOB && type != Types.CLOB) {
      text.field(text(rows, column, type));
      return;
    }
    try (InputStream bytes = type == Types.BLOB ? rows.getBinaryStream(column) : null;
        Reader characters = type == Types.CLOB ? rows.getCharacterStream(column) : null) {
      if (bytes != null) {
        text.field(bytes);
      } else if (characters != null) {
        text.field(characters);
      } else {
        text.field((String) null);
      }
    } catch (IOException e) {
      if (e.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /**
   * Converts a value to text that can be imported into a column of its type: booleans are {@code
   * true} and {@code false}, binary values {@code \x} and hexadecimal digits, others as the driver
   * formats them.
   *
   * @param type type code of {@link Types}
   */
  public static @Nullable String text(ResultSet rows, int column, int type) throws SQLException {
    switch (type) {
      case Types.BOOLEAN, Types.BIT -> {
        boolean value = rows.getBoolean(column);
        return rows.wasNull() ? null : String.valueOf(value);
      }
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> {
        byte[] bytes = rows.getBytes(column);
        return bytes == null ? null : "\\x" + HexFormat.of().formatHex(bytes);
      }
      default -> {
        return rows.getString(column);
      }
    }
  }

  /** Cancels the query; called from another thread. */
  public void cancel() throws SQLException {
    statement.cancel();
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
