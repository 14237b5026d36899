package io.mosql.storage.lock;

import static io.mosql.storage.TestRows.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.lock.LockState.Hold;
import io.mosql.storage.lock.LockState.Owner;
import io.mosql.storage.lock.LockState.Wait;
import io.mosql.storage.lock.LockTable.Taken;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Order and compatibility of row locks. */
class LockTableTest {
  private static final ColumnSet A = ColumnSet.of(0);
  private static final ColumnSet B = ColumnSet.of(1);
  private static final LockMode FOR_UPDATE = LockMode.forUpdate(A);
  private static final LockMode ADD_A = LockMode.change(ColumnSet.NONE, ColumnSet.NONE, A);
  private static final LockMode SET_A = LockMode.change(ColumnSet.NONE, A, ColumnSet.NONE);
  private static final LockMode SET_B = LockMode.change(ColumnSet.NONE, B, ColumnSet.NONE);
  private static final LockMode WHOLE = LockMode.WHOLE;

  private final LockTable table = new LockTable();
  private final Owner one = new Owner(1);
  private final Owner two = new Owner(2);
  private final Owner three = new Owner(3);

  @AfterEach
  void nothingIsLeft() {
    for (Owner owner : List.of(one, two, three)) {
      table.release(owner);
    }
    assertThat(table.isEmpty()).isTrue();
  }

  /** Null when it was granted. */
  private @Nullable Wait request(Owner owner, String key, LockMode mode) {
    return table.request(owner, 1, key(key), mode, owner, 0) instanceof Taken taken
        ? Objects.requireNonNull(taken.queued())
        : null;
  }

  private Wait queued(Owner owner, String key, LockMode mode) {
    return Objects.requireNonNull(request(owner, key, mode));
  }

  private boolean canHoldBoth(LockMode first, LockMode second) {
    request(one, "r", first);
    boolean both = !(table.request(two, 1, key("r"), second, null, 0) instanceof Taken);
    table.release(one);
    table.release(two);
    return both;
  }

  @Test
  void aTransactionWaitsForOneLockAtATime() {
    assertThat(request(one, "r", WHOLE)).isNull();
    assertThat(request(one, "s", WHOLE)).isNull();
    queued(two, "r", WHOLE);
    assertThatThrownBy(() -> request(two, "s", WHOLE))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("waits for one lock at a time");
  }

  @Test
  void modesConflictByColumns() {
    assertThat(canHoldBoth(ADD_A, ADD_A)).isTrue();
    assertThat(canHoldBoth(SET_A, SET_B)).isTrue();
    assertThat(canHoldBoth(FOR_UPDATE, SET_B)).isTrue();
    assertThat(canHoldBoth(FOR_UPDATE, LockMode.forShare(A))).isTrue();
    assertThat(canHoldBoth(FOR_UPDATE, FOR_UPDATE)).isFalse();
    assertThat(canHoldBoth(FOR_UPDATE, ADD_A)).isFalse();
    assertThat(canHoldBoth(ADD_A, FOR_UPDATE)).isFalse();
    assertThat(canHoldBoth(ADD_A, SET_A)).isFalse();
    assertThat(canHoldBoth(SET_A, SET_A)).isFalse();
    assertThat(canHoldBoth(WHOLE, LockMode.forShare(ColumnSet.NONE))).isFalse();
    assertThat(canHoldBoth(LockMode.forUpdate(B), WHOLE)).isFalse();
  }

  @Test
  void rowsOfOtherKeysAndTreesAreFree() {
    assertThat(request(one, "a", WHOLE)).isNull();
    assertThat(request(two, "b", WHOLE)).isNull();
    assertThat(table.request(two, 2, key("a"), WHOLE, null, 0))
        .isInstanceOf(LockTable.Granted.class);
    assertThat(request(one, "a", WHOLE)).isNull();
    assertThat(one.count()).isEqualTo(1);
  }

  @Test
  void servesInOrderWithoutOvertaking() {
    request(one, "r", ADD_A);
    Wait update = queued(two, "r", FOR_UPDATE);
    Wait adds = queued(three, "r", ADD_A);
    assertThat(table.release(one)).containsExactly(update);
    assertThat(adds.granted()).isFalse();
    assertThat(table.release(two)).containsExactly(adds);
    assertThat(three.count()).isEqualTo(1);
  }

  @Test
  void grantsTogetherWhatGoesTogether() {
    request(one, "r", WHOLE);
    Wait first = queued(two, "r", ADD_A);
    Wait second = queued(three, "r", ADD_A);
    assertThat(table.release(one)).containsExactly(first, second);
  }

