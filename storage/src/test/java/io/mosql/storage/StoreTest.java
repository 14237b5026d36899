package io.mosql.storage;

import static io.mosql.storage.Rows.field;
import static io.mosql.storage.Rows.key;
import static io.mosql.storage.Rows.row;
import static io.mosql.storage.Rows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.storage.tree.TreeShape;
import org.junit.jupiter.api.Test;

/** What a store promises, through its public face. */
class StoreTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);

  private final TestLog log = new TestLog();

  private Store open() {
    return Store.open(log, Clock.SYSTEM, new SeededRandom(7), TINY);
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
  void undoesWritesButKeepsWhatTheyShowed() {
    try (Store store = open()) {
      long tree = tree(store);
      Transaction transaction = store.begin(false);
      int mark = transaction.mark();
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
      try (Store again = Store.open(copy, Clock.SYSTEM, new SeededRandom(8), TINY)) {
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

  static long tree(Store store) {
    Transaction transaction = store.begin(false);
    long id = transaction.newId();
    transaction.createTree(id);
    assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
    return id;
  }
}
