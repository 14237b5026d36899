package io.mosql.storage.certify;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static io.mosql.storage.TestRows.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.core.type.SqlType;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.TestLog;
import io.mosql.storage.commit.CommitResult.Committed;
import io.mosql.storage.commit.CommitResult.Conflict;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.ConflictHistory;
import io.mosql.storage.transaction.ConflictInfo;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.SnapshotTransaction;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that are run again, snapshots that move forward, and the levels. */
class RefreshTest {
  private static final ColumnSet FIRST = ColumnSet.of(0);
  private static final ColumnSet SECOND = ColumnSet.of(1);
  private static final LockWaitPolicy NOW =
      new LockWaitPolicy(LockWaitPolicy.Kind.NOWAIT, 0, () -> false);

  private final Store store =
      Store.open(
          new TestLog(),
          Clock.SYSTEM,
          new SimulationRandom(7),
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

  private Transaction begin(CertificationLevel level) {
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

  private LockResult reserve(Transaction transaction, String name, ColumnSet reads) {
    return transaction.lockRow(tree, key(name), LockMode.forUpdate(reads), NOW);
  }

  @Test
  void aStatementRunAgainForgetsWhatItReadAndWrote() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    assertThat(read(one, "a", 0)).isEqualTo(1);
    one.beginStatement(null);
    assertThat(read(one, "b", 0)).isEqualTo(1);
    set(one, "b", 0, 5);
    set("b", 0, 7);
    assertThat(reserve(one, "b", FIRST)).isEqualTo(LockResult.CHANGED);
    one.undoStatement();
    assertThat(one.refresh()).isTrue();
    one.beginStatement(null);
    assertThat(read(one, "b", 0)).isEqualTo(7);
    assertThat(reserve(one, "b", FIRST)).isEqualTo(LockResult.CURRENT);
    set(one, "b", 0, 8);
    committed(one);
  }

  @Test
  void anEarlierReadThatFailsKeepsTheSnapshotWhereItIs() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
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
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
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
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
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
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
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
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    FieldPatch add =
        new FieldPatch.Add(
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
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    set(one, "a", 0, 4);
    int mark = one.savepoint();
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
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    one.beginStatement(null);
    read(one, "a", 0);
    reserve(one, "b", FIRST);
    set(one, "c", 0, 9);
    one.failStatement();
    Transaction two = begin(CertificationLevel.SERIALIZABLE);
    assertThat(reserve(two, "b", FIRST)).isEqualTo(LockResult.CURRENT);
    two.rollback();
    set("a", 0, 7);
    one.put(tree, key("z"), row(1));
    assertThat(one.commit()).isInstanceOf(Conflict.class);
  }

  @Test
  void aTableReadIsComparedByValueBeforeItConflicts() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
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
    Transaction two = begin(CertificationLevel.SERIALIZABLE);
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
      Transaction one = begin(CertificationLevel.REPEATABLE_READ);
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
    Transaction one = begin(CertificationLevel.READ_COMMITTED);
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
    for (CertificationLevel level : CertificationLevel.values()) {
      Transaction one = begin(level);
      one.certified().get(tree, key("a"), SECOND);
      set("a", 1, next++);
      set(one, "b", 0, 9);
      assertThat(one.commit()).as(level.name()).isInstanceOf(Conflict.class);
    }
  }

