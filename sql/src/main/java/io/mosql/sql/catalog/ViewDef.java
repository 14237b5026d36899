package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import java.util.List;

/**
 * The definition of a view. Immutable; a change creates a new definition with the same id.
 *
 * <p>The sources of the query are stored by id, with the columns that existed when the view was
 * created: {@code *} keeps these columns, and the view follows when they are renamed.
 *
 * @param columns columns of its result
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
  /** Which conditions rows written through the view must satisfy. */
  public enum CheckOption {
    /** None. */
    NONE,
    /** The view's own condition. */
    LOCAL,
    /** The view's own condition and those of all views that it selects from. */
    CASCADED
  }

  /** The ordinal of a column that is found by its name. */
  public static final int BY_NAME = -1;

  public ViewDef {
    columns = List.copyOf(columns);
    sources = List.copyOf(sources);
  }

  /**
   * A column of the result.
   *
   * @param type type without collation, which comes from the sources of the query
   * @param nullable whether it was nullable when the view was created
   */
  public record Column(String name, SqlType type, boolean nullable) {}

  /**
   * A table or view that the query reads.
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
   * @param ordinal {@link ColumnDef#ordinal()}; {@link #BY_NAME} where the source is not a table
   * @param name as the query names it
   */
  public record Part(int ordinal, String name) {}

  public boolean reads(long object) {
    return sources.stream().anyMatch(source -> source.object() == object);
  }

  /** A copy with another check option. */
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
