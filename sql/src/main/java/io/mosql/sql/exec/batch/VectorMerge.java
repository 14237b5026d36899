package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A vector that is put together from values of different rows, such as the branches of CASE. The
 * type has the form of 64 bits. Not thread-safe.
 */
final class VectorMerge {
  private final SqlType type;
  private final Vector.Carrier carrier;
  private final int scale;
  private final long[] longs;
  private boolean @Nullable [] nulls;

  /** The values, where one does not have the form of 64 bits. */
  private @Nullable Object @Nullable [] others;

  VectorMerge(SqlType type, int capacity) {
    this.type = type;
    this.carrier = Objects.requireNonNull(Vector.Carrier.of(type));
    this.scale = carrier == Vector.Carrier.DECIMAL ? type.scale() : 0;
    this.longs = new long[capacity];
  }

  /** Adds the values of some rows, converted to the type. */
  void add(Vector values, int[] rows, int count) {
    if (others == null
        && values instanceof Vector.Longs more
        && more.carrier() == carrier
        && more.scale() == scale) {
      boolean[] absent = more.nulls();
      long[] from = more.values();
      for (int k = 0; k < count; k++) {
        longs[rows[k]] = from[rows[k]];
      }
      for (int k = 0; absent != null && k < count; k++) {
        if (absent[rows[k]]) {
          setNull(rows[k]);
        }
      }
      return;
    }
    Object[] all = others == null ? boxed() : others;
    others = all;
    for (int k = 0; k < count; k++) {
      all[rows[k]] = ExpressionCompiler.aligned(values.get(rows[k]), type);
    }
  }

  private @Nullable Object[] boxed() {
    Vector known = new Vector.Longs(longs, nulls, carrier, scale);
    Object[] all = new Object[longs.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = known.get(i);
    }
    return all;
  }

  private void setNull(int row) {
    boolean[] all = nulls == null ? new boolean[longs.length] : nulls;
    all[row] = true;
    nulls = all;
  }

  Vector vector() {
    return others == null
        ? new Vector.Longs(longs, nulls, carrier, scale)
        : new Vector.Objects(others);
  }

  /**
   * Removes rows from a list; both are in ascending order.
   *
   * @return the number of rows left
   */
  static int without(int[] rows, int count, int[] removed, int number) {
    int left = 0;
    int next = 0;
    for (int k = 0; k < count; k++) {
      if (next < number && removed[next] == rows[k]) {
        next++;
      } else {
        rows[left++] = rows[k];
      }
    }
    return left;
  }
}
