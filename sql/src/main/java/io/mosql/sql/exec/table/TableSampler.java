package io.mosql.sql.exec.table;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.OverflowField;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ColumnStatistics;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the statistics of a table for ANALYZE from a sample of its rows, which do not count as
 * read. A small table is read completely; of a larger one rows at random positions are sampled, the
 * same ones each time.
 */
public final class TableSampler {
  private static final int ROWS_MAX = 30_000;

  /** Maximum number of values in memory at a time, over all columns. */
  private static final int VALUES_MAX = 600_000;

  /** Elements that the sample keeps of an array. */
  private static final int ITEMS = 16;

  private static final int COMMON_MAX = 16;
  private static final int BUCKETS = 32;
  private static final int TEXT_CHARS = 24;

  /** A common value is this factor more frequent than the average value. */
  private static final double COMMON_FACTOR = 1.25;

  /** Represents a value stored out of line, which is not loaded: only its presence is counted. */
  private static final byte[] LARGE = {};

  private final TableDef table;
  private final TransactionReader transaction;
  private final Runnable step;
  private final long rows;

  private TableSampler(TableDef table, TransactionReader transaction, Runnable step) {
    this.table = table;
    this.transaction = transaction;
    this.step = step;
    this.rows = transaction.estimates().count(table.rowTree(), null, null);
  }

  /**
   * Collects the statistics of a table.
   *
   * @param wallMicros the current time
   * @param step called at intervals; may throw, to cancel
   */
  public static RelationStatistics collect(
      TableDef table, TransactionReader transaction, long wallMicros, Runnable step) {
    return new TableSampler(table, transaction, step).figures(wallMicros);
  }

