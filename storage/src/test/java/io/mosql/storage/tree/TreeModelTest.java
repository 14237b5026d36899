package io.mosql.storage.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mosql.core.codec.ColumnCache;
import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowBatch;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.testkit.Sampled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Thousands of random batches on the tree and on a TreeMap must agree in all results, with the
 * checker run after each batch and older versions checked again later.
 */
class TreeModelTest {
  private static final int BATCHES = 1500;
  private static final int OLD_VERSIONS = 12;

  /** Smaller than the columns of the largest trees. */
  private static final ColumnCache COLUMNS = new ColumnCache(100_000);

  private record Version(Tree tree, NavigableMap<byte[], byte[]> model) {}

  @Sampled(percent = 40)
  @ParameterizedTest(name = "seed {0}, leaf {1}, fan-out {2}, {3} keys")
  @CsvSource({
    "1, 4, 4, 60",
    "2, 4, 4, 400",
    "3, 5, 4, 3000",
    "4, 4, 7, 3000",
    "5, 8, 5, 100000",
    "6, 64, 64, 20000",
    "7, 7, 4, 900"
  })
  void agreesWithTreeMap(long seed, int leafEntries, int innerFanout, int keySpace) {
    Random random = new Random(seed);
    TreeShape shape = new TreeShape(leafEntries, innerFanout).withHash();
    Version now = new Version(Tree.empty(shape), new TreeMap<>(Keys.ORDER));
    List<Version> old = new ArrayList<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      String where = "seed " + seed + ", batch " + batch;
      Version next = batch(now, random, keySpace, batch);
      assertThatCode(() -> TreeChecker.verify(next.tree())).as(where).doesNotThrowAnyException();
      assertThat(next.tree().size()).as(where).isEqualTo(next.model().size());
      probe(next, random, keySpace, where);
      if (old.size() < OLD_VERSIONS) {
        old.add(now);
      } else if (batch % 10 == 0) {
        int index = random.nextInt(OLD_VERSIONS);
        sameEntries(old.set(index, now), where);
      }
      if (batch % 8 == 0) {
        sameColumns(next, random, where);
      }
      now = next;
    }
    for (Version version : old) {
      sameEntries(version, "seed " + seed + ", at the end");
      TreeChecker.verify(version.tree());
    }
    sameEntries(now, "seed " + seed + ", last");
  }

  /** Batches lean towards growth for a while, then towards removal, so that the depth varies. */
  private static Version batch(Version from, Random random, int keySpace, int batch) {
    TreeMap<byte[], byte[]> model = new TreeMap<>(from.model());
    TreeEditor editor = from.tree().edit();
    boolean shrinking = batch / 150 % 2 == 1;
    int edits = 1 + random.nextInt(random.nextInt(8) == 0 ? 80 : 12);
    int run = random.nextInt(keySpace);
    int kind = random.nextInt(4);
    for (int i = 0; i < edits; i++) {
      run += kind == 2 ? -1 : 1;
      int number = kind == 0 || run < 0 ? random.nextInt(keySpace) : run;
      byte[] key = key(number);
      byte[] value = value(batch * 1000L + i);
      int choice = random.nextInt(10);
      if (choice < (shrinking ? 7 : 2)) {
        assertThat(editor.remove(key)).isSameAs(model.remove(key));
      } else if (choice < 8) {
        assertThat(editor.insert(key, value)).isEqualTo(model.putIfAbsent(key, value) == null);
      } else {
        assertThat(editor.put(key, value)).isSameAs(model.put(key, value));
      }
      assertThat(editor.get(key)).isSameAs(model.get(key));
      assertThat(editor.size()).isEqualTo(model.size());
    }
    return new Version(editor.finish(), model);
  }

  private static void probe(Version version, Random random, int keySpace, String where) {
    Tree tree = version.tree();
    NavigableMap<byte[], byte[]> model = version.model();
    TreeCursor cursor = tree.cursor();
    for (int i = 0; i < 3; i++) {
      byte[] key = key(random.nextInt(keySpace));
      byte[] other = key(random.nextInt(keySpace));
      assertThat(tree.get(key)).as(where).isSameAs(model.get(key));
      int rank = model.headMap(key, false).size();
      assertThat(tree.rank(key)).as(where).isEqualTo(rank);
      assertThat(tree.keyAt(rank)).as(where).isEqualTo(model.ceilingKey(key));
      boolean ordered = Keys.compare(key, other) <= 0;
      assertThat(tree.count(key, other))
          .as(where)
          .isEqualTo(ordered ? model.subMap(key, other).size() : 0);
      assertThat(tree.count(key, null)).as(where).isEqualTo(model.size() - rank);
      assertThat(tree.count(null, key)).as(where).isEqualTo(rank);

      on(cursor, cursor.seek(key), model.ceilingEntry(key), where);
      walk(cursor, model, random, where);
      on(cursor, cursor.seekBefore(key), model.lowerEntry(key), where);
      walk(cursor, model, random, where);
    }
    on(cursor, cursor.first(), model.firstEntry(), where);
    on(cursor, cursor.last(), model.lastEntry(), where);
  }

  private static void walk(
      TreeCursor cursor, NavigableMap<byte[], byte[]> model, Random random, String where) {
    int steps = random.nextInt(15);
    boolean back = random.nextBoolean();
    for (int i = 0; i < steps && cursor.valid(); i++) {
      if (random.nextInt(6) == 0) {
        back = !back;
      }
      byte[] key = cursor.key();
      if (random.nextInt(4) == 0) {
        stepInLeaf(cursor, random.nextBoolean() ? null : key(random.nextInt(200)), model, where);
      } else if (back) {
        on(cursor, cursor.previous(), model.lowerEntry(key), where);
      } else {
        on(cursor, cursor.next(), model.higherEntry(key), where);
      }
    }
  }

  private static void stepInLeaf(
      TreeCursor cursor,
      byte @Nullable [] bound,
      NavigableMap<byte[], byte[]> model,
      String where) {
    byte[] key = cursor.key();
    Map.Entry<byte[], byte[]> next = model.higherEntry(key);
    if (cursor.nextAmong(cursor.leafEntriesBefore(bound))) {
      on(cursor, true, next, where);
      assertThat(bound == null || Keys.compare(cursor.key(), bound) < 0).as(where).isTrue();
    } else {
      assertThat(cursor.key()).as(where).isEqualTo(key);
      boolean beyond = next == null || bound != null && Keys.compare(next.getKey(), bound) >= 0;
      assertThat(beyond || !isSameLeafAfter(cursor)).as(where).isTrue();
    }
  }

  /** Whether the next entry is in the leaf that the cursor is on; it comes back. */
  private static boolean isSameLeafAfter(TreeCursor cursor) {
    boolean same = cursor.next() && !cursor.atLeafStart();
    cursor.previous();
    return same;
  }

  private static void on(
      TreeCursor cursor, boolean found, Map.@Nullable Entry<byte[], byte[]> entry, String where) {
    assertThat(found).as(where).isEqualTo(entry != null);
    assertThat(cursor.valid()).as(where).isEqualTo(found);
    if (entry != null) {
      assertThat(cursor.key()).as(where).isEqualTo(entry.getKey());
      assertThat(cursor.value()).as(where).isSameAs(entry.getValue());
    }
  }

  private static void sameEntries(Version version, String where) {
    TreeCursor cursor = version.tree().cursor();
    boolean on = cursor.first();
    long hash = 0;
    for (Map.Entry<byte[], byte[]> entry : version.model().entrySet()) {
      on(cursor, on, entry, where);
      hash += EntryHash.of(entry.getKey(), entry.getValue());
      on = cursor.next();
    }
    assertThat(on).as(where).isFalse();
    assertThat(version.tree().contentHash()).as(where).isEqualTo(hash);
  }

  /** A row of one field. */
  private static byte[] value(long number) {
    return RowFormat.row(new byte[][] {RowFormat.encodeField(SqlType.BIGINT, number)});
  }

  /** Values that are read by batches, from columns that the leaves keep. */
  private static void sameColumns(Version version, Random random, String where) {
    List<Long> read = new ArrayList<>();
    RowBatch batch = new RowBatch(1 + random.nextInt(200), COLUMNS);
    TreeCursor cursor = version.tree().cursor();
    for (boolean on = cursor.first(); on; on = cursor.next()) {
      cursor.addValue(batch);
      while (batch.room() > 0 && cursor.nextAmong(cursor.leafEntriesBefore(null), batch) > 0) {}
      if (batch.room() == 0) {
        drain(batch, read);
      }
    }
    drain(batch, read);
    List<byte[]> expected = List.copyOf(version.model().values());
    assertThat(read).as(where).hasSameSizeAs(expected);
    for (int i = 0; i < read.size(); i++) {
      assertThat(value(read.get(i))).as(where).isEqualTo(expected.get(i));
    }
  }

  private static void drain(RowBatch batch, List<Long> read) {
    long[] values = new long[batch.size()];
    int[] rows = IntStream.range(0, batch.size()).toArray();
    boolean[] nulls =
        batch.integers(
            0,
            rows,
            rows.length,
            values,
            row -> {
              throw new AssertionError("each value is an integer");
            });
    assertThat(nulls).isNull();
    Arrays.stream(values).forEach(read::add);
    batch.clear(1);
  }

  /** Keys of several lengths, many of them prefixes of others, with bytes above 0x7F. */
  private static byte[] key(int number) {
    byte[] digits = Integer.toString(number, 7).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < digits.length; i++) {
      digits[i] = (byte) (digits[i] * 5);
    }
    return digits;
  }
}
