package io.mosql.storage;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import org.junit.jupiter.api.Test;

/** Reads of a tree as a whole, which are compared by value where its position has changed. */
class WholeReadsTest {
  private static final StoreOptions FEW_ROWS =
      new StoreOptions(TreeShape.TINY, 0, 1 << 20, 1 << 20, 1 << 20, 1);

  @Test
  void aTreeReadAsAWholeIsComparedInAllColumnsHoweverItWasReadBefore() {
    try (Store store = Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(3), FEW_ROWS)) {
      long tree = StoreTest.tree(store);
      Transaction setup = store.begin(false);
      setup.insert(tree, key("a"), row(1, 1));
      setup.insert(tree, key("b"), row(2, 2));
      setup.commit();
      Transaction reader = store.begin(false);
      // More rows than are compared one by one: their presence is checked by the whole tree.
      reader.get(tree, key("a"), ColumnSet.NONE);
      reader.get(tree, key("b"), ColumnSet.NONE);
      reader.readWhole(tree);
      reader.set(tree, key("b"), new int[] {1}, new byte[][] {field(9)});
      Transaction other = store.begin(false);
      other.set(tree, key("a"), new int[] {0}, new byte[][] {field(7)});
      assertThat(other.commit()).isInstanceOf(CommitResult.Committed.class);
      assertThat(reader.commit()).isInstanceOf(CommitResult.Conflict.class);
    }
  }
}