  private RelationStatistics figures(long wallMicros) {
    int[] columns =
        IntStream.range(0, table.columns().size())
            .filter(i -> !table.columns().get(i).hidden())
            .toArray();
    long[] ranks = ranks(Math.min(ROWS_MAX, VALUES_MAX / Math.max(1, columns.length)));
    byte[][][] values = values(columns, ranks);
    List<RelationStatistics.Combination> combinations = combinations(columns, values, ranks.length);
    List<ColumnStatistics> figures = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      figures.add(column(table.columns().get(columns[i]), values[i], ranks.length));
      values[i] = new byte[0][];
      step.run();
    }
    return new RelationStatistics(
        table.id(),
        rows,
        ranks.length,
        transaction.treePosition(table.rowTree()),
        wallMicros,
        figures,
        combinations);
  }

  /** Distinct counts of the first two and more columns of each index. */
  private List<RelationStatistics.Combination> combinations(
      int[] columns, byte[][][] values, int sampled) {
    Map<List<Integer>, RelationStatistics.Combination> found = new LinkedHashMap<>();
    List<IndexDef> indexes = new ArrayList<>(List.of(table.primary()));
    indexes.addAll(table.indexes());
    for (IndexDef index : indexes) {
      for (int size = 2; size <= sampled(index); size++) {
        List<Integer> together =
            index.columns().subList(0, size).stream().map(KeyColumn::column).sorted().toList();
        if (!found.containsKey(together)) {
          step.run();
          found.put(together, combination(together, columns, values, sampled));
        }
      }
    }
    return List.copyOf(found.values());
  }

  /**
   * Number of leading columns of an index that are stored in rows; expressions have no statistics.
   */
  private int sampled(IndexDef index) {
    int size = 0;
    for (KeyColumn column : index.columns()) {
      if (table.columns().get(column.column()).hidden()) {
        break;
      }
      size++;
    }
    return size;
  }

  private RelationStatistics.Combination combination(
      List<Integer> together, int[] columns, byte[][][] values, int sampled) {
    byte[][] tuples = new byte[sampled][];
    for (int r = 0; r < sampled; r++) {
      ByteArrayOutputStream tuple = new ByteArrayOutputStream();
      for (int column : together) {
        byte[] value = values[Arrays.binarySearch(columns, column)][r];
        tuple.write(value == null ? 0 : 1);
        tuple.writeBytes(value == null ? LARGE : value);
      }
      tuples[r] = tuple.toByteArray();
    }
    Arrays.sort(tuples, Arrays::compareUnsigned);
    List<Integer> ordinals =
        together.stream().map(column -> table.columns().get(column).ordinal()).toList();
    double part = (double) rows / Math.max(1, sampled);
    return new RelationStatistics.Combination(ordinals, distinct(runs(tuples), sampled, part));
  }

  /** Positions of the sampled rows, ascending. */
  private long[] ranks(int most) {
    if (rows <= most) {
      return LongStream.range(0, rows).toArray();
    }
    return new SplittableRandom(table.id()).longs(most, 0, rows).sorted().distinct().toArray();
  }

  /** Encoded values, column by column; null for NULL. */
  private byte[][][] values(int[] columns, long[] ranks) {
    RowDecoder decoder = new RowDecoder(table, ColumnSet.of(columns));
    byte[][][] values = new byte[columns.length][ranks.length][];
    KeyWriter writer = new KeyWriter();
    for (int r = 0; r < ranks.length; r++) {
      step.run();
      byte[] key = transaction.estimates().keyAt(table.rowTree(), ranks[r]);
      byte[] row = key == null ? null : transaction.getUnrecorded(table.rowTree(), key);
      if (row == null) {
        continue;
      }
      Object[] decoded = decoder.decodeInline(row);
      for (int c = 0; c < columns.length; c++) {
        SqlType type = table.columns().get(columns[c]).type();
        values[c][r] = encoded(decoded[columns[c]], type, writer);
      }
    }
    return values;
  }

  private static byte @Nullable [] encoded(@Nullable Object value, SqlType type, KeyWriter writer) {
    if (value == null) {
      return null;
    }
    if (value instanceof OverflowField) {
      return LARGE;
    }
    return writer.reset().column(type, shortened(value)).toKey();
  }

  /** The sampled form of a value: a long text or byte string is truncated. */
  public static Object shortened(Object value) {
    if (value instanceof String text && text.length() > TEXT_CHARS) {
      int end = Character.isHighSurrogate(text.charAt(TEXT_CHARS - 1)) ? 1 : 0;
      return text.substring(0, TEXT_CHARS - end);
    }
    if (value instanceof byte[] bytes && bytes.length > TEXT_CHARS) {
      return Arrays.copyOf(bytes, TEXT_CHARS);
    }
    if (value instanceof SqlArray array) {
      List<@Nullable Object> first = array.items().subList(0, Math.min(ITEMS, array.size()));
      return SqlArray.of(array.element(), first).map(array.element(), TableSampler::shortened);
    }
    return value;
  }

  /** A run of equal values in the sorted sample. */
  private record Run(int start, int length) {}

  private ColumnStatistics column(ColumnDef column, byte[][] all, int sampled) {
    long present = Arrays.stream(all).filter(v -> v != null).count();
    byte[][] values =
        Arrays.stream(all).filter(v -> v != null && v != LARGE).toArray(byte[][]::new);
    Arrays.sort(values, Arrays::compareUnsigned);
    List<Run> runs = runs(values);
    double part = (double) rows / Math.max(1, sampled);
    double nullShare = sampled == 0 ? 0 : 1 - (double) present / sampled;
    double distinct = distinct(runs, values.length, part) + (present - values.length) * part;
    List<Run> most = mostCommon(runs, values.length, sampled == rows);
    List<ColumnStatistics.Common> common = new ArrayList<>();
    boolean[] taken = new boolean[values.length];
    for (Run run : most) {
      common.add(
          new ColumnStatistics.Common(
              values[run.start], (double) run.length / Math.max(1, sampled)));
      Arrays.fill(taken, run.start, run.start + run.length, true);
    }
    byte[][] rest =
        IntStream.range(0, values.length)
            .filter(i -> !taken[i])
            .mapToObj(i -> values[i])
            .toArray(byte[][]::new);
    return new ColumnStatistics(
        column.ordinal(), column.type().kind(), nullShare, distinct, common, bounds(rest));
  }

  private static List<Run> runs(byte[][] values) {
    List<Run> runs = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= values.length; i++) {
      if (i == values.length || !Arrays.equals(values[i], values[start])) {
        runs.add(new Run(start, i - start));
        start = i;
      }
    }
    return runs;
  }

  /**
   * Estimates the number of distinct values from the number of values that occur once, by Haas and
   * Stokes.
   *
   * @param part ratio of rows to sampled rows
   */
  private static double distinct(List<Run> runs, int values, double part) {
    double present = values * part;
    double once = runs.stream().filter(run -> run.length == 1).count();
    if (values == 0 || part == 1) {
      return runs.size();
    }
    double estimate = (double) values * runs.size() / (values - once + once / part);
    return Math.min(present, Math.max(runs.size(), estimate));
  }

  /**
   * Returns the most common values.
   *
   * @param complete whether all rows were sampled
   */
  private static List<Run> mostCommon(List<Run> runs, int values, boolean complete) {
    if (runs.isEmpty()) {
      return List.of();
    }
    double average = (double) values / runs.size();
    int least = complete && runs.size() <= COMMON_MAX ? 1 : 2;
    boolean few = runs.size() <= COMMON_MAX;
    return runs.stream()
        .filter(run -> run.length >= least && (few || run.length > average * COMMON_FACTOR))
        .sorted(Comparator.comparingInt(Run::length).reversed().thenComparingInt(Run::start))
        .limit(COMMON_MAX)
        .toList();
  }

  private static List<byte[]> bounds(byte[][] sorted) {
    List<byte[]> bounds = new ArrayList<>();
    if (sorted.length > 0) {
      int buckets = Math.min(BUCKETS, Math.max(1, sorted.length - 1));
      for (int i = 0; i <= buckets; i++) {
        bounds.add(sorted[(int) ((long) i * (sorted.length - 1) / buckets)]);
      }
    }
    return bounds;
  }
}
