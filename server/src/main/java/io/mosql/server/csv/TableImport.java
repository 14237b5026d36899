package io.mosql.server.csv;

import io.mosql.sql.csv.CsvException;
import io.mosql.sql.csv.CsvFieldHandler;
import io.mosql.sql.csv.CsvRecordReader;
import java.sql.BatchUpdateException;
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
 * Imports records into a table in batches. Autocommit is off, unless the rows belong to a
 * transaction of the caller. Not thread-safe, but for {@link #cancel}.
 */
public final class TableImport implements AutoCloseable {
  private final Connection connection;
  private final BatchPolicy pace;
  private final List<Column> columns;
  private final PreparedStatement insert;
  private final long[] lines;
  private int pending;
  private long rows;
  private long committed;

  /** A column that a field goes to. */
  private record Column(String name, int type, ParameterBinder setter) {
    Column(String name, int type) {
      this(name, type, ParameterBinder.of(type));
    }
  }

  /**
   * How often is committed.
   *
   * @param batch rows that are sent at a time
   */
  public record BatchPolicy(int batch, Commits commits) {}

  /** When is committed. */
  public enum Commits {
    /** After each batch: what came before an error stays. */
    EACH_BATCH,
    /** After the last row. */
    AT_END,
    /** By the caller, in whose transaction the rows are. */
    NEVER
  }

  /**
   * @param names of the columns in the order of the fields; empty for all
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

  /** The column of exactly this name, else the one that differs in case only. */
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
   * @param progress told the rows that were read, often
   * @return rows
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
      if (pending == pace.batch) {
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

  /** Names of the columns that fields go to, in their order. */
  public List<String> columnNames() {
    return columns.stream().map(Column::name).toList();
  }

  /** Ends a batch that is being sent, from another thread. */
  public void cancel() throws SQLException {
    insert.cancel();
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }

  /** Binds the fields of a record. */
  private final class Binder implements CsvFieldHandler {
    private int index = -1;

    /** An error of the driver on its way through the reader. */
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
  }
}
