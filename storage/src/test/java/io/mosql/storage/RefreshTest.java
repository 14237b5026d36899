package io.mosql.storage;

import static io.mosql.storage.Rows.field;
import static io.mosql.storage.Rows.key;
import static io.mosql.storage.Rows.row;
import static io.mosql.storage.Rows.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.core.type.SqlType;
import io.mosql.storage.CommitResult.Committed;
import io.mosql.storage.CommitResult.Conflict;
import io.mosql.storage.tree.TreeShape;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that are run again, snapshots that move forward, and the levels. */
class RefreshTest {
  private static final ColumnSet FIRST = ColumnSet.of(0);
  private static final ColumnSet SECOND = ColumnSet.of(1);
  private static final Patience NOW = new Patience(Patience.Kind.NOWAIT, 0, () -> false);

  private final Store store =
      Store.open(
          new TestLog(),
          Clock.SYSTEM,
          new SeededRandom(7),
          new StoreOptions(TreeShape.TINY, 0, 1 << 20, 4 << 20, 1 << 20, 6));

  private long tree;

  @BeforeEach
  void fill() {
    Transaction setup = store.begin(false);
    tree = setup.newId();
    setup.createTree(tree);
    for (String name : List.of("a", "b", "c", "d")) {
      setup.insert(tree, key(name), row(1, 2));
    }
    committed(setup);
  }

  @AfterEach
  void close() {
    assertThat(store.transactions().locks().isEmpty()).isTrue();
    store.close();
  }

  private Transaction begin(Level level) {
    Transaction transaction = store.begin(new TransactionOptions(level, false, 1, true));
    transaction.beginStatement(null);
    return transaction;
  }

  private static void committed(Transaction transaction) {
    assertThat(transaction.commit()).isInstanceOf(Committed.class);
  }

  private void set(String name, int ordinal, int value) {
    Transaction other = store.begin(false);
    other.set(tree, key(name), new int[] {ordinal}, new byte[][] {field(value)});
    committed(other);
  }

  private void set(Transaction transaction, String name, int ordinal, int value) {
    transaction.set(tree, key(name), new int[] {ordinal}, new byte[][] {field(value)});
  }

  private int read(Transaction transaction, String name, int ordinal) {
    return value(transaction.get(tree, key(name), ColumnSet.of(ordinal)), ordinal);
  }

  private Reserved reserve(Transaction transaction, String name, ColumnSet reads) {
    return transaction.reserve(tree, key(name), ReservationMode.forUpdate(reads), NOW);
  }

  @Test
  void aStatementRunAgainForgetsWhatItReadAndWrote() {
    Transaction one = begin(Level.SERIALIZABLE);
    assertThat(read(one, "a", 0)).isEqualTo(1);
    one.beginStatement(null);
    assertThat(read(one, "b", 0)).isEqualTo(1);
    set(one, "b", 0, 5);
    set("b", 0, 7);
    assertThat(reserve(one, "b", FIRST)).isEqualTo(Reserved.CHANGED);
    one.undoStatement();
    assertThat(one.refresh()).isTrue();
    one.beginStatement(null);
    assertThat(read(one, "b", 0)).isEqualTo(7);
    assertThat(reserve(one, "b", FIRST)).isEqualTo(Reserved.CURRENT);
    set(one, "b", 0, 8);
    committed(one);
  }

  @Test
  void anEarlierReadThatFailsKeepsTheSnapshotWhereItIs() {
    Transaction one = begin(Level.SERIALIZABLE);
    assertThat(read(one, "a", 0)).isEqualTo(1);
    one.beginStatement(null);
    set("a", 0, 7);
    one.undoStatement();
    assertThat(one.refresh()).isFalse();
    assertThat(read(one, "a", 0)).isEqualTo(1);
    one.rollback();
  }

  @Test
  void readsAreComparedByTheirColumnsAlone() {
    Transaction one = begin(Level.SERIALIZABLE);
    assertThat(read(one, "a", 0)).isEqualTo(1);
    set("a", 1, 9);
    one.beginStatement(null);
    assertThat(one.refresh()).isTrue();
    assertThat(read(one, "a", 1)).isEqualTo(9);
    set(one, "b", 0, 1);
    committed(one);
  }

