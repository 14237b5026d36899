package io.mosql.sql.exec.spill;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.sql.exec.expression.FieldCollations;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hash-table key of values: equal exactly when SQL calls the values equal (NULL equal to NULL).
 * Immutable.
 */
public final class HashKey {
  /** Bytes of an entry in a hash table, key and list of rows included. */
  public static final int HASHED_BYTES = 128;

  private static final int LONG_DIGITS = 19;

  private final @Nullable Object[] values;
  private final int hash;

  private HashKey(@Nullable Object[] canonical) {
    this.values = canonical;
    this.hash = Arrays.hashCode(canonical);
  }

  /** Returns the key of a whole row. */
  public static HashKey of(@Nullable Object[] row, FieldCollations texts) {
    Object[] canonical = new Object[row.length];
    for (int i = 0; i < row.length; i++) {
      canonical[i] = canonical(texts.key(i, row[i]));
    }
    return new HashKey(canonical);
  }

  public static HashKey of(@Nullable Object[] row, int[] fields, FieldCollations texts) {
    Object[] canonical = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      canonical[i] = canonical(texts.key(fields[i], row[fields[i]]));
    }
    return new HashKey(canonical);
  }

  /**
   * Returns the key of fields that compare by code point; trailing blanks of a {@code padded} field
   * are ignored.
   */
  public static HashKey of(@Nullable Object[] row, int[] fields, boolean[] padded) {
    Object[] canonical = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      Object value = row[fields[i]];
      canonical[i] =
          padded[i] && value instanceof String text
              ? Coercion.withoutTrailingBlanks(text)
              : canonical(value);
    }
    return new HashKey(canonical);
  }

  /** Returns the key of values that compare by code point. */
  public static HashKey of(@Nullable Object[] values, boolean[] padded) {
    Object[] canonical = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      canonical[i] =
          padded[i] && values[i] instanceof String text
              ? Coercion.withoutTrailingBlanks(text)
              : canonical(values[i]);
    }
    return new HashKey(canonical);
  }

  /** The object that stands for a value in a hash table: equal when SQL calls the values equal. */
  public static @Nullable Object canonical(@Nullable Object field) {
    Object value = LargeObject.loaded(field);
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof BigDecimal number) {
      BigDecimal stripped = number.stripTrailingZeros();
      boolean isLong =
          stripped.scale() <= 0
              && stripped.precision() - stripped.scale() <= LONG_DIGITS
              && stripped.toBigInteger().bitLength() < Long.SIZE;
      return isLong ? (Object) stripped.longValueExact() : stripped;
    }
    if (value instanceof Float number) {
      return number == 0f ? 0d : (double) number;
    }
    if (value instanceof Double number) {
      return number == 0d ? 0d : number;
    }
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof SqlArray array) {
      List<@Nullable Object> parts = new ArrayList<>();
      for (int i = 0; i < array.dimensions(); i++) {
        parts.add(List.of(array.length(i), array.lower(i)));
      }
      array.items().forEach(item -> parts.add(canonical(item)));
      return parts;
    }
    return value;
  }

  public boolean hasNull() {
    for (Object value : values) {
      if (value == null) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof HashKey other && hash == other.hash && Arrays.equals(values, other.values);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
