package io.mosql.storage.lock;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.lock.LockState.ExclusiveTurn;
import io.mosql.storage.lock.LockState.Hold;
import io.mosql.storage.lock.LockState.Owner;
import io.mosql.storage.lock.LockState.Row;
import io.mosql.storage.lock.LockState.Wait;
import io.mosql.storage.version.SystemTrees;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lock table of the node that certifies: owners and waiters of row locks, in memory. Locks only
 * schedule transactions: the certifier decides commits, by the reads of each transaction.
 *
 * <p>Waiters for a row are served in order of arrival; a new request waits behind incompatible
 * ones, even when it is compatible with the owners, so that no request starves. A transaction that
 * owns a lock of the row and requests another mode goes first. A wait that would close a cycle of
 * waits is rejected at once, so there never is a deadlock; the new request is the victim.
 *
 * <p>A prepared transaction owns its locks under its global identifier, and waits for nothing. It
 * also owns the lock of a key in {@link SystemTrees#PREPARED}, the identifier: a commit that it
 * holds up waits for that.
 *
 * <p>This class is the state alone: it never blocks, reads no clock and wakes threads only by
 * {@link Wait#granted}. Not thread-safe; {@link LockManager} guards it.
 */
final class LockTable {
  /** Maximum number of row locks of one transaction. */
  static final int ROWS_MAX = 20_000;

  private final Map<Row, Row> rows = new HashMap<>();
  private final Set<Owner> owners = new HashSet<>();

  /** Owners whose transaction is prepared, or is about to be, by global identifier. */
  private final Map<String, Owner> prepared = new HashMap<>();

  private final List<ExclusiveTurn> turns = new ArrayList<>();

  /** Result of a request. */
  sealed interface Answer {}

  /** The lock is acquired. */
  record Granted() implements Answer {}

  /** Another transaction owns a conflicting lock; a request that may wait has been queued. */
  record Taken(@Nullable Wait queued) implements Answer {}

  private static final Granted GRANTED = new Granted();
  private static final Taken TAKEN = new Taken(null);

  /**
   * Requests a row lock.
   *
   * @param waiter handle to wake the caller when the lock is granted later; null for a request that
   *     does not wait
   * @throws MosqlException 40P01 when the wait would be a deadlock
   */
  Answer request(
      Owner owner, long tree, byte[] key, LockMode mode, @Nullable Object waiter, long nowNanos) {
    ExclusiveTurn turn = turns.isEmpty() ? null : turnAgainst(owner, tree, nowNanos);
    if (turn != null) {
      return queue(owner, null, mode, turn, waiter, nowNanos);
    }
    if (owner.count >= ROWS_MAX && tree != SystemTrees.PREPARED) {
      return GRANTED;
    }
    Row probe = new Row(tree, key);
    Row known = rows.putIfAbsent(probe, probe);
    if (known == null) {
      hold(owner, probe, mode, nowNanos);
      return GRANTED;
    }
    Hold mine = known.of(owner);
    if (mine != null && mine.mode.includes(mode)) {
      return GRANTED;
    }
    LockMode wanted = mine == null ? mode : mine.mode.union(mode);
    if (isFree(known, owner, wanted, mine == null ? known.waits.size() : 0)) {
      if (mine == null) {
        hold(owner, known, wanted, nowNanos);
      } else {
        mine.mode = wanted;
      }
      return GRANTED;
    }
    return queue(owner, known, wanted, null, waiter, nowNanos);
  }

  private Answer queue(
      Owner owner,
      @Nullable Row row,
      LockMode mode,
      @Nullable ExclusiveTurn turn,
      @Nullable Object waiter,
      long nowNanos) {
    if (waiter == null) {
      return TAKEN;
    }
    Wait wait = new Wait(owner, row, mode, turn, waiter, nowNanos);
    InvariantViolation.check(owner.waiting == null, "a transaction waits for one lock at a time");
    owner.waiting = wait;
    if (row != null) {
      row.waits.add(row.of(owner) == null ? row.waits.size() : 0, wait);
    }
    if (closesCycle(owner)) {
      cancelWait(wait);
      throw StorageErrorMessage.DEADLOCK_DETECTED.error();
    }
    owners.add(owner);
    return new Taken(wait);
  }

  /**
   * Whether the mode is compatible with all owners except this one and with the first so many
   * waiters.
   */
  private static boolean isFree(Row row, Owner owner, LockMode mode, int waitsAhead) {
    for (Hold hold = row.holds; hold != null; hold = hold.nextOfRow) {
      if (hold.owner != owner && !hold.mode.isCompatibleWith(mode)) {
        return false;
      }
    }
    for (int i = 0; i < waitsAhead; i++) {
      Wait ahead = row.waits.get(i);
      if (ahead.owner != owner && !ahead.mode.isCompatibleWith(mode)) {
        return false;
      }
    }
    return true;
  }

  private void hold(Owner owner, Row row, LockMode mode, long sinceNanos) {
    assert row.of(owner) == null : "a transaction has one lock of a row";
    assert isFree(row, owner, mode, 0) : "the locks of a row are compatible";
    assert !owner.isOver() : "an ended transaction acquires no lock";
    link(owner, row, mode, sinceNanos);
  }

  private void link(Owner owner, Row row, LockMode mode, long sinceNanos) {
    Hold hold = new Hold(owner, row, mode, sinceNanos);
    hold.nextOfRow = row.holds;
    row.holds = hold;
    hold.olderOfOwner = owner.newest;
    if (owner.newest == null) {
      owners.add(owner);
    }
    owner.newest = hold;
    owner.count++;
  }

  /** The newest lock, as a mark for releasing all later ones. */
  static @Nullable Hold mark(Owner owner) {
    return owner.newest;
  }

  /**
   * Releases the locks that the owner acquired after the mark.
   *
   * @return the waits that are granted by it
   */
  List<Wait> releaseTo(Owner owner, @Nullable Hold mark) {
    List<Wait> granted = new ArrayList<>(0);
    while (owner.newest != null && owner.newest != mark) {
      Hold hold = owner.newest;
      owner.newest = hold.olderOfOwner;
      owner.count--;
      unlink(hold);
      grant(hold.row, granted);
    }
    InvariantViolation.check(
        (owner.newest == null) == (owner.count == 0),
        "the number of locks of a transaction is that of its list",
        owner.count,
        0);
    forgetIdle(owner);
    return granted;
  }

  private void forgetIdle(Owner owner) {
    if (owner.isIdle()) {
      owners.remove(owner);
    }
  }

  /** Releases all locks and the turn, and withdraws the owner's pending request. */
  List<Wait> release(Owner owner) {
    Wait own = owner.waiting;
    List<Wait> granted = own == null ? new ArrayList<>(0) : cancelWait(own);
    granted.addAll(releaseTo(owner, null));
    granted.addAll(endTurn(owner));
    forgetIdle(owner);
    if (owner.gid != null) {
      prepared.remove(owner.gid, owner);
    }
    return granted;
  }

  private static void unlink(Hold hold) {
    Row row = hold.row;
    if (row.holds == hold) {
      row.holds = hold.nextOfRow;
      return;
    }
    for (Hold at = row.holds; at != null; at = at.nextOfRow) {
      if (at.nextOfRow == hold) {
        at.nextOfRow = hold.nextOfRow;
        return;
      }
    }
    throw new InvariantViolation("the lock of an owner is in the list of its row");
  }

  private void grant(Row row, List<Wait> granted) {
    for (int i = 0; i < row.waits.size(); i++) {
      Wait wait = row.waits.get(i);
      Hold mine = row.of(wait.owner);
      if (isFree(row, wait.owner, wait.mode, mine == null ? i : 0)) {
        InvariantViolation.check(
            wait.owner.waiting == wait, "a request in a queue is that of a waiting transaction");
        row.waits.remove(i--);
        if (mine == null) {
          hold(wait.owner, row, wait.mode, wait.sinceNanos);
        } else {
          mine.mode = wait.mode;
        }
        wait.owner.waiting = null;
        wait.granted = true;
        granted.add(wait);
      }
    }
    if (row.holds == null && row.waits.isEmpty()) {
      rows.remove(row);
    }
  }

  /**
   * Withdraws a request.
   *
   * @return the waits that are granted by it
   */
  List<Wait> cancelWait(Wait wait) {
    List<Wait> granted = new ArrayList<>(0);
    if (wait.owner.waiting != wait) {
      return granted;
    }
    wait.owner.waiting = null;
    Row row = wait.row;
    if (row != null) {
      row.waits.remove(wait);
      grant(row, granted);
    }
    forgetIdle(wait.owner);
    return granted;
  }

  /**
   * Releases all locks of all owners.
   *
   * @return the pending waits
   */
  List<Wait> releaseAll() {
    List<Wait> waiting = new ArrayList<>();
    for (Owner owner : owners) {
      if (owner.waiting != null) {
        waiting.add(owner.waiting);
      }
      owner.markLost();
    }
    rows.clear();
    owners.clear();
    turns.clear();
    prepared.clear();
    return waiting;
  }

  // Prepared transactions.

  /** The key in {@link SystemTrees#PREPARED} that stands for an identifier. */
  static byte[] keyOf(String gid) {
    return gid.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Gives a transaction that is about to be prepared its global identifier, with the lock of it.
   *
   * @return false when another one has it
   */
  boolean name(Owner owner, String gid, long nowNanos) {
    if (prepared.putIfAbsent(gid, owner) != null) {
      return false;
    }
    owner.gid = gid;
    Row probe = new Row(SystemTrees.PREPARED, keyOf(gid));
    Row known = rows.putIfAbsent(probe, probe);
    // A waiter for an earlier transaction of this identifier may still hold its lock.
    link(owner, known == null ? probe : known, LockMode.WHOLE, nowNanos);
    return true;
  }

  /** The locks of an owner, the oldest first, without that of its identifier. */
  List<RowLock> locksOf(Owner owner) {
    List<RowLock> locks = new ArrayList<>(owner.count);
    for (Hold hold = owner.newest; hold != null; hold = hold.olderOfOwner) {
      if (!hold.row.isIdentifier()) {
        locks.add(new RowLock(hold.row.tree, hold.row.key, hold.mode));
      }
    }
    Collections.reverse(locks);
    return locks;
  }

  /**
   * Keeps the locks of a transaction that has been prepared; its turn ends.
   *
   * @param locks that it had; for one whose locks were released meanwhile
   * @return the waits that are granted by it
   */
  List<Wait> keep(Owner owner, String gid, List<RowLock> locks, long nowNanos) {
    if (prepared.get(gid) == owner) {
      owner.prepared = true;
      return endTurn(owner);
    }
    restore(gid, locks, nowNanos);
    return List.of();
  }

  /**
   * Acquires the locks of a prepared transaction that no owner keeps: those that are free. What
   * others own meanwhile, the certifier keeps free.
   */
  void restore(String gid, List<RowLock> locks, long nowNanos) {
    Owner owner = new Owner(0);
    if (!name(owner, gid, nowNanos)) {
      return;
    }
    owner.prepared = true;
    for (RowLock lock : locks) {
      Row probe = new Row(lock.tree(), lock.key());
      Row known = rows.getOrDefault(probe, probe);
      if (known.of(owner) == null && isFree(known, owner, lock.mode(), 0)) {
        rows.put(known, known);
        hold(owner, known, lock.mode(), nowNanos);
      }
    }
  }

  /**
   * Releases the locks of a prepared transaction that has ended.
   *
   * @return the waits that are granted by it
   */
  List<Wait> endPrepared(String gid) {
    Owner owner = prepared.get(gid);
    return owner == null || !owner.prepared ? List.of() : release(owner);
  }

  // Turns.

  private @Nullable ExclusiveTurn turnAgainst(Owner owner, long tree, long nowNanos) {
    for (ExclusiveTurn turn : turns) {
      if (turn.owner != owner
          && turn.trees.contains(tree)
          && !turn.isOver(nowNanos)
          && !holdsIn(owner, turn.trees)) {
        return turn;
      }
    }
    return null;
  }

  private static boolean holdsIn(Owner owner, Set<Long> trees) {
    for (Hold hold = owner.newest; hold != null; hold = hold.olderOfOwner) {
      if (trees.contains(hold.row.tree)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Requests a turn. Once it is granted, owners of row locks in the trees may continue until they
   * end ({@link #isAlone}); other transactions may not begin to acquire any.
   *
   * @return whether it is granted; false when another transaction has a turn for one of the trees
   */
  boolean beginTurn(Owner owner, Set<Long> trees, long nowNanos, long untilNanos) {
    turns.removeIf(turn -> turn.isOver(nowNanos));
    for (ExclusiveTurn turn : turns) {
      if (turn.owner != owner && !Collections.disjoint(turn.trees, trees)) {
        return false;
      }
    }
    owners.add(owner);
    ExclusiveTurn before = owner.turn;
    if (before != null && turns.contains(before)) {
      before.trees.addAll(trees);
      before.untilNanos = untilNanos;
      return true;
    }
    ExclusiveTurn turn = new ExclusiveTurn(owner, new HashSet<>(trees), untilNanos);
    owner.turn = turn;
    turns.add(turn);
    return true;
  }

  /** Whether no other transaction owns row locks in the trees of the owner's turn. */
  boolean isAlone(Owner owner) {
    ExclusiveTurn turn = owner.turn;
    if (turn == null) {
      return true;
    }
    for (Owner other : owners) {
      if (other != owner && holdsIn(other, turn.trees)) {
        return false;
      }
    }
    return true;
  }

  private List<Wait> endTurn(Owner owner) {
    List<Wait> free = new ArrayList<>(0);
    ExclusiveTurn turn = owner.turn;
    owner.turn = null;
    if (turn != null) {
      turns.remove(turn);
      for (Owner other : owners) {
        Wait wait = other.waiting;
        if (wait != null && wait.turn == turn) {
          other.waiting = null;
          wait.granted = true;
          free.add(wait);
        }
      }
    }
    return free;
  }

  // Wait-for graph.

  private boolean closesCycle(Owner start) {
    Set<Owner> seen = new HashSet<>();
    List<Owner> next = new ArrayList<>(waitsFor(start));
    while (!next.isEmpty()) {
      Owner owner = next.remove(next.size() - 1);
      if (owner == start) {
        return true;
      }
      if (seen.add(owner)) {
        next.addAll(waitsFor(owner));
      }
    }
    return false;
  }

  private List<Owner> waitsFor(Owner owner) {
    List<Owner> others = new ArrayList<>();
    Wait wait = owner.waiting;
    if (wait == null) {
      return others;
    }
    Row row = wait.row;
    if (row == null) {
      others.add(
          java.util.Objects.requireNonNull(wait.turn, "a wait is for a row or for a turn").owner);
      return others;
    }
    for (Hold hold = row.holds; hold != null; hold = hold.nextOfRow) {
      if (hold.owner != owner && !hold.mode.isCompatibleWith(wait.mode)) {
        others.add(hold.owner);
      }
    }
    if (row.of(owner) == null) {
      for (Wait ahead : row.waits) {
        if (ahead == wait) {
          break;
        }
        if (!ahead.mode.isCompatibleWith(wait.mode)) {
          others.add(ahead.owner);
        }
      }
    }
    return others;
  }

  /**
   * All locks and waits, in no order; for a wait for a turn, or for the end of a prepared
   * transaction, the tree is 0. Identifiers of prepared transactions are owners, and no rows.
   */
  List<RowLockInfo> locks(long nowNanos, long wallMicros) {
    List<RowLockInfo> figures = new ArrayList<>();
    for (Row row : rows.values()) {
      for (Hold hold = row.isIdentifier() ? null : row.holds; hold != null; hold = hold.nextOfRow) {
        figures.add(
            new RowLockInfo(
                hold.owner.info(),
                row.tree,
                row.key,
                hold.mode.text(),
                true,
                List.of(),
                wallMicros - (nowNanos - hold.sinceNanos) / 1000));
      }
    }
    for (Owner owner : owners) {
      Wait wait = owner.waiting;
      if (wait != null) {
        Row row = wait.row == null || wait.row.isIdentifier() ? null : wait.row;
        figures.add(
            new RowLockInfo(
                owner.info(),
                row == null ? 0 : row.tree,
                row == null ? new byte[0] : row.key,
                row != null ? wait.mode.text() : wait.isForTurn() ? "turn" : "commit",
                false,
                blockers(owner),
                wallMicros - (nowNanos - wait.sinceNanos) / 1000));
      }
    }
    return figures;
  }

  private List<LockOwnerInfo> blockers(Owner owner) {
    return waitsFor(owner).stream()
        .map(Owner::info)
        .distinct()
        .sorted(
            Comparator.comparing(LockOwnerInfo::session)
                .thenComparing(
                    LockOwnerInfo::gid, Comparator.nullsFirst(Comparator.naturalOrder())))
        .toList();
  }

  /** Whether the table is empty. */
  boolean isEmpty() {
    return rows.isEmpty() && owners.isEmpty() && turns.isEmpty() && prepared.isEmpty();
  }
}
