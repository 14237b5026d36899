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
 * Names of tables, columns and schemas for completion. They are read when first needed, and again
 * after a change of the schema from here, or a minute later. While a transaction is open nothing is
 * read: what it reads could make it fail, or keep it from committing. Used by one thread.
 */
public final class MetadataCache {
  private static final long FRESH_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final ShellConnection link;
  private final Map<String, List<String>> columns = new HashMap<>();
  private @Nullable Names names;
  private boolean stale;
  private long readAt;

  /**
   * What the database has.
   *
   * @param schemas their names
   * @param quote around names that need it; empty for nothing
   * @param upperCase whether names without quotes are in upper case
   * @param keywords beside those of the standard
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

  /** The database is another one. */
  public void clear() {
    names = null;
    columns.clear();
  }

  /** What is known may be wrong from now on. */
  public void invalidate() {
    stale = true;
  }

  /** A transaction is about to begin: what will be wanted in it is read now. */
  public void preload() {
    names();
    readColumns();
  }

  /** What is known; nothing if the database does not answer. */
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
      // Completion is a convenience: the next statement will tell what is wrong.
      return Names.NONE;
    }
  }

  /** Names of a table's columns. */
  public List<String> columns(TableName table) {
    readColumns();
    return columns.getOrDefault(key(table.schema(), table.name()), List.of());
  }

  /** Reads those of all tables at once: a question for each would be more work on both sides. */
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
