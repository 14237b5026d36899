package io.mosql.storage;

import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.core.type.SqlType;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.PatchResult;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.FieldPatch;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The result of a statement remains a result when a later statement truncates or drops the tree.
 */
class TreeOperationsTest {
  private final Store store =
      Store.open(
          new TestLog(),
          Clock.SYSTEM,
          new SimulationRandom(3),
          StoreOptions.DEFAULT.withShape(TreeShape.TINY));
  private long tree;

  @BeforeEach
  void setUp() {
    tree = StoreTest.tree(store);
    commit(tx -> tx.insert(tree, key("a"), row(5, 0)));
  }

  @AfterEach
  void tearDown() {
    store.close();
  }

  private CommitResult commit(Consumer<Transaction> work) {
    Transaction transaction = store.begin(false);
    work.accept(transaction);
    return transaction.commit();
  }

  private static FieldPatch add(int number) {
    BigDecimal addend = BigDecimal.valueOf(number);
    return new FieldPatch.Add(0, SqlType.INTEGER, addend, BigDecimal.ZERO, null, new byte[0]);
  }

  @Test
  void aRowThatWasChangedMustStillHaveBeenThere() {
    Transaction first = store.begin(false);
    assertThat(first.patch(tree, key("a"), List.of(add(1)))).isEqualTo(PatchResult.DONE);
    first.truncateTree(tree);
    commit(tx -> tx.truncateTree(tree));
    assertThat(first.commit()).isInstanceOf(CommitResult.Conflict.class);
  }

  @Test
  void aKeyThatWasInsertedMustStillHaveBeenAbsent() {
    Transaction first = store.begin(false);
    assertThat(first.insert(tree, key("b"), row(1, 1))).isTrue();
    first.dropTree(tree);
    commit(tx -> tx.insert(tree, key("b"), row(2, 2)));
    assertThat(first.commit()).isInstanceOf(CommitResult.Conflict.class);
  }

  @Test
  void aSumThatWasPossibleMustStillBe() {
    Transaction first = store.begin(false);
    assertThat(first.patch(tree, key("a"), List.of(add(-4)))).isEqualTo(PatchResult.DONE);
    first.truncateTree(tree);
    commit(tx -> tx.patch(tree, key("a"), List.of(add(-3))));
    assertThat(first.commit()).isInstanceOf(CommitResult.Conflict.class);
  }

  @Test
  void unreadRowsMayChange() {
    Transaction first = store.begin(false);
    assertThat(first.patch(tree, key("a"), List.of(add(1)))).isEqualTo(PatchResult.DONE);
    first.truncateTree(tree);
    commit(tx -> tx.insert(tree, key("b"), row(2, 2)));
    assertThat(first.commit()).isInstanceOf(CommitResult.Committed.class);
    assertThat(store.rowCount(tree)).isZero();
  }
}
