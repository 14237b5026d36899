package io.mosql.storage.lock;

import static io.mosql.storage.TestRows.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.lock.LockState.Hold;
import io.mosql.storage.lock.LockState.Owner;
import io.mosql.storage.lock.LockState.Wait;
import io.mosql.storage.lock.LockTable.Taken;
import io.mosql.storage.version.ColumnSet;
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

  private final LockTable reservations = new LockTable();
  private final Owner one = new Owner(1);
  private final Owner two = new Owner(2);
  private final Owner three = new Owner(3);

  @AfterEach
  void nothingIsLeft() {
    for (Owner owner : List.of(one, two, three)) {
      reservations.release(owner);
    }
    assertThat(reservations.isEmpty()).isTrue();
  }

  /** Null when it was granted. */
  private @Nullable Wait wish(Owner owner, String key, LockMode mode) {
    return reservations.wish(owner, 1, key(key), mode, owner, 0) instanceof Taken taken
        ? Objects.requireNonNull(taken.queued())
        : null;
  }

  private Wait queued(Owner owner, String key, LockMode mode) {
    return Objects.requireNonNull(wish(owner, key, mode));
  }

  private boolean canHoldBoth(LockMode first, LockMode second) {
    wish(one, "r", first);
    boolean both = !(reservations.wish(two, 1, key("r"), second, null, 0) instanceof Taken);
    reservations.release(one);
    reservations.release(two);
    return both;
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
    assertThat(wish(one, "a", WHOLE)).isNull();
    assertThat(wish(two, "b", WHOLE)).isNull();
    assertThat(reservations.wish(two, 2, key("a"), WHOLE, null, 0))
        .isInstanceOf(LockTable.Granted.class);
    assertThat(wish(one, "a", WHOLE)).isNull();
    assertThat(one.count()).isEqualTo(1);
  }

  @Test
  void servesInOrderAndLetsNobodyOvertake() {
    wish(one, "r", ADD_A);
    Wait update = queued(two, "r", FOR_UPDATE);
    Wait adds = queued(three, "r", ADD_A);
    assertThat(reservations.release(one)).containsExactly(update);
    assertThat(adds.granted()).isFalse();
    assertThat(reservations.release(two)).containsExactly(adds);
    assertThat(three.count()).isEqualTo(1);
  }

  @Test
  void grantsTogetherWhatGoesTogether() {
    wish(one, "r", WHOLE);
    Wait first = queued(two, "r", ADD_A);
    Wait second = queued(three, "r", ADD_A);
    assertThat(reservations.release(one)).containsExactly(first, second);
  }

  @Test
  void whoHoldsTheRowGoesFirst() {
    wish(one, "r", LockMode.forShare(A));
    wish(two, "r", LockMode.forShare(A));
    Wait waiting = queued(three, "r", SET_A);
    Wait upgrade = queued(one, "r", SET_A);
    assertThat(reservations.release(two)).containsExactly(upgrade);
    assertThat(waiting.granted()).isFalse();
    assertThat(one.count()).isEqualTo(1);
    assertThat(reservations.release(one)).containsExactly(waiting);
  }

  @Test
  void aCircleIsRefusedAtOnce() {
    wish(one, "a", WHOLE);
    wish(two, "b", WHOLE);
    wish(three, "c", WHOLE);
    Wait first = queued(one, "b", WHOLE);
    queued(two, "c", WHOLE);
    assertThatThrownBy(() -> wish(three, "a", WHOLE))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DEADLOCK));
    assertThat(three.waiting()).isNull();
    reservations.release(three);
    assertThat(reservations.release(two)).containsExactly(first);
  }

  @Test
  void twoWhoWantMoreOfARowThatBothHoldAreACircle() {
    wish(one, "r", LockMode.forShare(A));
    wish(two, "r", LockMode.forShare(A));
    queued(one, "r", SET_A);
    assertThatThrownBy(() -> wish(two, "r", SET_A)).isInstanceOf(MosqlException.class);
  }

  @Test
  void waitingBehindAWaiterCountsInACircle() {
    wish(one, "r", LockMode.forShare(A));
    wish(three, "s", WHOLE);
    queued(two, "r", SET_A);
    queued(three, "r", ADD_A);
    assertThatThrownBy(() -> wish(one, "s", WHOLE)).isInstanceOf(MosqlException.class);
  }

  @Test
  void releasesWhatCameAfterAMark() {
    wish(one, "a", WHOLE);
    Hold mark = one.newest;
    wish(one, "b", WHOLE);
    wish(one, "a", WHOLE);
    Wait onA = queued(two, "a", WHOLE);
    Wait onB = queued(three, "b", WHOLE);
    assertThat(reservations.releaseTo(one, mark)).containsExactly(onB);
    assertThat(onA.granted()).isFalse();
  }

  @Test
  void aWishTakenBackLetsOthersPass() {
    wish(one, "r", ADD_A);
    Wait update = queued(two, "r", FOR_UPDATE);
    Wait adds = queued(three, "r", ADD_A);
    assertThat(reservations.cancelWait(update)).containsExactly(adds);
  }

  @Test
  void holdsNoMoreThanALimit() {
    for (int i = 0; i <= LockTable.ROWS_MAX; i++) {
      wish(one, "k" + i, WHOLE);
    }
    assertThat(one.count()).isEqualTo(LockTable.ROWS_MAX);
    assertThat(wish(two, "k" + LockTable.ROWS_MAX, WHOLE)).isNull();
    assertThat(reservations.wish(two, 1, key("k0"), WHOLE, null, 0)).isInstanceOf(Taken.class);
  }

  @Test
  void aTurnKeepsNewWritersBackAndLetsHoldersGoOn() {
    wish(two, "held", WHOLE);
    assertThat(reservations.beginTurn(one, Set.of(1L), 0, 100)).isTrue();
    assertThat(reservations.isAlone(one)).isFalse();
    assertThat(wish(two, "more", WHOLE)).isNull();
    Wait kept = queued(three, "other", WHOLE);
    assertThat(kept.isForTurn()).isTrue();
    assertThat(reservations.beginTurn(three, Set.of(1L, 2L), 0, 100)).isFalse();
    reservations.release(two);
    assertThat(reservations.isAlone(one)).isTrue();
    assertThat(reservations.release(one)).containsExactly(kept);
    assertThat(wish(three, "other", WHOLE)).isNull();
  }

  @Test
  void aTurnIsOverInTime() {
    reservations.beginTurn(one, Set.of(1L), 0, 100);
    assertThat(reservations.wish(two, 1, key("r"), WHOLE, null, 99)).isInstanceOf(Taken.class);
    assertThat(reservations.wish(two, 1, key("r"), WHOLE, null, 100))
        .isInstanceOf(LockTable.Granted.class);
    assertThat(reservations.beginTurn(three, Set.of(1L), 100, 200)).isTrue();
  }

  @Test
  void aTurnThatIsTakenAgainIsStillOne() {
    reservations.beginTurn(one, Set.of(1L), 0, 100);
    assertThat(reservations.beginTurn(one, Set.of(2L), 50, 150)).isTrue();
    Wait first = queued(two, "r", WHOLE);
    assertThat(reservations.wish(three, 2, key("r"), WHOLE, null, 149)).isInstanceOf(Taken.class);
    assertThat(first.isTurnOver(149)).isFalse();
    assertThat(first.isTurnOver(150)).isTrue();
    assertThat(reservations.release(one)).containsExactly(first);
    assertThat(wish(two, "r", WHOLE)).isNull();
  }

  @Test
  void waitingForATurnCountsInACircle() {
    wish(three, "s", WHOLE);
    reservations.beginTurn(one, Set.of(5L), 0, 100);
    wish(one, "r", WHOLE);
    assertThat(reservations.wish(three, 5, key("x"), WHOLE, three, 0)).isInstanceOf(Taken.class);
    assertThatThrownBy(() -> wish(one, "s", WHOLE)).isInstanceOf(MosqlException.class);
  }

  @Test
  void tellsWhoWaitsForWhom() {
    wish(one, "r", WHOLE);
    queued(two, "r", ADD_A);
    queued(three, "r", WHOLE);
    assertThat(reservations.locks(0, 0))
        .extracting(RowLockInfo::owner, RowLockInfo::held, RowLockInfo::waitsFor)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(1L, true, List.of()),
            org.assertj.core.groups.Tuple.tuple(2L, false, List.of(1L)),
            org.assertj.core.groups.Tuple.tuple(3L, false, List.of(1L, 2L)));
  }
}
