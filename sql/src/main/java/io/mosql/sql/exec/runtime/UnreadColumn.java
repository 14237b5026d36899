package io.mosql.sql.exec.runtime;

import io.mosql.core.error.InvariantViolation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Placeholder for columns that were not read: NULL, or a poison value where a test sets the system
 * property {@code mosql.test.poison}. A read of such a column is not certified; a read of a poison
 * value fails.
 */
public final class UnreadColumn {
  private static final boolean POISONED = Boolean.getBoolean("mosql.test.poison");
  private static final UnreadColumn POISON = new UnreadColumn();

  private UnreadColumn() {}

  /** Creates a row without any read column. */
  public static @Nullable Object[] row(int width) {
    Object[] row = new Object[width];
    if (POISONED) {
      Arrays.fill(row, POISON);
    }
    return row;
  }

  /** Whether the value is the poison value of tests. */
  public static boolean isPoison(Object value) {
    return value == POISON;
  }

  public static Object poison() {
    return POISON;
  }

  /** Compiles a field of a row. */
  public static Expression field(int index) {
    return POISONED
        ? (row, context) -> row[index] == POISON ? POISON.hashCode() : row[index]
        : (row, context) -> row[index];
  }

  /** Compiles a field of the current row of an enclosing operator. */
  public static Expression correlated(int slot, int index) {
    Expression field = field(index);
    return (row, context) -> field.evaluate(context.correlated(slot), context);
  }

  @Override
  public boolean equals(@Nullable Object o) {
    throw new InvariantViolation("an expression uses only columns that the scan reads");
  }

  @Override
  public int hashCode() {
    throw new InvariantViolation("an expression uses only columns that the scan reads");
  }
}
