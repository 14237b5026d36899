package io.mosql.storage.transaction;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowBatch;
import io.mosql.core.codec.RowSlice;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.StoreTest;
import io.mosql.storage.TestLog;
import io.mosql.storage.certify.Read;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scans whose parts several threads read. */
class ParallelScanTest {
  private static final int ROWS = 3000;

  private final Store store =
      Store.open(
          new TestLog(),
          Clock.SYSTEM,
          new SimulationRandom(7),
          StoreOptions.DEFAULT.withShape(TreeShape.TINY));
  private long tree;

  @BeforeEach
  void fill() {
    tree = StoreTest.tree(store);
    Transaction setup = store.begin(false);
    for (int i = 0; i < ROWS; i++) {
      setup.insert(tree, id(2 * i), row(i, 0));
    }
    assertThat(setup.commit()).isInstanceOf(CommitResult.Committed.class);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static byte[] id(int number) {
    return key(String.format("k%05d", number + 10));
  }

  private ParallelScan open(
      TransactionReader reader, byte @Nullable [] from, byte @Nullable [] to, long partRows) {
    return Objects.requireNonNull(
        reader.scanParallel(tree, from, to, ColumnSet.of(0), 0, partRows));
  }

  private static List<String> keys(RowCursor cursor) {
    List<String> keys = new ArrayList<>();
    while (cursor.next()) {
      keys.add(new String(cursor.key(), UTF_8));
    }
    assertThat(cursor.next()).isFalse();
    return keys;
  }

  @Test
  void thePartsAreTheRangeInItsOrder() {
    Transaction reader = store.begin(true);
    Random random = new Random(5);
    int divided = 0;
    for (int round = 0; round < 300; round++) {
      byte[] from = random.nextInt(5) == 0 ? null : id(random.nextInt(2 * ROWS + 10) - 5);
      byte[] to = random.nextInt(5) == 0 ? null : id(random.nextInt(2 * ROWS + 10) - 5);
      List<String> expected = keys(reader.scan(tree, from, to, false, ColumnSet.ALL));
      ParallelScan scan = open(reader, from, to, 1L << random.nextInt(12));
      assertThat(scan.rows()).isEqualTo(expected.size());
      List<String> found = new ArrayList<>();
      for (int part = 0; part < scan.parts(); part++) {
        found.addAll(keys(scan.part(part)));
      }
      assertThat(found).isEqualTo(expected);
      divided += scan.parts() > 1 ? 1 : 0;
    }
    assertThat(divided).isGreaterThan(150);
  }

  @Test
  void partsHaveAboutTheSizeThatIsAskedFor() {
    ParallelScan scan = open(store.begin(true), null, null, 200);
    assertThat(scan.parts()).isBetween(10, 15);
    for (int part = 0; part < scan.parts() - 1; part++) {
      assertThat(keys(scan.part(part)).size()).isBetween(200, 300);
    }
    assertThat(open(store.begin(true), id(7), id(8), 1).parts()).isOne();
    assertThat(open(store.begin(true), id(8), id(7), 1).parts()).isOne();
  }

  @Test
  void severalThreadsReadBatchesAtTheSameTime() {
    ParallelScan scan = open(store.begin(true), id(11), id(5000), 50);
    List<List<Long>> parts =
        IntStream.range(0, scan.parts())
            .parallel()
            .mapToObj(part -> firstFields(scan.part(part)))
            .toList();
    assertThat(parts.stream().flatMap(List::stream).toList())
        .isEqualTo(LongStream.range(6, 2500).boxed().toList());
  }

  /** The first field of all rows, which are read in batches of a size that fits no leaf. */
  private static List<Long> firstFields(RowCursor cursor) {
    List<Long> fields = new ArrayList<>();
    RowSlice slice = new RowSlice();
    boolean more = true;
    while (more) {
      RowBatch batch = new RowBatch(7);
      more = cursor.next(batch);
      for (int i = 0; i < batch.size(); i++) {
        assertThat(batch.slice(i, slice).find(0)).isTrue();
        fields.add(slice.integer());
      }
    }
    return fields;
  }

  @Test
  void theWholeRangeIsRecordedAsACursorDoes() {
    for (boolean whole : new boolean[] {false, true}) {
      byte[] from = whole ? null : id(100);
      byte[] to = whole ? null : id(300);
      SnapshotTransaction parallel = (SnapshotTransaction) store.begin(false);
      open(parallel, from, to, 10);
      SnapshotTransaction serial = (SnapshotTransaction) store.begin(false);
      keys(serial.scan(tree, from, to, false, ColumnSet.of(0)));
      assertThat(described(parallel)).isEqualTo(described(serial)).hasSize(1);
    }
  }

  private static List<String> described(SnapshotTransaction transaction) {
    return transaction.request().reads().stream()
        .map(
            read ->
                read instanceof Read.Range range
                    ? Arrays.toString(range.from())
                        + Arrays.toString(range.to())
                        + range.columns()
                        + range.rows()
                    : read.toString())
        .toList();
  }

  @Test
  void changesOfTheRangeByOthersAreConflicts() {
    assertThat(commitAfter(t -> t.insert(tree, id(101), row(0, 0)))).isFalse();
    assertThat(commitAfter(t -> t.delete(tree, id(298)))).isFalse();
    assertThat(commitAfter(t -> t.set(tree, id(200), new int[] {0}, new byte[][] {field(-1)})))
        .isFalse();
    assertThat(commitAfter(t -> t.set(tree, id(200), new int[] {1}, new byte[][] {field(-1)})))
        .isTrue();
    assertThat(commitAfter(t -> t.insert(tree, id(99), row(0, 0)))).isTrue();
    assertThat(commitAfter(t -> t.insert(tree, id(301), row(0, 0)))).isTrue();
  }

  /** Whether a transaction that read a range and wrote elsewhere commits after the change. */
  private boolean commitAfter(Consumer<Transaction> change) {
    Transaction reader = store.begin(false);
    open(reader, id(100), id(300), 10);
    Transaction other = store.begin(false);
    change.accept(other);
    assertThat(other.commit()).isInstanceOf(CommitResult.Committed.class);
    reader.put(tree, key("z"), row(1, 1));
    return reader.commit() instanceof CommitResult.Committed;
  }

  @Test
  void ownWritesAndFewRowsAreReadByOneThreadAndNothingIsRecorded() {
    SnapshotTransaction transaction = (SnapshotTransaction) store.begin(false);
    assertThat(transaction.scanParallel(tree, null, null, ColumnSet.ALL, ROWS + 1, 1)).isNull();
    assertThat(transaction.scanParallel(tree, id(0), id(9), ColumnSet.ALL, 10, 1)).isNull();
    assertThat(transaction.scanParallel(tree + 1000, null, null, ColumnSet.ALL, 0, 1)).isNull();
    assertThat(transaction.request().reads()).isEmpty();
    int mark = transaction.savepoint();
    transaction.insert(tree, id(1), row(1, 1));
    assertThat(transaction.scanParallel(tree, null, null, ColumnSet.ALL, 0, 1)).isNull();
    transaction.rollbackTo(mark);
    assertThat(transaction.scanParallel(tree, null, null, ColumnSet.ALL, 0, 1)).isNotNull();
    transaction.dropTree(tree);
    assertThat(transaction.scanParallel(tree, null, null, ColumnSet.ALL, 0, 1)).isNull();
  }

  @Test
  void aReadOnlyTransactionRecordsNothing() {
    SnapshotTransaction transaction = (SnapshotTransaction) store.begin(true);
    open(transaction, null, null, 10);
    assertThat(transaction.request().reads()).isEmpty();
  }

  @Test
  void anEndedSnapshotIsTooOldForItsParts() {
    Transaction reader = store.begin(true);
    ParallelScan scan = open(reader, null, null, 100);
    RowCursor begun = scan.part(0);
    assertThat(begun.next()).isTrue();
    reader.abandon("too old");
    for (RowCursor cursor : List.of(begun, scan.part(1))) {
      assertThatThrownBy(() -> cursor.next(new RowBatch(10)))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("72000"));
    }
  }

  @Test
  void keysOfTheRangeAreComparedAsBytes() {
    ParallelScan scan = open(store.begin(true), Keys.successor(id(10)), id(20), 1);
    List<String> found = new ArrayList<>();
    for (int part = 0; part < scan.parts(); part++) {
      found.addAll(keys(scan.part(part)));
    }
    assertThat(found).containsExactly("k00022", "k00024", "k00026", "k00028");
  }
}