  @Test
  void startsAnewAfterAConflictAndHoldsWhatItHeld() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    read(one, "a", 0);
    reserve(one, "b", FIRST);
    set(one, "b", 0, 5);
    set("a", 0, 7);
    assertThat(one.commitOrKeep()).isInstanceOf(Conflict.class);
    assertThat(store.conflicts()).hasSize(1);
    one.restart(NOW);
    one.beginStatement(null);
    assertThat(read(one, "a", 0)).isEqualTo(7);
    Transaction two = begin(CertificationLevel.SERIALIZABLE);
    assertThat(two.lockRow(tree, key("b"), LockMode.WHOLE, skip())).isEqualTo(LockResult.HELD);
    two.rollback();
    set(one, "b", 0, 6);
    assertThat(one.commitOrKeep()).isInstanceOf(Committed.class);
    assertThat(read(store.begin(true), "b", 0)).isEqualTo(6);
  }

  private static LockWaitPolicy skip() {
    return new LockWaitPolicy(LockWaitPolicy.Kind.SKIP, 0, () -> false);
  }

  @Test
  void aReadThatMadeAWriterLoseIsReservedNextTime() {
    ConflictHistory history = new ConflictHistory();
    Transaction one =
        store.begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 1, true));
    one.beginStatement(history);
    assertThat(one.locksReads()).isFalse();
    read(one, "a", 0);
    set("a", 0, 7);
    set(one, "b", 0, 5);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    assertThat(history.isContended()).isTrue();
    Transaction two =
        store.begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 1, true));
    two.beginStatement(history);
    assertThat(two.locksReads()).isTrue();
    two.rollback();
    for (int i = 0; i < 100; i++) {
      history.shouldLock();
    }
    assertThat(history.isContended()).isFalse();
  }

  @Test
  void anAdditionThatIsReadBackIsHeldAsReadNextTime() {
    FieldPatch add =
        new FieldPatch.Add(0, SqlType.INTEGER, BigDecimal.TEN, null, null, new byte[0]);
    ConflictHistory history = new ConflictHistory();
    for (boolean known : new boolean[] {false, true}) {
      Transaction one =
          store.begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 1, true));
      one.beginStatement(history);
      assertThat(one.locksAdditions()).isEqualTo(known);
      one.patch(tree, key("a"), List.of(add));
      one.beginStatement(null);
      assertThat(one.locksAdditions()).isFalse();
      read(one, "a", 1);
      read(one, "a", 0);
      committed(one);
    }
  }

  @Test
  void conflictsNameTheRival() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    read(one, "a", 0);
    Transaction other =
        store.begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 42, true));
    set(other, "a", 0, 7);
    committed(other);
    set(one, "b", 0, 1);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    ConflictInfo met = store.conflicts().get(0);
    assertThat(met.owner()).isEqualTo(1);
    assertThat(met.conflictingSession()).isEqualTo(42);
    assertThat(met.conflictingPosition()).isEqualTo(store.position());
    assertThat(met.key()).isEqualTo(key("a"));
  }

  @Test
  void whoIsEndedFromOutsideHoldsNothingAnyMore() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    reserve(one, "a", FIRST);
    one.abandon("the session is gone");
    assertThat(store.locks()).isEmpty();
    one.rollback();
  }

  /** Rows that TRUNCATE hides reappear as in the snapshot at the time of the undo. */
  @Test
  void whatATruncationHidMovesWithTheSnapshot() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    set(one, "a", 0, 7);
    int mark = one.savepoint();
    one.truncateTree(tree);
    one.beginStatement(null);
    set("a", 1, 9);
    assertThat(one.refresh()).isTrue();
    assertThat(one.get(tree, key("a"), ColumnSet.ALL)).isNull();
    one.rollbackTo(mark);
    assertThat(read(one, "a", 0)).isEqualTo(7);
    assertThat(read(one, "a", 1)).isEqualTo(9);
    committed(one);
    Transaction after = begin(CertificationLevel.SERIALIZABLE);
    assertThat(read(after, "a", 0)).isEqualTo(7);
    assertThat(read(after, "a", 1)).isEqualTo(9);
    after.rollback();
  }

  /** A Table read of later statements includes more than the rows on which one statement relied. */
  @Test
  void aStatementThatIsUndoneLeavesNothingToRelyOn() {
    Transaction one = begin(CertificationLevel.SERIALIZABLE);
    one.readFrom(tree, List.of(key("d")));
    one.undoStatement();
    one.beginStatement(null);
    // Points become a Table read; a range would forget by itself what the tree was relied on for.
    assertThat(one.get(tree, key("a"), ColumnSet.ALL)).isNotNull();
    for (int i = 0; i < 10; i++) {
      one.get(tree, key("missing " + i), ColumnSet.ALL);
    }
    set("a", 0, 5);
    one.insert(tree, key("new"), row(1, 1));
    assertThat(one.commit()).isInstanceOf(Conflict.class);
  }

  @Test
  void rowsThatAreWrittenAreThoseOfTheSnapshotAtRepeatableRead() {
    FieldPatch add =
        new FieldPatch.Add(0, SqlType.INTEGER, BigDecimal.TEN, null, null, new byte[0]);
    for (boolean reads : new boolean[] {true, false}) {
      Transaction one = begin(CertificationLevel.REPEATABLE_READ);
      if (reads) {
        read(one, "a", 0);
      }
      set("a", 0, reads ? 50 : 60);
      set("b", 0, reads ? 50 : 60);
      one.patch(tree, key("b"), List.of(add));
      assertThat(one.commit() instanceof Committed).as("reads %s", reads).isEqualTo(!reads);
    }
    Transaction one = begin(CertificationLevel.REPEATABLE_READ);
    read(one, "a", 0);
    set("a", 0, 75);
    set("b", 0, 75);
    set(one, "b", 1, 70);
    assertThat(one.commit()).isInstanceOf(Conflict.class);
    Transaction deletes = begin(CertificationLevel.REPEATABLE_READ);
    read(deletes, "a", 0);
    set("a", 0, 80);
    set("b", 0, 80);
    deletes.delete(tree, key("b"));
    assertThat(deletes.commit()).isInstanceOf(Conflict.class);
  }
}
