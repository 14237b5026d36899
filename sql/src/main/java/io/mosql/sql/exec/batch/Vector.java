package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of a {@link Batch}: one value for each row of it, in the form that suits the values.
 * Only the rows that its creator was asked for have one. Not changed once it was returned.
 *
 * <p>One type may come in several forms: a DECIMAL is a {@link Longs} while its unscaled values fit
 * 64 bits, and {@link Objects} otherwise; a text from a page is {@link Texts}.
 */
sealed interface Vector {
  /** Which rows are NULL; null when none is. */
  boolean @Nullable [] nulls();

  /** The value of a row, of the carrier class of the type's kind; null for NULL. */
  @Nullable Object get(int row);

  default boolean isNull(int row) {
    boolean[] all = nulls();
    return all != null && all[row];
  }

  /** The carrier class of values in the form of 64 bits. */
  enum Carrier {
    BOOLEAN,
    INTEGER,
    LONG,
    DECIMAL;

    /** The carrier for a type; null for types without such a form. */
    static @Nullable Carrier of(SqlType type) {
      return switch (type.kind()) {
        case BOOLEAN -> BOOLEAN;
        case SMALLINT, INTEGER, DATE -> INTEGER;
        case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> LONG;
        case DECIMAL -> DECIMAL;
        default -> null;
      };
    }

    Object box(long value, int scale) {
      return switch (this) {
        case BOOLEAN -> value != 0;
        case INTEGER -> (int) value;
        case LONG -> value;
        case DECIMAL -> BigDecimal.valueOf(value, scale);
      };
    }
  }

  /**
   * Numbers, dates, times and truth values of 64 bits.
   *
   * @param values a DECIMAL is its unscaled value; false is 0, true is 1
   * @param scale of DECIMAL, else 0
   */
  record Longs(long[] values, boolean @Nullable [] nulls, Carrier carrier, int scale)
      implements Vector {
    @Override
    public @Nullable Object get(int row) {
      return isNull(row) ? null : carrier.box(values[row], scale);
    }
  }

  /** Values of DOUBLE. */
  record Doubles(double[] values, boolean @Nullable [] nulls) implements Vector {
    @Override
    public @Nullable Object get(int row) {
      return isNull(row) ? null : values[row];
    }
  }

  /**
   * Texts as UTF-8 inside of other arrays, such as pages.
   *
   * @param data the arrays
   * @param from offsets of their first bytes
   * @param to offsets after their last bytes
   */
  record Texts(byte[][] data, int[] from, int[] to, boolean @Nullable [] nulls) implements Vector {
    @Override
    public @Nullable Object get(int row) {
      return isNull(row)
          ? null
          : new String(data[row], from[row], to[row] - from[row], StandardCharsets.UTF_8);
    }

    /**
     * A part of each of some texts.
     *
     * @param skipped number of characters before the part
     * @param characters maximum number of characters of the part
     */
    Texts substring(int skipped, int characters, int[] rows, int count) {
      int[] starts = new int[from.length];
      int[] ends = new int[from.length];
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!isNull(row)) {
          starts[row] = Utf8LikePattern.offset(data[row], from[row], to[row], skipped);
          ends[row] = Utf8LikePattern.offset(data[row], starts[row], to[row], characters);
        }
      }
      return new Texts(data, starts, ends, nulls);
    }
  }

  /** Values of any type. */
  record Objects(@Nullable Object[] values) implements Vector {
    @Override
    public boolean @Nullable [] nulls() {
      return null;
    }

    @Override
    public boolean isNull(int row) {
      return values[row] == null;
    }

    @Override
    public @Nullable Object get(int row) {
      return values[row];
    }
  }

  /**
   * Puts values into the form of their type.
   *
   * @param values by row, of the carrier class of the type's kind; kept
   */
  static Vector of(@Nullable Object[] values, int[] rows, int count, SqlType type) {
    Carrier carrier = Carrier.of(type);
    if (carrier != null) {
      Vector longs = longs(values, rows, count, carrier, type.scale());
      return longs == null ? new Objects(values) : longs;
    }
    if (type.kind() != TypeKind.DOUBLE) {
      return new Objects(values);
    }
    double[] doubles = new double[values.length];
    boolean[] nulls = null;
    for (int k = 0; k < count; k++) {
      Object value = values[rows[k]];
      if (value == null) {
        nulls = nulls == null ? new boolean[values.length] : nulls;
        nulls[rows[k]] = true;
      } else if (value instanceof Double number) {
        doubles[rows[k]] = number;
      } else {
        return new Objects(values);
      }
    }
    return new Doubles(doubles, nulls);
  }

  /**
   * A vector with one value in all rows.
   *
   * @param value of the carrier class of the type's kind, or null
   */
  static Vector constant(@Nullable Object value, SqlType type, int capacity) {
    Carrier carrier = Carrier.of(type);
    int scale = carrier == Carrier.DECIMAL ? type.scale() : 0;
    if (carrier != null && value == null) {
      boolean[] nulls = new boolean[capacity];
      Arrays.fill(nulls, true);
      return new Longs(new long[capacity], nulls, carrier, scale);
    }
    Long whole = carrier == null || value == null ? null : unboxed(value, carrier, scale);
    if (carrier != null && whole != null) {
      long[] values = new long[capacity];
      Arrays.fill(values, whole);
      return new Longs(values, null, carrier, scale);
    }
    if (value instanceof Double number && type.kind() == TypeKind.DOUBLE) {
      double[] values = new double[capacity];
      Arrays.fill(values, number);
      return new Doubles(values, null);
    }
    if (value instanceof String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (new String(bytes, StandardCharsets.UTF_8).equals(text)) {
        byte[][] data = new byte[capacity][];
        Arrays.fill(data, bytes);
        int[] to = new int[capacity];
        Arrays.fill(to, bytes.length);
        return new Texts(data, new int[capacity], to, null);
      }
    }
    Object[] values = new Object[capacity];
    Arrays.fill(values, value);
    return new Objects(values);
  }

  private static @Nullable Vector longs(
      @Nullable Object[] values, int[] rows, int count, Carrier carrier, int scale) {
    long[] longs = new long[values.length];
    boolean[] nulls = null;
    for (int k = 0; k < count; k++) {
      Object value = values[rows[k]];
      Long number = value == null ? null : unboxed(value, carrier, scale);
      if (number != null) {
        longs[rows[k]] = number;
      } else if (value == null) {
        nulls = nulls == null ? new boolean[values.length] : nulls;
        nulls[rows[k]] = true;
      } else {
        return null;
      }
    }
    return new Longs(longs, nulls, carrier, carrier == Carrier.DECIMAL ? scale : 0);
  }

  /** The value as 64 bits; null when it does not have this form. */
  static @Nullable Long unboxed(Object value, Carrier carrier, int scale) {
    return switch (carrier) {
      case BOOLEAN -> value instanceof Boolean truth ? (truth ? 1L : 0L) : null;
      case INTEGER -> value instanceof Integer number ? (Long) (long) number : null;
      case LONG -> value instanceof Long number ? number : null;
      case DECIMAL ->
          value instanceof BigDecimal number
                  && number.scale() == scale
                  && number.unscaledValue().bitLength() < Long.SIZE
              ? (Long) number.unscaledValue().longValue()
              : null;
    };
  }
}
