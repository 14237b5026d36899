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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowBatchTest {
  private static final SqlType[] TYPES = {
    SqlType.INTEGER, SqlType.BIGINT, SqlType.decimal(18, 2), SqlType.DOUBLE, SqlType.TEXT
  };
  private static final int CAPACITY = 500;

  /** A row and its values; its bytes lie anywhere in their array. */
  private record Row(byte[] bytes, int start, int end, Object[] values) {}

  /** A page whose rows are in arrays of their own, or in one. */
  private static final class Page extends RowPage {
    private final List<Row> rows;

    Page(List<Row> rows) {
      this.rows = rows;
    }

    @Override
    protected int size() {
      return rows.size();
    }

    @Override
    protected byte[] bytes(int at) {
      return rows.get(at).bytes;
    }

    @Override
    protected void locate(int from, int to, int at, byte[][] bytes, int[] starts, int[] ends) {
      for (int i = from; i < to; i++) {
        bytes[at + i - from] = rows.get(i).bytes;
        starts[at + i - from] = rows.get(i).start;
        ends[at + i - from] = rows.get(i).end;
      }
    }
  }

  /** A row of random values, with NULLs, missing fields, wide rows, and bytes around the row. */
  private static Row row(Random random, boolean wide) {
    Object[] values = new Object[TYPES.length];
    values[0] = (int) random.nextLong() >> random.nextInt(32);
    values[1] = random.nextLong() >> random.nextInt(64);
    values[2] = BigDecimal.valueOf(random.nextLong() % 1_000_000_000_000_000_000L, 2);
    values[3] = random.nextDouble();
    values[4] = "\u00e4".repeat(wide ? 40_000 : random.nextInt(200));
    byte[][] fields = new byte[TYPES.length][];
    for (int i = 0; i < fields.length; i++) {
      boolean missing = random.nextInt(15) == 0;
      values[i] = missing || random.nextInt(8) == 0 ? null : values[i];
      fields[i] = missing ? new byte[0] : RowFormat.encodeField(TYPES[i], values[i]);
    }
    byte[] row = RowFormat.row(fields);
    int before = random.nextInt(3);
    byte[] bytes = new byte[before + row.length + random.nextInt(3)];
    System.arraycopy(row, 0, bytes, before, row.length);
    return new Row(bytes, before, before + row.length, values);
  }

  /** Integers of one width, without NULLs: columns of pages with little to decode. */
  private static Row small(Random random, int bits) {
    Object[] values = {
      (int) random.nextLong() >> 32 - Math.min(bits, 32),
      random.nextLong() >> 64 - bits,
      BigDecimal.valueOf(random.nextLong() >> 64 - Math.min(bits, 59), 2),
      random.nextDouble(),
      bits < 32 ? "text " + random.nextInt(3) : Integer.toString(random.nextInt(1 << 20))
    };
    byte[][] fields = new byte[TYPES.length][];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = RowFormat.encodeField(TYPES[i], values[i]);
    }
    byte[] row = RowFormat.row(fields);
    return new Row(row, 0, row.length, values);
  }

  private static List<Page> pages(Random random) {
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      int bits = 1 + random.nextInt(64);
      boolean plain = random.nextBoolean();
      boolean wide = random.nextInt(4) == 0;
      pages.add(
          new Page(
              IntStream.range(0, 1 + random.nextInt(80))
                  .mapToObj(
                      row ->
                          plain
                              ? small(random, bits)
                              : row(random, wide && random.nextInt(20) == 0))
                  .toList()));
    }
    return pages;
  }

  /** Fills a batch with single rows and parts of pages; returns the rows. */
  private static List<Row> fill(RowBatch batch, List<Page> pages, Random random) {
    List<Row> rows = new ArrayList<>();
    for (Page page : pages) {
      int from = random.nextInt(3) == 0 ? random.nextInt(page.size()) : 0;
      int to = random.nextInt(3) == 0 ? from + random.nextInt(page.size() - from) : page.size();
      to = Math.min(to, from + batch.room());
      for (int at = from; at < to; ) {
        if (random.nextInt(40) == 0) {
          Row single = page.rows.get(at);
          batch.add(single.bytes, single.start, single.end);
          at++;
        } else {
          int next = random.nextBoolean() ? to : at + 1 + random.nextInt(to - at);
          batch.add(page, at, next);
          at = next;
        }
      }
      rows.addAll(page.rows.subList(from, to));
    }
    assertThat(batch.size()).isEqualTo(rows.size());
    return rows;
  }

  @ParameterizedTest(name = "cache of {0} bytes")
  @ValueSource(longs = {0, 3_000, 20_000, 1 << 20})
  void columnsHaveTheValuesOfTheRows(long cacheBytes) {
    ColumnCache cache = new ColumnCache(cacheBytes);
    RowBatch batch = new RowBatch(CAPACITY, cache);
    for (long seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      List<Page> pages = pages(random);
      for (int round = 0; round < 8; round++) {
        batch.clear(CAPACITY);
        List<Row> rows = fill(batch, pages, random);
        int share = 1 + random.nextInt(7);
        int[] selected =
            IntStream.range(0, rows.size())
                .filter(row -> share == 1 || random.nextInt(share) == 0)
                .toArray();
        for (int ordinal = 0; ordinal < TYPES.length; ordinal++) {
          Object[] read = read(batch, ordinal, selected);
          for (int row : selected) {
            assertThat(read[row])
                .as("%s of row %s, seed %s, round %s", TYPES[ordinal], row, seed, round)
                .isEqualTo(rows.get(row).values[ordinal]);
          }
        }
      }
    }
    assertThat(cache.bytes()).isLessThanOrEqualTo(cacheBytes);
    assertThat(cache.bytes() > 0).isEqualTo(cacheBytes > 0);
  }

  private static Object[] read(RowBatch batch, int ordinal, int[] rows) {
    int size = batch.size();
    Object[] read = new Object[size];
    boolean[] others = new boolean[size];
    long[] longs = new long[size];
    double[] doubles = new double[size];
    byte[][] data = new byte[size][];
    int[] from = new int[size];
    int[] to = new int[size];
    RowBatch.OtherField other =
        row -> {
          assertThat(others[row]).as("read once").isFalse();
          others[row] = true;
          RowSlice slice = batch.slice(row, new RowSlice());
          read[row] = slice.find(ordinal) ? slice.decode(TYPES[ordinal]) : null;
          return read[row] == null;
        };
    boolean[] nulls =
        switch (TYPES[ordinal].kind()) {
          case DECIMAL -> batch.decimals(ordinal, 2, rows, rows.length, longs, other);
          case DOUBLE -> batch.doubles(ordinal, rows, rows.length, doubles, other);
          case TEXT -> batch.texts(ordinal, rows, rows.length, data, from, to, other);
          default -> batch.integers(ordinal, rows, rows.length, longs, other);
        };
    for (int row : rows) {
      boolean isNull = nulls != null && nulls[row];
      if (others[row]) {
        assertThat(isNull).isEqualTo(read[row] == null);
      } else if (!isNull) {
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
    return read;
  }

  @Test
  void aColumnIsReadInTheKindThatIsAskedFor() {
    Page page = new Page(List.of(small(new Random(1), 20), small(new Random(2), 20)));
    RowBatch batch = new RowBatch(10, new ColumnCache(10_000));
    int[] rows = {0, 1};
    for (int round = 0; round < 3; round++) {
      batch.clear(10);
      batch.add(page, 0, 2);
      assertThat(read(batch, 0, rows)[1]).isEqualTo(page.rows.get(1).values[0]);
      List<Integer> left = new ArrayList<>();
      batch.decimals(0, 2, rows, 2, new long[2], row -> left.add(row));
      batch.doubles(0, rows, 2, new double[2], row -> left.add(row));
      batch.texts(0, rows, 2, new byte[2][], new int[2], new int[2], row -> left.add(row));
      batch.decimals(2, 3, rows, 2, new long[2], row -> left.add(row));
      assertThat(left).as("no integer is something else").containsExactly(0, 1, 0, 1, 0, 1, 0, 1);
    }
  }

  @Test
  void damagedRowsAreLeftToTheCaller() {
    RowBatch batch = new RowBatch(3);
    batch.add(new byte[] {9, 9}, 0, 2);
    batch.add(new byte[] {0x11, 0, 1, (byte) 200, 3, 1}, 0, 6);
    batch.add(new byte[] {0x13, 0, 1, 1, 3, 1}, 0, 6);
    List<Integer> left = new ArrayList<>();
    batch.integers(0, new int[] {0, 1, 2}, 3, new long[3], left::add);
    assertThat(left).containsExactly(0, 1, 2);
  }
}
