package io.mosql.sql.catalog;

/**
 * The object, or the part of it, that a comment is on.
 *
 * @param object id of a table, view, sequence or schema; {@link #DATABASE}
 * @param part of it: {@code ""} for the whole, else in the form of stored keys
 */
public record CommentTarget(long object, String part) {
  /** The database itself. */
  public static final long DATABASE = 0;

  /**
   * @param name of a constraint of the table, its indexes apart
   */
  public static CommentTarget constraint(long table, String name) {
    return new CommentTarget(table, "k" + name);
  }

  public static CommentTarget whole(long object) {
    return new CommentTarget(object, "");
  }

  /**
   * @param ordinal {@link ColumnDef#ordinal()} in a table, the place from 0 in a view
   */
  public static CommentTarget column(long relation, int ordinal) {
    return new CommentTarget(relation, "c" + ordinal);
  }

  /**
   * @param name of an index of the table, which keeps it when its rows move to another tree
   */
  public static CommentTarget index(long table, String name) {
    return new CommentTarget(table, "i" + name);
  }
}
