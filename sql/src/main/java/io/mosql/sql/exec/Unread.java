package io.mosql.sql.exec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What stands in the place of columns that were not read: NULL, or in tests that ask for it by the
 * system property {@code mosql.test.poison} a mark. Who looks at such a column looks at something
 * that is not certified; at a mark it fails.
 */
final class Unread {
  private static final boolean MARKED = Boolean.getBoolean("mosql.test.poison");
  private static final Unread MARK = new Unread();

  private Unread() {}

  /** A row none of whose columns were read. */
  static @Nullable Object[] row(int width) {
    Object[] row = new Object[width];
    if (MARKED) {
      Arrays.fill(row, MARK);
    }
    return row;
  }

  /** Whether it is what tests mark columns with. */
  static boolean isMark(Object value) {
    return value == MARK;
  }

  static Object mark() {
    return MARK;
  }

  /** A field of a row. */
  static Expression field(int index) {
    return MARKED
        ? (row, context) -> row[index] == MARK ? MARK.hashCode() : row[index]
        : (row, context) -> row[index];
  }

  /** A field of a row that an enclosing operator is at. */
  static Expression correlated(int slot, int index) {
    Expression field = field(index);
    return (row, context) -> field.evaluate(context.correlated(slot), context);
  }

  @Override
  public boolean equals(@Nullable Object o) {
    throw new IllegalStateException("a column is looked at that was not read");
  }

  @Override
  public int hashCode() {
    throw new IllegalStateException("a column is looked at that was not read");
  }
}
