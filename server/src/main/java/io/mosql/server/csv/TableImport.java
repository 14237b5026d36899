package io.mosql.server.csv;

import io.mosql.sql.csv.CsvException;
import io.mosql.sql.csv.CsvFieldHandler;
import io.mosql.sql.csv.CsvRecordReader;
import io.mosql.sql.csv.LongFieldHandler;
import io.mosql.sql.csv.LongFieldStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.sql.BatchUpdateException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Import of records into a table in batches. Autocommit is off, unless the rows belong to a
 * transaction of the caller. Not thread-safe, except for {@link #cancel}.
 */
public final class TableImport implements AutoCloseable {
  /** A batch is sent when its values have more characters. */
  private static final int BATCH_CHARACTERS_MAX = 8 << 20;

  private final Connection connection;
  private final BatchPolicy pace;
  private final List<Column> columns;
  private final PreparedStatement insert;
  private final long[] lines;
  private int pending;
  private long rows;
  private long committed;

  /** Target column of a field. */
  private record Column(String name, int type, ParameterBinder setter) {
    Column(String name, int type) {
      this(name, type, ParameterBinder.of(type));
    }
  }

  /**
   * Batch size and commit frequency of an import.
   *
   * @param batch rows per batch
   */
  public record BatchPolicy(int batch, Commits commits) {}

  /** Point at which the import commits. */
  public enum Commits {
    /** After each batch: batches before an error remain. */
    EACH_BATCH,
    /** After the last row. */
    AT_END,
    /** Never: the rows belong to the caller's transaction. */
    NEVER
  }

  /**
   * @param names column names in the order of the fields; empty for all columns
   */
  public TableImport(Connection connection, String table, List<String> names, BatchPolicy pace)
      throws SQLException, ImportException {
    this.connection = connection;
    this.pace = pace;
    this.lines = new long[pace.batch];
    this.columns = columns(connection, table, names);
    String quote = connection.getMetaData().getIdentifierQuoteString();
    this.insert =
        connection.prepareStatement(
            "INSERT INTO "
                + table
                + columns.stream()
                    .map(column -> quote + column.name.replace(quote, quote + quote) + quote)
                    .collect(Collectors.joining(", ", " (", ")"))
                + " VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?"))
                + ")");
  }

  private static List<Column> columns(Connection connection, String table, List<String> names)
      throws SQLException, ImportException {
    List<Column> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
      ResultSetMetaData meta = none.getMetaData();
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        all.add(new Column(meta.getColumnName(i), meta.getColumnType(i)));
      }
    }
    if (names.isEmpty()) {
      return all;
    }
    List<Column> wanted = new ArrayList<>();
    for (String name : names) {
      Column column = find(all, name);
      if (column == null) {
        throw new ImportException(
            "table "
                + table
                + " has no column \""
                + name
                + "\", which the "
                + "header or --columns names; --no-header if the first line is data",
            null);
      }
      wanted.add(column);
    }
    return wanted;
  }

  /** Finds the column of exactly this name, else the one that differs in case only. */
  private static @Nullable Column find(List<Column> columns, String name) {
    Column similar = null;
    for (Column column : columns) {
      if (column.name.equals(name)) {
        return column;
      }
      if (column.name.equalsIgnoreCase(name)) {
        similar = column;
      }
    }
    return similar;
  }

  /**
   * Loads all records.
   *
   * @param progress receives the number of rows read, often
   * @return number of rows
   */
  public long run(CsvRecordReader records, LongConsumer progress)
      throws SQLException, ImportException {
    Binder binder = new Binder();
    while (next(records, binder)) {
      if (binder.index != columns.size() - 1) {
        throw failed(
            records.line(),
            "",
            "has " + (binder.index + 1) + " fields, not " + columns.size(),
            null);
      }
      insert.addBatch();
      lines[pending++] = records.line();
      rows++;
      if (pending == pace.batch || binder.characters > BATCH_CHARACTERS_MAX) {
        binder.characters = 0;
        send();
        progress.accept(rows);
      }
    }
    send();
    if (pace.commits != Commits.NEVER) {
      connection.commit();
    }
    return rows;
  }

  private boolean next(CsvRecordReader records, Binder binder)
      throws SQLException, ImportException {
    try {
      return records.next(binder);
    } catch (CsvException e) {
      throw failed(e.line(), "", String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      int field = binder.index;
      boolean extra = field >= columns.size();
      throw failed(
          records.line(),
          extra ? "" : ", column \"" + columns.get(field).name + "\"",
          extra ? "more than " + columns.size() + " fields" : "not a value of the column's type",
          e);
    } catch (Binder.Refused e) {
      throw e.cause;
    }
  }

  private void send() throws SQLException, ImportException {
    if (pending == 0) {
      return;
    }
    try {
      insert.executeBatch();
      if (pace.commits == Commits.EACH_BATCH) {
        connection.commit();
        committed = rows;
      }
    } catch (BatchUpdateException e) {
      int done = e.getUpdateCounts().length;
      String where = done < pending ? "line " + lines[done] : "lines up to " + lines[pending - 1];
      throw failed(where, e.getSQLState() + ": " + e.getMessage(), e);
    } catch (SQLException e) {
      throw failed(
          "lines " + lines[0] + " to " + lines[pending - 1],
          e.getSQLState() + ": " + e.getMessage(),
          e);
    }
    pending = 0;
  }

  private ImportException failed(
      long line, String column, String message, @Nullable Throwable cause) {
    return failed("line " + line + column, message, cause);
  }

  private ImportException failed(String where, String message, @Nullable Throwable cause) {
    return new ImportException(
        where
            + ": "
            + message
            + (pace.commits == Commits.NEVER ? "" : "; " + committed + " rows are committed"),
        cause);
  }

  /** Names of the target columns in field order. */
  public List<String> columnNames() {
    return columns.stream().map(Column::name).toList();
  }

  /** Cancels a batch being sent; called from another thread. */
  public void cancel() throws SQLException {
    insert.cancel();
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }

  /** Handler that binds the fields of a record to parameters. */
  private final class Binder implements CsvFieldHandler {
    private int index = -1;
    private int characters;

    /** Carries an error of the driver through the reader. */
    private static final class Refused extends RuntimeException {
      private static final long serialVersionUID = 1L;
      private final transient SQLException cause;

      Refused(SQLException cause) {
        super(cause);
        this.cause = cause;
      }
    }

    @Override
    public void begin(long line) {
      index = -1;
    }

    @Override
    public void field(int at, char[] text, int offset, int length, boolean isNull) {
      index = at;
      if (at >= columns.size()) {
        throw new IllegalArgumentException("more fields than columns");
      }
      Column column = columns.get(at);
      characters += length;
      try {
        if (isNull) {
          insert.setNull(at + 1, column.type == Types.OTHER ? Types.NULL : column.type);
        } else {
          column.setter.set(insert, at + 1, text, offset, length);
        }
      } catch (SQLException e) {
        throw new Refused(e);
      }
    }

    @Override
    public @Nullable LongFieldHandler longField(int at) {
      int type = at < columns.size() ? columns.get(at).type : Types.NULL;
      try {
        return switch (type) {
          case Types.BLOB -> {
            Blob blob = connection.createBlob();
            yield new LongValue(blob.setBinaryStream(1), () -> insert.setBlob(at + 1, blob), at);
          }
          case Types.CLOB -> {
            Clob clob = connection.createClob();
            yield new LongValue(clob.setCharacterStream(1), () -> insert.setClob(at + 1, clob), at);
          }
          default -> null;
        };
      } catch (SQLException e) {
        throw new Refused(e);
      }
    }

    /** A long value, which the driver writes as it is read. */
    private final class LongValue extends LongFieldStream {
      private final Setter setter;
      private final int at;

      LongValue(Writer text, Setter setter, int at) {
        super(text);
        this.setter = setter;
        this.at = at;
      }

      LongValue(OutputStream bytes, Setter setter, int at) {
        super(bytes);
        this.setter = setter;
        this.at = at;
      }

      @Override
      protected void ended() {
        index = at;
        try {
          setter.set();
        } catch (SQLException e) {
          throw new Refused(e);
        }
      }

      @Override
      protected RuntimeException malformed() {
        index = at;
        return new IllegalArgumentException("not \\x and hexadecimal digits");
      }

      @Override
      protected RuntimeException failed(IOException e) {
        return new Refused(
            e.getCause() instanceof SQLException cause ? cause : new SQLException(e));
      }
    }
  }

  /** Sets a parameter. */
  private interface Setter {
    void set() throws SQLException;
  }
}