  @Test
  void columnsReadAfterAMoveAreHeldToTheNewSnapshot() {
    Transaction one = begin(Level.SERIALIZABLE);
    read(one, "a", 0);
    set("a", 1, 9);
    one.beginStatement(null);
    one.refresh();
    read(one, "a", 1);
    set("a", 1, 10);
    set(one, "b", 0, 1);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
  }

  @Test
  void rangesMoveTooAndOpenCursorsGoOnBehindTheirLastKey() {
    Transaction one = begin(Level.SERIALIZABLE);
    RowCursor cursor = one.scan(tree, null, null, false, FIRST);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    Transaction other = store.begin(false);
    other.insert(tree, key("bb"), row(3, 3));
    committed(other);
    one.beginStatement(null);
    assertThat(one.refresh()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.key()).isEqualTo(key("bb"));
    Transaction phantom = store.begin(false);
    phantom.insert(tree, key("ab"), row(3, 3));
    committed(phantom);
    one.beginStatement(null);
    assertThat(one.refresh()).isFalse();
    one.rollback();
  }

  @Test
  void ownWritesAreMadeAnewOnTheRowThatIsThere() {
    Transaction one = begin(Level.SERIALIZABLE);
    FieldChange add =
        new FieldChange.Add(
            0, SqlType.INTEGER, BigDecimal.TEN, null, BigDecimal.valueOf(20), new byte[0]);
    one.patch(tree, key("a"), List.of(add));
    one.insert(tree, key("x"), row(1, 1));
    one.delete(tree, key("d"));
    set("a", 0, 4);
    set("a", 1, 5);
    one.beginStatement(null);
    assertThat(one.refresh()).isTrue();
    assertThat(one.get(tree, key("a"), ColumnSet.ALL)).isEqualTo(row(14, 5));
    set("a", 0, 15);
    one.beginStatement(null);
    assertThat(one.refresh()).as("its sum would be out of bounds").isFalse();
    one.rollback();
  }

  @Test
  void undoingAfterAMoveLeavesThePatchOnTheNewRow() {
    Transaction one = begin(Level.SERIALIZABLE);
    set(one, "a", 0, 4);
    int mark = one.mark();
    set(one, "a", 0, 5);
    set("a", 1, 9);
    one.beginStatement(null);
    assertThat(one.refresh()).isTrue();
    one.rollbackTo(mark);
    assertThat(one.get(tree, key("a"), ColumnSet.ALL)).isEqualTo(row(4, 9));
    committed(one);
  }

  @Test
  void aFailedStatementKeepsItsReadsAndLosesItsRows() {
    Transaction one = begin(Level.SERIALIZABLE);
    one.beginStatement(null);
    read(one, "a", 0);
    reserve(one, "b", FIRST);
    set(one, "c", 0, 9);
    one.failStatement();
    Transaction two = begin(Level.SERIALIZABLE);
    assertThat(reserve(two, "b", FIRST)).isEqualTo(Reserved.CURRENT);
    two.rollback();
    set("a", 0, 7);
    one.put(tree, key("z"), row(1));
    assertThat(one.commit()).isInstanceOf(Conflict.class);
  }

