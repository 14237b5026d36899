package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RowBatchTest {
  private static final SqlType[] TYPES = {
    SqlType.INTEGER, SqlType.BIGINT, SqlType.decimal(18, 2), SqlType.DOUBLE, SqlType.TEXT
  };

  private final List<Object[]> expected = new ArrayList<>();
  private final RowBatch batch = new RowBatch(500);

  /** Rows of random values, with NULLs, missing fields, wide rows, and bytes around each row. */
  private void fill(long seed) {
    Random random = new Random(seed);
    while (batch.room() > 0) {
      Object[] values = new Object[TYPES.length];
      values[0] = (int) random.nextLong() >> random.nextInt(32);
      values[1] = random.nextLong() >> random.nextInt(64);
      values[2] = BigDecimal.valueOf(random.nextLong() % 1_000_000_000_000_000_000L, 2);
      values[3] = random.nextDouble();
      values[4] = "\u00e4".repeat(random.nextInt(20) == 0 ? 40_000 : random.nextInt(200));
      byte[][] fields = new byte[TYPES.length][];
      for (int i = 0; i < fields.length; i++) {
        boolean missing = random.nextInt(15) == 0;
        values[i] = missing || random.nextInt(8) == 0 ? null : values[i];
        fields[i] = missing ? new byte[0] : RowFormat.encodeField(TYPES[i], values[i]);
      }
      byte[] row = RowFormat.row(fields);
      int before = random.nextInt(3);
      byte[] page = new byte[before + row.length + random.nextInt(3)];
      System.arraycopy(row, 0, page, before, row.length);
      batch.add(page, before, before + row.length);
      expected.add(values);
    }
  }

  private static int[] selected(long seed, int size) {
    return IntStream.range(0, size).filter(row -> row % 7 != seed % 7).toArray();
  }

  @Test
  void columnsHaveTheValuesOfTheRows() {
    for (long seed = 0; seed < 20; seed++) {
      expected.clear();
      batch.clear(500);
      fill(seed);
      int[] rows = selected(seed, expected.size());
      for (int ordinal = 0; ordinal < TYPES.length; ordinal++) {
        Object[] read = read(ordinal, rows);
        for (int row : rows) {
          assertThat(read[row])
              .as("%s of row %s", TYPES[ordinal], row)
              .isEqualTo(expected.get(row)[ordinal]);
        }
      }
    }
  }

  private Object[] read(int ordinal, int[] rows) {
    int size = batch.size();
    Object[] read = new Object[size];
    boolean[] nulls = new boolean[size];
    boolean[] others = new boolean[size];
    long[] longs = new long[size];
    double[] doubles = new double[size];
    byte[][] data = new byte[size][];
    int[] from = new int[size];
    int[] to = new int[size];
    RowBatch.OtherField other =
        row -> {
          others[row] = true;
          RowSlice slice = batch.slice(row, new RowSlice());
          read[row] = slice.find(ordinal) ? slice.decode(TYPES[ordinal]) : null;
        };
    boolean anyNull =
        switch (TYPES[ordinal].kind()) {
          case DECIMAL -> batch.decimals(ordinal, 2, rows, rows.length, longs, nulls, other);
          case DOUBLE -> batch.doubles(ordinal, rows, rows.length, doubles, nulls, other);
          case TEXT -> batch.texts(ordinal, rows, rows.length, data, from, to, nulls, other);
          default -> batch.integers(ordinal, rows, rows.length, longs, nulls, other);
        };
    int found = 0;
    for (int row : rows) {
      found += nulls[row] ? 1 : 0;
      if (!others[row] && !nulls[row]) {
        read[row] =
            switch (TYPES[ordinal].kind()) {
              case DECIMAL -> BigDecimal.valueOf(longs[row], 2);
              case DOUBLE -> doubles[row];
              case TEXT ->
                  new String(data[row], from[row], to[row] - from[row], StandardCharsets.UTF_8);
              case INTEGER -> (int) longs[row];
              default -> longs[row];
            };
      }
    }
    assertThat(anyNull).isEqualTo(found > 0);
    return read;
  }

  @Test
  void damagedRowsAreLeftToTheCaller() {
    batch.add(new byte[] {9, 9}, 0, 2);
    batch.add(new byte[] {0x11, 0, 1, (byte) 200, 3, 1}, 0, 6);
    batch.add(new byte[] {0x13, 0, 1, 1, 3, 1}, 0, 6);
    List<Integer> left = new ArrayList<>();
    batch.integers(0, new int[] {0, 1, 2}, 3, new long[3], new boolean[3], left::add);
    assertThat(left).containsExactly(0, 1, 2);
  }
}
