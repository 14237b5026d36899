package io.mosql.storage.version;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.port.Clock;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.StoreTest;
import io.mosql.storage.TestLog;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.PageStatistics;
import io.mosql.storage.tree.TreeShape;
import org.junit.jupiter.api.Test;

/** The estimates that a transaction gets of its trees, which are not recorded as reads. */
class TreeEstimatesTest {
  private static final long UNKNOWN = 99_999;
  private static final StoreOptions OPTIONS =
      new StoreOptions(TreeShape.TINY, 0, 1 << 20, 1 << 20, 1 << 20, 1);

  @Test
  void theyAreOfTheSnapshotAndNotRead() {
    try (Store store = Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(3), OPTIONS)) {
      final long tree = filled(store, 40);
      Transaction asking = store.begin(false);
      asking.insert(tree, key("z"), row(1));
      TreeEstimates estimates = asking.estimates();
      PageStatistics pages = estimates.pages(tree);
      assertThat(estimates.count(tree, null, null)).isEqualTo(40);
      assertThat(estimates.keyAt(tree, 1)).isEqualTo(key("a01"));
      assertThat(pages.pages()).isBetween(10L, 30L);
      assertThat(pages.depth()).isBetween(3, 5);
      assertThat(pages.bytes()).isPositive();

      Transaction other = store.begin(false);
      other.set(tree, key("a01"), new int[] {0}, new byte[][] {field(7)});
      for (int i = 0; i < 40; i++) {
        other.insert(tree, key("b" + i), row(i));
      }
      assertThat(other.commit()).isInstanceOf(CommitResult.Committed.class);
      assertThat(asking.estimates().pages(tree)).isEqualTo(pages);
      assertThat(asking.commit()).isInstanceOf(CommitResult.Committed.class);
      assertThatThrownBy(asking::estimates).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aTreeThatIsNotThereHasNothing() {
    try (Store store = Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(3), OPTIONS)) {
      TreeEstimates estimates = store.begin(true).estimates();
      assertThat(estimates.count(UNKNOWN, null, null)).isZero();
      assertThat(estimates.keyAt(UNKNOWN, 0)).isNull();
      assertThat(estimates.pages(UNKNOWN)).isEqualTo(PageStatistics.NONE);
    }
  }

  private static long filled(Store store, int rows) {
    long tree = StoreTest.tree(store);
    Transaction setup = store.begin(false);
    for (int i = 0; i < rows; i++) {
      setup.insert(tree, key(String.format("a%02d", i)), row(i));
    }
    setup.commit();
    return tree;
  }
}
