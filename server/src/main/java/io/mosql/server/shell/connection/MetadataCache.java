package io.mosql.server.shell.connection;

import io.mosql.server.shell.input.ShellException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the names of tables, columns and schemas for completion. Names are read on first use,
 * and again after a schema change by this shell or after a minute. Nothing is read while a
 * transaction is open: the queries would become part of it, and could abort it or prevent its
 * commit. Confined to one thread.
 */
public final class MetadataCache {
  private static final long FRESH_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final ShellConnection link;
  private final Map<String, List<String>> columns = new HashMap<>();
  private @Nullable Names names;
  private boolean stale;
  private long readAt;

  /**
   * Names of a database.
   *
   * @param schemas schema names
   * @param quote quote character for names that need it; empty for none
   * @param upperCase whether unquoted names are stored in upper case
   * @param keywords keywords in addition to those of the SQL standard
   */
  public record Names(
      List<String> schemas,
      List<TableName> tables,
      String quote,
      boolean upperCase,
      List<String> keywords) {
    static final Names NONE = new Names(List.of(), List.of(), "\"", false, List.of());
  }

  public MetadataCache(ShellConnection link) {
    this.link = link;
  }

  /** Clears the cache because the connection has changed. */
  public void clear() {
    names = null;
    columns.clear();
  }

  /** Marks the cached names as outdated. */
  public void invalidate() {
    stale = true;
  }

  /** Reads the names that may be needed in the transaction about to begin. */
  public void preload() {
    names();
    readColumns();
  }

  /** Returns the cached names; empty if the database does not respond. */
  public Names names() {
    Names known = names;
    if (link.transaction().isOpen() || link.isLost()) {
      return known == null ? Names.NONE : known;
    }
    if (known == null || stale || System.nanoTime() - readAt > FRESH_NANOS) {
      known = read();
      names = known;
      stale = false;
      readAt = System.nanoTime();
      columns.clear();
    }
    return known;
  }

  private Names read() {
    try {
      Connection connection = link.connection();
      DatabaseMetaData meta = connection.getMetaData();
      List<String> schemas = new ArrayList<>();
      try (ResultSet rows = meta.getSchemas()) {
        while (rows.next()) {
          schemas.add(rows.getString("TABLE_SCHEM"));
        }
      }
      String quote = meta.getIdentifierQuoteString();
      return new Names(
          schemas,
          TableName.all(connection.getCatalog(), meta),
          quote == null ? "" : quote.strip(),
          meta.storesUpperCaseIdentifiers(),
          List.of(meta.getSQLKeywords().split(",")));
    } catch (SQLException | ShellException e) {
      // Completion is optional: the next statement will report the problem.
      return Names.NONE;
    }
  }

  /** Returns the column names of a table. */
  public List<String> columns(TableName table) {
    readColumns();
    return columns.getOrDefault(key(table.schema(), table.name()), List.of());
  }

  /** Reads the columns of all tables with one query, which is cheaper than a query per table. */
  private void readColumns() {
    if (!columns.isEmpty() || link.transaction().isOpen() || link.isLost()) {
      return;
    }
    try {
      Connection connection = link.connection();
      DatabaseMetaData meta = connection.getMetaData();
      try (ResultSet rows = meta.getColumns(connection.getCatalog(), null, "%", "%")) {
        while (rows.next()) {
          String key = key(rows.getString("TABLE_SCHEM"), rows.getString("TABLE_NAME"));
          columns.computeIfAbsent(key, any -> new ArrayList<>()).add(rows.getString("COLUMN_NAME"));
        }
      }
    } catch (SQLException | ShellException e) {
      columns.clear();
    }
  }

  private static String key(@Nullable String schema, String table) {
    return (schema == null ? "" : schema) + '\0' + table;
  }
}