  @Test
  void whoHoldsTheRowGoesFirst() {
    request(one, "r", LockMode.forShare(A));
    request(two, "r", LockMode.forShare(A));
    Wait waiting = queued(three, "r", SET_A);
    Wait upgrade = queued(one, "r", SET_A);
    assertThat(table.release(two)).containsExactly(upgrade);
    assertThat(waiting.granted()).isFalse();
    assertThat(one.count()).isEqualTo(1);
    assertThat(table.release(one)).containsExactly(waiting);
  }

  @Test
  void aCircleIsRefusedAtOnce() {
    request(one, "a", WHOLE);
    request(two, "b", WHOLE);
    request(three, "c", WHOLE);
    Wait first = queued(one, "b", WHOLE);
    queued(two, "c", WHOLE);
    assertThatThrownBy(() -> request(three, "a", WHOLE))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DEADLOCK));
    assertThat(three.waiting()).isNull();
    table.release(three);
    assertThat(table.release(two)).containsExactly(first);
  }

  @Test
  void twoWhoWantMoreOfARowThatBothHoldAreACircle() {
    request(one, "r", LockMode.forShare(A));
    request(two, "r", LockMode.forShare(A));
    queued(one, "r", SET_A);
    assertThatThrownBy(() -> request(two, "r", SET_A)).isInstanceOf(MosqlException.class);
  }

  @Test
  void waitingBehindAWaiterCountsInACircle() {
    request(one, "r", LockMode.forShare(A));
    request(three, "s", WHOLE);
    queued(two, "r", SET_A);
    queued(three, "r", ADD_A);
    assertThatThrownBy(() -> request(one, "s", WHOLE)).isInstanceOf(MosqlException.class);
  }

  @Test
  void releasesWhatCameAfterAMark() {
    request(one, "a", WHOLE);
    Hold mark = one.newest;
    request(one, "b", WHOLE);
    request(one, "a", WHOLE);
    Wait onA = queued(two, "a", WHOLE);
    Wait onB = queued(three, "b", WHOLE);
    assertThat(table.releaseTo(one, mark)).containsExactly(onB);
    assertThat(onA.granted()).isFalse();
  }

  @Test
  void aWithdrawnRequestLetsOthersPass() {
    request(one, "r", ADD_A);
    Wait update = queued(two, "r", FOR_UPDATE);
    Wait adds = queued(three, "r", ADD_A);
    assertThat(table.cancelWait(update)).containsExactly(adds);
  }

  @Test
  void holdsNoMoreThanALimit() {
    for (int i = 0; i <= LockTable.ROWS_MAX; i++) {
      request(one, "k" + i, WHOLE);
    }
    assertThat(one.count()).isEqualTo(LockTable.ROWS_MAX);
    assertThat(request(two, "k" + LockTable.ROWS_MAX, WHOLE)).isNull();
    assertThat(table.request(two, 1, key("k0"), WHOLE, null, 0)).isInstanceOf(Taken.class);
  }

  @Test
  void aTurnKeepsNewWritersBackAndLetsHoldersGoOn() {
    request(two, "held", WHOLE);
    assertThat(table.beginTurn(one, Set.of(1L), 0, 100)).isTrue();
    assertThat(table.isAlone(one)).isFalse();
    assertThat(request(two, "more", WHOLE)).isNull();
    Wait kept = queued(three, "other", WHOLE);
    assertThat(kept.isForTurn()).isTrue();
    assertThat(table.beginTurn(three, Set.of(1L, 2L), 0, 100)).isFalse();
    table.release(two);
    assertThat(table.isAlone(one)).isTrue();
    assertThat(table.release(one)).containsExactly(kept);
    assertThat(request(three, "other", WHOLE)).isNull();
  }

  @Test
  void aTurnIsOverInTime() {
    table.beginTurn(one, Set.of(1L), 0, 100);
    assertThat(table.request(two, 1, key("r"), WHOLE, null, 99)).isInstanceOf(Taken.class);
    assertThat(table.request(two, 1, key("r"), WHOLE, null, 100))
        .isInstanceOf(LockTable.Granted.class);
    assertThat(table.beginTurn(three, Set.of(1L), 100, 200)).isTrue();
  }

  @Test
  void aTurnThatIsTakenAgainIsStillOne() {
    table.beginTurn(one, Set.of(1L), 0, 100);
    assertThat(table.beginTurn(one, Set.of(2L), 50, 150)).isTrue();
    Wait first = queued(two, "r", WHOLE);
    assertThat(table.request(three, 2, key("r"), WHOLE, null, 149)).isInstanceOf(Taken.class);
    assertThat(first.isTurnOver(149)).isFalse();
    assertThat(first.isTurnOver(150)).isTrue();
    assertThat(table.release(one)).containsExactly(first);
    assertThat(request(two, "r", WHOLE)).isNull();
  }

  @Test
  void waitingForATurnCountsInACircle() {
    request(three, "s", WHOLE);
    table.beginTurn(one, Set.of(5L), 0, 100);
    request(one, "r", WHOLE);
    assertThat(table.request(three, 5, key("x"), WHOLE, three, 0)).isInstanceOf(Taken.class);
    assertThatThrownBy(() -> request(one, "s", WHOLE)).isInstanceOf(MosqlException.class);
  }

  @Test
  void tellsWhoWaitsForWhom() {
    request(one, "r", WHOLE);
    queued(two, "r", ADD_A);
    queued(three, "r", WHOLE);
    assertThat(table.locks(0, 0))
        .extracting(RowLockInfo::owner, RowLockInfo::held, RowLockInfo::waitsFor)
        .containsExactlyInAnyOrder(
            tuple(session(1), true, List.of()),
            tuple(session(2), false, List.of(session(1))),
            tuple(session(3), false, List.of(session(1), session(2))));
  }

  private static LockOwnerInfo session(long number) {
    return new LockOwnerInfo(number, null);
  }

  private List<LockOwnerInfo> ownersOf(String key) {
    return table.locks(0, 0).stream()
        .filter(lock -> lock.held() && Arrays.equals(lock.key(), key(key)))
        .map(RowLockInfo::owner)
        .toList();
  }

  private List<RowLock> prepare(Owner owner, String gid) {
    assertThat(table.name(owner, gid, 0)).isTrue();
    List<RowLock> locks = table.locksOf(owner);
    assertThat(table.keep(owner, gid, locks, 0)).isEmpty();
    return locks;
  }

  @Test
  void aPreparedTransactionKeepsItsLocks() {
    request(one, "r", WHOLE);
    request(one, "s", SET_A);
    Wait wait = queued(two, "r", SET_B);
    assertThat(prepare(one, "g")).extracting(RowLock::mode).containsExactly(WHOLE, SET_A);
    assertThat(table.locks(0, 0))
        .filteredOn(lock -> !lock.held())
        .extracting(RowLockInfo::waitsFor)
        .containsExactly(List.of(new LockOwnerInfo(0, "g")));
    assertThat(wait.granted()).isFalse();
    assertThat(table.name(three, "g", 0)).isFalse();
    assertThat(table.endPrepared("other")).isEmpty();
    assertThat(table.endPrepared("g")).containsExactly(wait);
    assertThat(ownersOf("r")).containsExactly(session(2));
    assertThat(ownersOf("s")).isEmpty();
    assertThat(table.endPrepared("g")).isEmpty();
  }

  @Test
  void whatIsAboutToBePreparedIsReleasedByItsSession() {
    request(one, "r", WHOLE);
    assertThat(table.name(one, "g", 0)).isTrue();
    assertThat(table.endPrepared("g")).isEmpty();
    Wait wait = queued(two, "r", WHOLE);
    assertThat(table.release(one)).containsExactly(wait);
    assertThat(table.name(three, "g", 0)).isTrue();
  }

  @Test
  void locksOfPreparedTransactionsAreRestored() {
    request(one, "r", WHOLE);
    request(one, "s", FOR_UPDATE);
    List<RowLock> locks = prepare(one, "g");
    table.releaseAll();
    table.restore("g", locks, 0);
    Wait wait = queued(two, "r", SET_B);
    assertThat(request(three, "s", SET_B)).isNull();
    assertThat(table.endPrepared("g")).containsExactly(wait);
  }

  @Test
  void onlyFreeLocksAreRestored() {
    request(one, "r", WHOLE);
    request(one, "s", WHOLE);
    List<RowLock> locks = prepare(one, "g");
    table.releaseAll();
    request(two, "r", WHOLE);
    table.restore("g", locks, 0);
    assertThat(ownersOf("r")).containsExactly(session(2));
    assertThat(ownersOf("s")).containsExactly(new LockOwnerInfo(0, "g"));
    assertThat(table.endPrepared("g")).isEmpty();
  }

  @Test
  void theEndOfAPreparedTransactionIsWaitedForByMany() {
    prepare(one, "g");
    LockMode ended = LockMode.forShare(ColumnSet.NONE);
    byte[] key = LockTable.keyOf("g");
    Taken second = (Taken) table.request(two, SystemTrees.PREPARED, key, ended, two, 0);
    Taken third = (Taken) table.request(three, SystemTrees.PREPARED, key, ended, three, 0);
    assertThat(table.endPrepared("g")).containsExactly(second.queued(), third.queued());
    // The identifier can be used again while they run on.
    Owner next = new Owner(4);
    assertThat(table.name(next, "g", 0)).isTrue();
    table.release(next);
  }

  @Test
  void aPreparedTransactionIsInNoCircle() {
    request(one, "r", WHOLE);
    request(two, "s", WHOLE);
    prepare(one, "g");
    queued(two, "r", WHOLE);
    queued(three, "s", WHOLE);
    assertThat(table.endPrepared("g")).hasSize(1);
  }
}
