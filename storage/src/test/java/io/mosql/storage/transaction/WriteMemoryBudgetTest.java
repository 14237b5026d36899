package io.mosql.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.Interrupts;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.TestLog;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memory of the changes of all open transactions together. */
final class WriteMemoryBudgetTest {
  private static final int LARGE_ROW_BYTES = 500_000;
  private static final int ROW_BYTES = 10_000;
  private static final long MAX = 500_000;
  private static final StoreOptions OPTIONS =
      new StoreOptions(TreeShape.TINY, 0, 1 << 20, 1 << 20, 64 << 20, 1_000, 1_000_000, 0, MAX);

  private static byte[] key(int i) {
    return ("key " + i).getBytes(StandardCharsets.UTF_8);
  }

  /** Writes until a write is rejected; returns the number of rows. */
  private static int fill(Transaction transaction, int first) {
    for (int i = 0; ; i++) {
      int mark = transaction.savepoint();
      try {
        transaction.put(SystemTrees.CATALOG, key(first + i), new byte[ROW_BYTES]);
      } catch (MosqlException e) {
        assertThat(e.state()).isEqualTo(SqlState.OUT_OF_MEMORY);
        assertThat(e).hasMessageContaining("changes of open transactions, limited to 0 MB");
        transaction.rollbackTo(mark);
        return i;
      }
    }
  }

  private static Store open() {
    return Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), OPTIONS);
  }

  @Test
  void oneTakesAllAndGivesItBack() {
    try (Store store = open()) {
      for (int round = 0; round < 3; round++) {
        Transaction transaction = store.begin(false);
        int rows = fill(transaction, 0);
        assertThat(rows).isBetween(45, 55);
        assertThat(store.transactions().writeMemory().reservedBytes())
            .isBetween(MAX - WriteMemoryBudget.PIECE, MAX);
        if (round == 1) {
          transaction.rollback();
        } else {
          assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
        }
        assertThat(store.transactions().writeMemory().reservedBytes()).isZero();
      }
    }
  }

  @Test
  void anotherHasItsFreePieceAndThenWhatIsLeft() {
    try (Store store = open()) {
      Transaction large = store.begin(false);
      fill(large, 0);
      Transaction small = store.begin(false);
      assertThat(fill(small, 1_000)).isBetween(5, 7);
      large.abandon("idle for too long");
      assertThat(store.transactions().writeMemory().reservedBytes())
          .as("given up at once")
          .isZero();
      assertThat(fill(small, 2_000)).isGreaterThan(35);
      large.rollback();
      assertThat(store.transactions().writeMemory().reservedBytes())
          .as("not given back twice")
          .isPositive();
      small.rollback();
      assertThat(store.transactions().writeMemory().reservedBytes()).isZero();
    }
  }

  @Test
  void whatIsKeptToUndoCounts() {
    try (Store store = open()) {
      Transaction transaction = store.begin(false);
      int mark = transaction.savepoint();
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  transaction.put(SystemTrees.CATALOG, key(1), new byte[ROW_BYTES]);
                }
              })
          .isInstanceOf(MosqlException.class);
      transaction.rollbackTo(mark);
      assertThat(store.transactions().writeMemory().reservedBytes())
          .isLessThanOrEqualTo(2 * WriteMemoryBudget.PIECE);
      transaction.rollback();
    }
  }

  /**
   * The record of a commit contains a second copy of its changes: a commit without that memory
   * fails. A cancellation, which is meant for a statement, does not end it.
   */
  @Test
  void aLargeCommitAsksForTheMemoryOfItsRecord() {
    List<Long> asked = new ArrayList<>();
    Interrupts.Memory none =
        bytes -> {
          asked.add(bytes);
          return false;
        };
    StoreOptions options = StoreOptions.DEFAULT;
    try (Store store = Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), options)) {
      Interrupts before = new Interrupts(() -> true, none).begin();
      try {
        Transaction small = store.begin(false);
        small.put(SystemTrees.CATALOG, key(1), new byte[ROW_BYTES]);
        assertThat(small.commit()).isInstanceOf(CommitResult.Committed.class);
        assertThat(asked).isEmpty();
        Transaction large = store.begin(false);
        for (int i = 2; i < 6; i++) {
          large.put(SystemTrees.CATALOG, key(i), new byte[LARGE_ROW_BYTES]);
        }
        assertThatThrownBy(large::commit)
            .isInstanceOfSatisfying(
                MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.OUT_OF_MEMORY));
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0)).isGreaterThan(4L * LARGE_ROW_BYTES);
      } finally {
        Interrupts.end(before);
      }
      Transaction after = store.begin(false);
      assertThat(after.get(SystemTrees.CATALOG, key(1), ColumnSet.NONE)).isNotNull();
      assertThat(after.get(SystemTrees.CATALOG, key(2), ColumnSet.NONE)).isNull();
      after.rollback();
      assertThat(store.transactions().writeMemory().reservedBytes()).isZero();
    }
  }
}
