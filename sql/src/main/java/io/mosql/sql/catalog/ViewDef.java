package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import java.util.List;

/**
 * A view: a query with a name. Immutable; a change makes a new definition with the same id.
 *
 * <p>What the query reads is kept by id, with the columns that there were when the view was made:
 * {@code *} goes on to mean those, and the view follows when they are renamed.
 *
 * @param columns its result
 * @param sql the query, in which every table is named with its schema, by the names of the sources
 * @param checkOption WITH CHECK OPTION
 */
public record ViewDef(
    long id,
    String schema,
    String name,
    List<Column> columns,
    String sql,
    List<Source> sources,
    CheckOption checkOption) {
  /** Whether rows that are written through the view must be in it. */
  public enum CheckOption {
    /** They need not. */
    NONE,
    /** By its own condition. */
    LOCAL,
    /** By its own condition and those of all views that it selects from. */
    CASCADED
  }

  /** Ordinal of what is found by its name. */
  public static final int BY_NAME = -1;

  public ViewDef {
    columns = List.copyOf(columns);
    sources = List.copyOf(sources);
  }

  /**
   * A column of the result.
   *
   * @param type without a collation, which is that of what the query reads
   * @param nullable whether it may have been NULL when the view was made
   */
  public record Column(String name, SqlType type, boolean nullable) {}

  /**
   * Something that the query reads.
   *
   * @param schema as the query names it
   * @param name as the query names it
   * @param object id of a table or view, 0 for a system view
   * @param columns that the query may see
   */
  public record Source(String schema, String name, long object, List<Part> columns) {
    public Source {
      columns = List.copyOf(columns);
    }
  }

  /**
   * A column of a source.
   *
   * @param ordinal {@link ColumnDef#ordinal()}; {@link #BY_NAME} where that is no table
   * @param name as the query names it
   */
  public record Part(int ordinal, String name) {}

  public boolean reads(long object) {
    return sources.stream().anyMatch(source -> source.object() == object);
  }

  /** The same with another check option. */
  public ViewDef withCheckOption(CheckOption option) {
    return new ViewDef(id, schema, name, columns, sql, sources, option);
  }

  public ViewDef withName(String newSchema, String newName) {
    return new ViewDef(id, newSchema, newName, columns, sql, sources, checkOption);
  }

  /** {@code schema.name}, for messages. */
  public String qualifiedName() {
    return schema + "." + name;
  }
}
