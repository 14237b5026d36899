package io.mosql.sql.catalog;

/**
 * What a comment is on.
 *
 * @param object id of a table, view, sequence or schema; {@link #DATABASE}
 * @param part of it: {@code ""} for the whole, else as it stands in stored keys
 */
public record Commented(long object, String part) {
  /** The database itself. */
  public static final long DATABASE = 0;

  /**
   * @param name of a constraint of the table, its indexes apart
   */
  public static Commented constraint(long table, String name) {
    return new Commented(table, "k" + name);
  }

  public static Commented whole(long object) {
    return new Commented(object, "");
  }

  /**
   * @param ordinal {@link ColumnDef#ordinal()} in a table, the place from 0 in a view
   */
  public static Commented column(long relation, int ordinal) {
    return new Commented(relation, "c" + ordinal);
  }

  /**
   * @param name of an index of the table, which keeps it when its rows move to another tree
   */
  public static Commented index(long table, String name) {
    return new Commented(table, "i" + name);
  }
}
