package io.mosql.storage;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static io.mosql.storage.TestRows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.ContentDigest;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Roots;
import io.mosql.storage.version.SystemTrees;
import org.junit.jupiter.api.Test;

/** The guarantees of a store, through its public API. */
public class StoreTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);

  private final TestLog log = new TestLog();

  private Store open() {
    return Store.open(log, Clock.SYSTEM, new SimulationRandom(7), TINY);
  }

  @Test
  void commitsAndReadsBack() {
    try (Store store = open()) {
      long tree = tree(store);
      Transaction writer = store.begin(false);
      assertThat(writer.insert(tree, key("a"), row(1, 2))).isTrue();
      assertThat(writer.insert(tree, key("a"), row(3, 4))).isFalse();
      assertThat(store.begin(true).get(tree, key("a"), ColumnSet.ALL)).isNull();
      assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
      Transaction reader = store.begin(true);
      assertThat(value(reader.get(tree, key("a"), ColumnSet.ALL), 1)).isEqualTo(2);
      assertThat(reader.treePosition(tree)).isEqualTo(store.position());
    }
  }

  @Test
  void equalContentsHaveEqualDigestsHoweverPagesAreCut() {
    ContentDigest tiny;
    try (Store store = open()) {
      fill(store, 5);
      tiny = store.contentDigest();
      assertThat(tiny.position()).isEqualTo(store.position());
    }
    try (Store same =
        Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), StoreOptions.DEFAULT)) {
      fill(same, 5);
      assertThat(same.contentDigest()).isEqualTo(tiny);
    }
    try (Store other = Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), TINY)) {
      fill(other, 6);
      assertThat(other.contentDigest().position()).isEqualTo(tiny.position());
      assertThat(other.contentDigest().hash()).isNotEqualTo(tiny.hash());
    }
  }

  private static void fill(Store store, int last) {
    long tree = tree(store);
    Transaction writer = store.begin(false);
    for (int i = 0; i < 40; i++) {
      writer.insert(tree, key("a" + i), row(i, last));
    }
    writer.commit();
  }

  @Test
  void writersOfDifferentColumnsDoNotConflict() {
    try (Store store = open()) {
      long tree = tree(store);
      Transaction setup = store.begin(false);
      setup.insert(tree, key("a"), row(1, 2));
      setup.commit();
      Transaction one = store.begin(false);
      Transaction two = store.begin(false);
      Transaction three = store.begin(false);
      one.get(tree, key("a"), ColumnSet.of(0));
      one.set(tree, key("a"), new int[] {0}, new byte[][] {field(10)});
      two.get(tree, key("a"), ColumnSet.of(1));
      two.set(tree, key("a"), new int[] {1}, new byte[][] {field(20)});
      three.get(tree, key("a"), ColumnSet.of(0));
      three.set(tree, key("a"), new int[] {0}, new byte[][] {field(30)});
      assertThat(one.commit()).isInstanceOf(CommitResult.Committed.class);
      assertThat(two.commit()).isInstanceOf(CommitResult.Committed.class);
      assertThat(three.commit()).isInstanceOf(CommitResult.Conflict.class);
      byte[] row = store.begin(true).get(tree, key("a"), ColumnSet.ALL);
      assertThat(value(row, 0)).isEqualTo(10);
      assertThat(value(row, 1)).isEqualTo(20);
    }
  }

  @Test
  void fetchesWithoutRemembering() {
    try (Store store = open()) {
      long tree = tree(store);
      Transaction setup = store.begin(false);
      setup.insert(tree, key("a"), row(1, 2));
      setup.insert(tree, key("b"), row(1, 2));
      setup.commit();
      Transaction one = store.begin(false);
      assertThat(one.getUnrecorded(tree, key("a"))).isEqualTo(row(1, 2));
      assertThat(one.getUnrecorded(tree, key("z"))).isNull();
      one.set(tree, key("b"), new int[] {0}, new byte[][] {field(5)});
      assertThat(one.getUnrecorded(tree, key("b"))).isEqualTo(row(5, 2));
      one.delete(tree, key("b"));
      assertThat(one.getUnrecorded(tree, key("b"))).isNull();
      Transaction other = store.begin(false);
      other.set(tree, key("a"), new int[] {0}, new byte[][] {field(9)});
      other.insert(tree, key("z"), row(1, 1));
      other.commit();
      assertThat(one.getUnrecorded(tree, key("a"))).isEqualTo(row(1, 2));
      assertThat(one.commit()).isInstanceOf(CommitResult.Committed.class);
    }
  }

  @Test
  void undoesWritesButKeepsWhatTheyShowed() {
    try (Store store = open()) {
      long tree = tree(store);
      Transaction transaction = store.begin(false);
      int mark = transaction.savepoint();
      assertThat(transaction.insert(tree, key("a"), row(1, 1))).isTrue();
      transaction.rollbackTo(mark);
      assertThat(transaction.hasWrites()).isFalse();
      assertThat(transaction.insert(tree, key("b"), row(1, 1))).isTrue();
      Transaction other = store.begin(false);
      other.insert(tree, key("a"), row(2, 2));
      assertThat(other.commit()).isInstanceOf(CommitResult.Committed.class);
      assertThat(transaction.commit()).isInstanceOf(CommitResult.Conflict.class);
    }
  }

  /** A read of a column, by any access path, conflicts with a change of that column. */
  @Test
  void remembersEveryColumnThatWasLookedAt() {
    ColumnSet first = ColumnSet.of(0);
    ColumnSet second = ColumnSet.of(1);
    assertThat(losesToAChangeOfTheSecondColumn((t, tree) -> t.get(tree, key("a"), first)))
        .isFalse();
    assertThat(losesToAChangeOfTheSecondColumn((t, tree) -> t.get(tree, key("a"), second)))
        .isTrue();
    assertThat(
            losesToAChangeOfTheSecondColumn(
                (t, tree) -> {
                  t.get(tree, key("a"), first);
                  t.get(tree, key("a"), second);
                }))
        .as("the same key again")
        .isTrue();
    assertThat(
            losesToAChangeOfTheSecondColumn(
                (t, tree) -> {
                  t.set(tree, key("a"), new int[] {0}, new byte[][] {field(5)});
                  t.get(tree, key("a"), second);
                }))
        .as("beside an own patch")
        .isTrue();
    assertThat(
            losesToAChangeOfTheSecondColumn(
                (t, tree) -> {
                  t.set(tree, key("a"), new int[] {1}, new byte[][] {field(5)});
                  t.get(tree, key("a"), second);
                }))
        .as("beneath an own patch")
        .isFalse();
    assertThat(losesToAChangeOfTheSecondColumn((t, tree) -> drain(t, tree, first))).isFalse();
    assertThat(
            losesToAChangeOfTheSecondColumn(
                (t, tree) -> {
                  drain(t, tree, first);
                  drain(t, tree, second);
                }))
        .as("the same range again")
        .isTrue();
    assertThat(losesToAChangeOfTheSecondColumn((t, tree) -> t.readWhole(tree))).isTrue();
  }

  private interface Reader {
    void read(Transaction transaction, long tree);
  }

  private boolean losesToAChangeOfTheSecondColumn(Reader reader) {
    try (Store store = Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), TINY)) {
      long tree = tree(store);
      Transaction setup = store.begin(false);
      setup.insert(tree, key("a"), row(1, 2));
      setup.commit();
      Transaction transaction = store.begin(false);
      reader.read(transaction, tree);
      transaction.insert(tree, key("z"), row(0, 0));
      Transaction other = store.begin(false);
      other.set(tree, key("a"), new int[] {1}, new byte[][] {field(9)});
      other.commit();
      return transaction.commit() instanceof CommitResult.Conflict;
    }
  }

  private static void drain(Transaction transaction, long tree, ColumnSet columns) {
    RowCursor cursor = transaction.scan(tree, null, key("m"), false, columns);
    while (cursor.next()) {
      assertThat(cursor.row()).isNotEmpty();
    }
  }

  /** A transaction that reads more rows than the limit records a read of the whole tree. */
  @Test
  void comparesNoMoreRowsThanItMay() {
    StoreOptions options = new StoreOptions(TreeShape.TINY, 0, 1 << 20, 1 << 20, 1 << 20, 3);
    for (int limit : new int[] {2, 3, 4}) {
      try (Store store =
          Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), options)) {
        long tree = tree(store);
        Transaction setup = store.begin(false);
        for (int i = 0; i < 9; i++) {
          setup.insert(tree, key("k" + i), row(i, i));
        }
        setup.commit();
        Transaction transaction = store.begin(false);
        RowCursor cursor = transaction.scan(tree, null, null, false, ColumnSet.ALL);
        for (int i = 0; i < limit; i++) {
          assertThat(cursor.next()).isTrue();
        }
        transaction.insert(tree, key("z"), row(0, 0));
        Transaction other = store.begin(false);
        other.delete(tree, key("k8"));
        other.commit();
        assertThat(transaction.commit() instanceof CommitResult.Conflict).isEqualTo(limit > 3);
      }
    }
  }

  @Test
  void refusesATransactionThatWritesTooMuch() {
    StoreOptions options = new StoreOptions(TreeShape.TINY, 0, 1 << 20, 1 << 20, 100, 3);
    try (Store store = Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), options)) {
      Transaction transaction = store.begin(false);
      int mark = transaction.savepoint();
      transaction.put(SystemTrees.CATALOG, key("a"), new byte[50]);
      assertThatThrownBy(() -> transaction.put(SystemTrees.CATALOG, key("b"), new byte[50]))
          .isInstanceOf(MosqlException.class)
          .extracting(e -> ((MosqlException) e).state())
          .isEqualTo(SqlState.PROGRAM_LIMIT_EXCEEDED);
      transaction.rollbackTo(mark);
      transaction.put(SystemTrees.CATALOG, key("b"), new byte[50]);
      assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
    }
  }

  @Test
  void treesComeAndGoWithTheirTransaction() {
    try (Store store = open()) {
      long tree = tree(store);
      Transaction transaction = store.begin(false);
      transaction.insert(tree, key("a"), row(1, 1));
      long made = transaction.newId();
      int mark = transaction.savepoint();
      transaction.createTree(made);
      transaction.insert(made, key("x"), row(1, 1));
      assertThat(transaction.count(made, null, null)).isEqualTo(1);
      transaction.dropTree(tree);
      assertThat(transaction.hasTree(tree)).isFalse();
      assertThat(transaction.get(tree, key("a"), ColumnSet.ALL)).isNull();
      assertThatThrownBy(() -> transaction.insert(tree, key("b"), row(1, 1)))
          .isInstanceOf(MosqlException.class);
      transaction.rollbackTo(mark);
      assertThat(transaction.hasTree(made)).isFalse();
      assertThat(transaction.get(tree, key("a"), ColumnSet.ALL)).isNotNull();
      transaction.createTree(made);
      transaction.insert(made, key("y"), row(2, 2));
      transaction.truncateTree(made);
      transaction.insert(made, key("z"), row(3, 3));
      assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
      Transaction reader = store.begin(true);
      assertThat(reader.count(made, null, null)).isEqualTo(1);
      assertThat(reader.count(tree, null, null)).isEqualTo(1);
      Transaction dropping = store.begin(false);
      Transaction writing = store.begin(false);
      dropping.dropTree(made);
      writing.put(made, key("late"), row(1));
      dropping.commit();
      assertThat(writing.commit()).isInstanceOf(CommitResult.Conflict.class);
      assertThat(reader.get(made, key("z"), ColumnSet.ALL)).isNotNull();
      assertThat(store.begin(true).hasTree(made)).isFalse();
      assertThat(store.trees()).extracting(TreeInfo::id).doesNotContain(made).contains(tree);
    }
  }

  @Test
  void endsItsWorkWhenClosed() {
    Store store = open();
    long tree = tree(store);
    Transaction transaction = store.begin(false);
    transaction.insert(tree, key("a"), row(1, 1));
    store.close();
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(MosqlException.class)
        .extracting(e -> ((MosqlException) e).state())
        .isEqualTo(SqlState.SHUTTING_DOWN);
    assertThatThrownBy(() -> store.begin(true)).isInstanceOf(MosqlException.class);
  }

  @Test
  void recoversWhatWasCommitted() {
    try (Store store = open()) {
      long tree = tree(store);
      for (int i = 0; i < 50; i++) {
        Transaction transaction = store.begin(false);
        transaction.insert(tree, key("k" + i), row(i, 2 * i));
        if (i % 3 == 0 && i > 0) {
          transaction.set(tree, key("k" + (i - 1)), new int[] {1}, new byte[][] {field(-i)});
        }
        if (i % 7 == 0 && i > 0) {
          transaction.delete(tree, key("k" + (i - 2)));
        }
        assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
      }
      Root before = store.published();
      TestLog copy = TestLog.holding(log.records());
      try (Store again = Store.open(copy, Clock.SYSTEM, new SimulationRandom(8), TINY)) {
        assertThat(Roots.contents(again.published(), SystemTrees.EPOCH))
            .isEqualTo(Roots.contents(before, SystemTrees.EPOCH));
        assertThat(again.position()).isEqualTo(before.position() + 1);
        assertThat(again.statistics().epoch()).isEqualTo(2);
        assertThat(again.statistics().timeline()).isEqualTo(before.timeline());
        Transaction next = again.begin(false);
        assertThat(next.newId()).isGreaterThan(tree);
      }
    }
  }

  @Test
  void refusesWritesWhenReadOnly() {
    try (Store store = open()) {
      Transaction transaction = store.begin(true);
      assertThatThrownBy(() -> transaction.put(1, key("a"), key("b")))
          .isInstanceOf(MosqlException.class)
          .extracting(e -> ((MosqlException) e).state())
          .isEqualTo(SqlState.READ_ONLY_TRANSACTION);
      transaction.commit();
      assertThatThrownBy(() -> transaction.get(1, key("a"), ColumnSet.ALL))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  public static long tree(Store store) {
    Transaction transaction = store.begin(false);
    long id = transaction.newId();
    transaction.createTree(id);
    assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
    return id;
  }
}