  @Test
  void aTableReadIsComparedByValueBeforeItConflicts() {
    Transaction one = begin(Level.SERIALIZABLE);
    RowCursor cursor = one.scan(tree, null, null, false, FIRST);
    int rows = 0;
    while (cursor.next()) {
      rows++;
    }
    assertThat(rows).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      one.get(tree, key("none" + i), FIRST);
    }
    assertThat(((SnapshotTransaction) one).request().reads())
        .singleElement()
        .isInstanceOf(Read.Table.class);
    set("a", 1, 9);
    set(one, "b", 0, 3);
    Transaction two = begin(Level.SERIALIZABLE);
    for (int i = 0; i < 8; i++) {
      two.get(tree, key("none" + i), FIRST);
    }
    two.put(tree, key("c"), row(5, 5));
    committed(one);
    assertThat(two.commit()).as("a row's value was changed").isInstanceOf(Conflict.class);
  }

  @Test
  void repeatableReadCertifiesRowsThatItWrites() {
    for (boolean writesWhatItRead : new boolean[] {false, true}) {
      Transaction one = begin(Level.REPEATABLE_READ);
      RowCursor cursor = one.scan(tree, null, key("c"), false, FIRST);
      while (cursor.next()) {}
      set("a", 0, writesWhatItRead ? 7 : 8);
      assertThat(read(one, "a", 0)).as("its snapshot stays").isNotEqualTo(writesWhatItRead ? 7 : 8);
      set(one, writesWhatItRead ? "a" : "b", 1, 3);
      assertThat(one.commit()).isInstanceOf(writesWhatItRead ? Conflict.class : Committed.class);
    }
  }

  @Test
  void readCommittedSeesWhatIsCommittedAtEachStatement() {
    Transaction one = begin(Level.READ_COMMITTED);
    assertThat(read(one, "a", 0)).isEqualTo(1);
    set("a", 0, 7);
    assertThat(read(one, "a", 0)).isEqualTo(1);
    assertThat(one.beginStatement(null)).isTrue();
    assertThat(read(one, "a", 0)).isEqualTo(7);
    set("a", 0, 8);
    set(one, "a", 0, 9);
    committed(one);
  }

  @Test
  void certainReadsAreCertifiedAtEveryLevel() {
    int next = 100;
    for (Level level : Level.values()) {
      Transaction one = begin(level);
      one.certain().get(tree, key("a"), SECOND);
      set("a", 1, next++);
      set(one, "b", 0, 9);
      assertThat(one.commit()).as(level.name()).isInstanceOf(Conflict.class);
    }
  }

  @Test
  void startsAnewAfterAConflictAndHoldsWhatItHeld() {
    Transaction one = begin(Level.SERIALIZABLE);
    read(one, "a", 0);
    reserve(one, "b", FIRST);
    set(one, "b", 0, 5);
    set("a", 0, 7);
    assertThat(one.commitOrKeep()).isInstanceOf(Conflict.class);
    assertThat(store.conflicts()).hasSize(1);
    one.restart(NOW);
    one.beginStatement(null);
    assertThat(read(one, "a", 0)).isEqualTo(7);
    Transaction two = begin(Level.SERIALIZABLE);
    assertThat(two.reserve(tree, key("b"), ReservationMode.WHOLE, skip())).isEqualTo(Reserved.HELD);
    two.rollback();
    set(one, "b", 0, 6);
    assertThat(one.commitOrKeep()).isInstanceOf(Committed.class);
    assertThat(read(store.begin(true), "b", 0)).isEqualTo(6);
  }

  private static Patience skip() {
    return new Patience(Patience.Kind.SKIP, 0, () -> false);
  }

  @Test
  void aReadThatMadeAWriterLoseIsReservedNextTime() {
    ReadHeat heat = new ReadHeat();
    Transaction one = store.begin(new TransactionOptions(Level.SERIALIZABLE, false, 1, true));
    one.beginStatement(heat);
    assertThat(one.reservesReads()).isFalse();
    read(one, "a", 0);
    set("a", 0, 7);
    set(one, "b", 0, 5);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    assertThat(heat.isHot()).isTrue();
    Transaction two = store.begin(new TransactionOptions(Level.SERIALIZABLE, false, 1, true));
    two.beginStatement(heat);
    assertThat(two.reservesReads()).isTrue();
    two.rollback();
    for (int i = 0; i < 100; i++) {
      heat.begin();
    }
    assertThat(heat.isHot()).isFalse();
  }

  @Test
  void anAdditionThatIsReadBackIsHeldAsReadNextTime() {
    FieldChange add =
        new FieldChange.Add(0, SqlType.INTEGER, BigDecimal.TEN, null, null, new byte[0]);
    ReadHeat heat = new ReadHeat();
    for (boolean known : new boolean[] {false, true}) {
      Transaction one = store.begin(new TransactionOptions(Level.SERIALIZABLE, false, 1, true));
      one.beginStatement(heat);
      assertThat(one.holdsSums()).isEqualTo(known);
      one.patch(tree, key("a"), List.of(add));
      one.beginStatement(null);
      assertThat(one.holdsSums()).isFalse();
      read(one, "a", 1);
      read(one, "a", 0);
      committed(one);
    }
  }

  @Test
  void conflictsNameTheRival() {
    Transaction one = begin(Level.SERIALIZABLE);
    read(one, "a", 0);
    Transaction rival = store.begin(new TransactionOptions(Level.SERIALIZABLE, false, 42, true));
    set(rival, "a", 0, 7);
    committed(rival);
    set(one, "b", 0, 1);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    ConflictFigures met = store.conflicts().get(0);
    assertThat(met.owner()).isEqualTo(1);
    assertThat(met.rival()).isEqualTo(42);
    assertThat(met.rivalPosition()).isEqualTo(store.position());
    assertThat(met.key()).isEqualTo(key("a"));
  }

  @Test
  void whoIsEndedFromOutsideHoldsNothingAnyMore() {
    Transaction one = begin(Level.SERIALIZABLE);
    reserve(one, "a", FIRST);
    one.abandon("the session is gone");
    assertThat(store.reservations()).isEmpty();
    one.rollback();
  }

  /** What TRUNCATE hides comes back as it is on the snapshot of then. */
  @Test
  void whatATruncationHidMovesWithTheSnapshot() {
    Transaction one = begin(Level.SERIALIZABLE);
    set(one, "a", 0, 7);
    int mark = one.mark();
    one.truncateTree(tree);
    one.beginStatement(null);
    set("a", 1, 9);
    assertThat(one.refresh()).isTrue();
    assertThat(one.get(tree, key("a"), ColumnSet.ALL)).isNull();
    one.rollbackTo(mark);
    assertThat(read(one, "a", 0)).isEqualTo(7);
    assertThat(read(one, "a", 1)).isEqualTo(9);
    committed(one);
    Transaction after = begin(Level.SERIALIZABLE);
    assertThat(read(after, "a", 0)).isEqualTo(7);
    assertThat(read(after, "a", 1)).isEqualTo(9);
    after.rollback();
  }

  /** Rows that a statement relied on are not all that a Table read of later ones stands for. */
  @Test
  void aStatementThatIsUndoneLeavesNothingToRelyOn() {
    Transaction one = begin(Level.SERIALIZABLE);
    one.readFrom(tree, List.of(key("d")));
    one.undoStatement();
    one.beginStatement(null);
    RowCursor rows = one.scan(tree, null, null, false, ColumnSet.ALL);
    while (rows.next()) {
      assertThat(rows.row()).isNotNull();
    }
    for (int i = 0; i < 10; i++) {
      one.get(tree, key("missing " + i), ColumnSet.ALL);
    }
    set("a", 0, 5);
    one.insert(tree, key("new"), row(1, 1));
    assertThat(one.commit()).isInstanceOf(Conflict.class);
  }

  @Test
  void rowsThatAreWrittenAreThoseOfTheSnapshotAtRepeatableRead() {
    FieldChange add =
        new FieldChange.Add(0, SqlType.INTEGER, BigDecimal.TEN, null, null, new byte[0]);
    for (boolean reads : new boolean[] {true, false}) {
      Transaction one = begin(Level.REPEATABLE_READ);
      if (reads) {
        read(one, "a", 0);
      }
      set("a", 0, reads ? 50 : 60);
      set("b", 0, reads ? 50 : 60);
      one.patch(tree, key("b"), List.of(add));
      assertThat(one.commit() instanceof Committed).as("reads %s", reads).isEqualTo(!reads);
    }
    Transaction one = begin(Level.REPEATABLE_READ);
    read(one, "a", 0);
    set("a", 0, 75);
    set("b", 0, 75);
    set(one, "b", 1, 70);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    Transaction deletes = begin(Level.REPEATABLE_READ);
    read(deletes, "a", 0);
    set("a", 0, 80);
    set("b", 0, 80);
    deletes.delete(tree, key("b"));
    assertThat(deletes.commit()).isInstanceOf(Conflict.class);
  }
}
