package io.mosql.storage;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static io.mosql.storage.TestRows.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.port.Clock;
import io.mosql.core.type.SqlType;
import io.mosql.storage.commit.CommitResult.Committed;
import io.mosql.storage.commit.CommitResult.Conflict;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.PatchResult;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of fields that commute, and their visibility in a transaction. */
class PatchTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);
  private static final ColumnSet FIRST = ColumnSet.of(0);

  private final Store store =
      Store.open(new TestLog(), Clock.SYSTEM, new SimulationRandom(7), TINY);
  private long tree;

  @BeforeEach
  void fill() {
    Transaction setup = store.begin(false);
    tree = setup.newId();
    setup.createTree(tree);
    setup.insert(tree, key("a"), row(10, 20));
    byte[] none = RowFormat.encodeField(SqlType.INTEGER, null);
    setup.insert(tree, key("null"), RowFormat.row(new byte[][] {none, field(1)}));
    committed(setup);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static FieldPatch add(int ordinal, long number) {
    return add(ordinal, number, null, null);
  }

  private static FieldPatch add(
      int ordinal, long number, @Nullable Integer low, @Nullable Integer high) {
    return new FieldPatch.Add(
        ordinal,
        SqlType.INTEGER,
        BigDecimal.valueOf(number),
        low == null ? null : BigDecimal.valueOf(low),
        high == null ? null : BigDecimal.valueOf(high),
        new byte[0]);
  }

  private PatchResult patch(Transaction transaction, FieldPatch... changes) {
    return transaction.patch(tree, key("a"), List.of(changes));
  }

  private static void committed(Transaction transaction) {
    assertThat(transaction.commit()).isInstanceOf(Committed.class);
  }

  private int stored(int ordinal) {
    return value(store.begin(true).get(tree, key("a"), ColumnSet.ALL), ordinal);
  }

  @Test
  void additionsOfTwoTransactionsBothCount() {
    Transaction one = store.begin(false);
    Transaction two = store.begin(false);
    assertThat(patch(one, add(0, 1))).isEqualTo(PatchResult.DONE);
    assertThat(patch(two, add(0, 5), new FieldPatch.Set(1, field(7)))).isEqualTo(PatchResult.DONE);
    committed(one);
    committed(two);
    assertThat(stored(0)).isEqualTo(16);
    assertThat(stored(1)).isEqualTo(7);
  }

  @Test
  void readingWhatOneAddedToIsARead() {
    Transaction one = store.begin(false);
    patch(one, add(0, 1));
    assertThat(value(one.get(tree, key("a"), FIRST), 0)).isEqualTo(11);
    Transaction two = store.begin(false);
    patch(two, add(0, 5));
    committed(two);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    assertThat(stored(0)).isEqualTo(15);
  }

  @Test
  void readingWhatOneHasSetIsNone() {
    Transaction one = store.begin(false);
    patch(one, new FieldPatch.Set(0, field(1)));
    assertThat(value(one.get(tree, key("a"), FIRST), 0)).isEqualTo(1);
    Transaction two = store.begin(false);
    patch(two, add(0, 5));
    committed(two);
    committed(one);
    assertThat(stored(0)).isEqualTo(1);
  }

  @Test
  void eachAdditionIsHeldToItsBounds() {
    Transaction one = store.begin(false);
    assertThat(patch(one, add(0, -8, 0, null))).isEqualTo(PatchResult.DONE);
    assertThat(patch(one, add(0, -8, 0, null))).isEqualTo(PatchResult.REFUSED);
    assertThat(patch(one, add(0, 20, 0, null))).isEqualTo(PatchResult.DONE);
    Transaction two = store.begin(false);
    assertThat(patch(two, add(0, -5, 0, null))).isEqualTo(PatchResult.DONE);
    committed(two);
    // 10 - 5 - 8 is below 0, though the sum of all is not.
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    assertThat(stored(0)).isEqualTo(5);
  }

  @Test
  void overflowAndNullAndAbsence() {
    Transaction one = store.begin(false);
    assertThat(patch(one, add(0, Integer.MAX_VALUE))).isEqualTo(PatchResult.REFUSED);
    assertThat(one.patch(tree, key("null"), List.of(add(0, 3)))).isEqualTo(PatchResult.DONE);
    assertThat(one.patch(tree, key("z"), List.of(add(0, 3)))).isEqualTo(PatchResult.ABSENT);
    byte[] row = Objects.requireNonNull(one.get(tree, key("null"), ColumnSet.ALL));
    assertThat(RowFormat.decode(row, 0, SqlType.INTEGER)).isNull();
    committed(one);
    row = Objects.requireNonNull(store.begin(true).get(tree, key("null"), ColumnSet.ALL));
    assertThat(RowFormat.decode(row, 0, SqlType.INTEGER)).isNull();
  }

  @Test
  void absenceOfWhatWasToBePatchedIsARead() {
    Transaction one = store.begin(false);
    assertThat(one.patch(tree, key("z"), List.of(add(0, 3)))).isEqualTo(PatchResult.ABSENT);
    one.put(tree, key("other"), row(1));
    Transaction two = store.begin(false);
    two.insert(tree, key("z"), row(1, 1));
    committed(two);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
  }

  @Test
  void additionToAnOwnRowIsPartOfIt() {
    Transaction one = store.begin(false);
    one.insert(tree, key("b"), row(1, 1));
    assertThat(one.patch(tree, key("b"), List.of(add(0, 4, 0, 5)))).isEqualTo(PatchResult.DONE);
    assertThat(one.patch(tree, key("b"), List.of(add(0, 4, 0, 5)))).isEqualTo(PatchResult.REFUSED);
    committed(one);
    assertThat(value(store.begin(true).get(tree, key("b"), ColumnSet.ALL), 0)).isEqualTo(5);
  }

  @Test
  void setAndAddInOneTransaction() {
    Transaction one = store.begin(false);
    patch(one, new FieldPatch.Set(0, field(100)));
    patch(one, add(0, 1));
    assertThat(value(one.get(tree, key("a"), FIRST), 0)).isEqualTo(101);
    Transaction two = store.begin(false);
    patch(two, add(0, 5));
    committed(two);
    committed(one);
    assertThat(stored(0)).isEqualTo(101);
  }

  @Test
  void thatAnAdditionWasPossibleStaysARead() {
    for (int way = 0; way < 3; way++) {
      Transaction one = store.begin(false);
      int mark = one.savepoint();
      patch(one, add(0, -8, 0, null));
      switch (way) {
        case 0 -> patch(one, new FieldPatch.Set(0, field(100)));
        case 1 -> one.rollbackTo(mark);
        default -> one.delete(tree, key("a"));
      }
      one.put(tree, key("other"), row(1));
      Transaction two = store.begin(false);
      patch(two, add(0, 1));
      committed(two);
      assertThat(one.commit()).as("way %d", way).isInstanceOf(Conflict.class);
    }
  }

  @Test
  void aPatchOfARowThatIsDeletedConflicts() {
    Transaction one = store.begin(false);
    patch(one, add(0, 1));
    Transaction two = store.begin(false);
    two.delete(tree, key("a"));
    committed(two);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
  }

  @Test
  void savepointsTakeAdditionsBack() {
    Transaction one = store.begin(false);
    patch(one, add(0, 1));
    int mark = one.savepoint();
    patch(one, add(0, 100));
    one.rollbackTo(mark);
    committed(one);
    assertThat(stored(0)).isEqualTo(11);
  }
}
