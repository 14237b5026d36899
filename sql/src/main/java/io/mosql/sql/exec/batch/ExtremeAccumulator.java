package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.exec.expression.ValueComparisons;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** MIN and MAX, and the first value for ANY_VALUE. */
final class ExtremeAccumulator implements BatchAccumulator {
  private final int field;
  private final SqlType type;

  /** Whether the least (-1), the greatest (1) or the first (0) value is wanted. */
  private final int sign;

  /** Whether all values have the form of 64 bits. */
  private final boolean ofLongs;

  /** Whether the values are texts that are compared as bytes. */
  private final boolean ofTexts;

  private boolean[] any = new boolean[1];
  private long[] longs = new long[1];

  /** The values of other types; the bytes of texts. */
  private @Nullable Object[] others = new Object[1];

  private long textBytes;

  ExtremeAccumulator(int field, SqlType type, int sign) {
    this.field = field;
    this.type = type;
    this.sign = sign;
    this.ofLongs = GroupTable.isLong(type);
    this.ofTexts = GroupTable.isText(type);
  }

  @Override
  public void resize(int capacity) {
    any = Arrays.copyOf(any, capacity);
    if (ofLongs) {
      longs = Arrays.copyOf(longs, capacity);
    } else {
      others = Arrays.copyOf(others, capacity);
    }
  }

  @Override
  public void add(Batch batch, int[] rows, int count, int[] groups) {
    Vector vector = batch.column(field);
    if (ofLongs && vector instanceof Vector.Longs values) {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!values.isNull(row)) {
          addLong(groups[row], values.values()[row]);
        }
      }
    } else if (ofTexts && vector instanceof Vector.Texts values) {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!values.isNull(row)) {
          addText(groups[row], values.data()[row], values.from()[row], values.to()[row]);
        }
      }
    } else {
      for (int k = 0; k < count; k++) {
        Object value = vector.get(rows[k]);
        if (value != null) {
          addValue(groups[rows[k]], value);
        }
      }
    }
  }

  private void addLong(int group, long value) {
    if (!any[group] || sign * Long.compare(value, longs[group]) > 0) {
      any[group] = true;
      longs[group] = value;
    }
  }

  private void addText(int group, byte[] data, int from, int to) {
    byte[] best = (byte[]) others[group];
    if (best == null || sign * Arrays.compareUnsigned(data, from, to, best, 0, best.length) > 0) {
      any[group] = true;
      textBytes += to - from - (best == null ? -16 : best.length);
      others[group] = Arrays.copyOfRange(data, from, to);
    }
  }

  private void addValue(int group, Object value) {
    if (ofLongs) {
      Long number =
          Vector.unboxed(
              value,
              java.util.Objects.requireNonNull(Vector.Carrier.of(type)),
              type.kind() == TypeKind.DECIMAL ? type.scale() : 0);
      addLong(group, java.util.Objects.requireNonNull(number));
    } else if (ofTexts) {
      byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
      addText(group, text, 0, text.length);
    } else {
      Object best = others[group];
      if (best == null || sign * ValueComparisons.compare(type.collation(), value, best) > 0) {
        any[group] = true;
        others[group] = value;
      }
    }
  }

  @Override
  public void merge(BatchAccumulator accumulator, int count, int[] groups) {
    ExtremeAccumulator other = (ExtremeAccumulator) accumulator;
    for (int i = 0; i < count; i++) {
      if (!other.any[i]) {
        continue;
      }
      if (ofLongs) {
        addLong(groups[i], other.longs[i]);
      } else if (ofTexts) {
        byte[] text = (byte[]) java.util.Objects.requireNonNull(other.others[i]);
        addText(groups[i], text, 0, text.length);
      } else {
        addValue(groups[i], java.util.Objects.requireNonNull(other.others[i]));
      }
    }
  }

  @Override
  public Vector results(int from, int count) {
    boolean[] nulls = new boolean[count];
    boolean anyNull = false;
    for (int i = 0; i < count; i++) {
      nulls[i] = !any[from + i];
      anyNull |= nulls[i];
    }
    if (ofLongs) {
      return new Vector.Longs(
          Arrays.copyOfRange(longs, from, from + count),
          anyNull ? nulls : null,
          java.util.Objects.requireNonNull(Vector.Carrier.of(type)),
          type.kind() == TypeKind.DECIMAL ? type.scale() : 0);
    }
    if (!ofTexts) {
      return Vector.of(Arrays.copyOfRange(others, from, from + count), Batch.all(), count, type);
    }
    byte[][] data = new byte[count][];
    int[] to = new int[count];
    for (int i = 0; i < count; i++) {
      byte[] text = (byte[]) others[from + i];
      data[i] = text == null ? new byte[0] : text;
      to[i] = data[i].length;
    }
    return new Vector.Texts(data, new int[count], to, anyNull ? nulls : null);
  }

  @Override
  public long bytes() {
    return (ofLongs ? 9L : 9L + 32) * any.length + textBytes;
  }
}
