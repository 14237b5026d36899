package io.mosql.storage.version;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.version.Snapshot.Holder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The registry of the open snapshots. Opening one is a compare-and-set on a slot that usually the
 * same thread used before, because every statement outside a transaction opens one.
 *
 * <p>A snapshot is registered <em>before</em> it reads the published root, and counts as older than
 * all others until it has: so when no old snapshot is found here, segments that only old roots
 * refer to may be deleted. Thread-safe.
 */
public final class SnapshotRegistry {
  private static final int SLOTS = 1024;
  private static final int SLOTS_PER_THREAD = 16;
  private static final int OVERFLOWN = -1;

  private final AtomicReferenceArray<@Nullable Snapshot> slots = new AtomicReferenceArray<>(SLOTS);
  private final Set<Snapshot> overflow = ConcurrentHashMap.newKeySet();

  /** Opens a snapshot of the root that the supplier returns once it is registered. */
  public Snapshot open(Holder holder, long owner, Supplier<Root> newest) {
    Snapshot snapshot = register(holder, owner);
    boolean taken = false;
    try {
      snapshot.take(newest.get());
      taken = true;
      return snapshot;
    } finally {
      if (!taken) {
        snapshot.close();
      }
    }
  }

  private Snapshot register(Holder holder, long owner) {
    int start = (int) (Thread.currentThread().getId() * SLOTS_PER_THREAD);
    for (int i = 0; i < SLOTS_PER_THREAD; i++) {
      int slot = (start + i) & (SLOTS - 1);
      if (slots.getPlain(slot) == null) {
        Snapshot snapshot = new Snapshot(this, holder, owner, slot);
        if (slots.compareAndSet(slot, null, snapshot)) {
          return snapshot;
        }
      }
    }
    Snapshot snapshot = new Snapshot(this, holder, owner, OVERFLOWN);
    overflow.add(snapshot);
    return snapshot;
  }

  void forget(Snapshot snapshot) {
    if (snapshot.slot() == OVERFLOWN) {
      overflow.remove(snapshot);
    } else {
      InvariantViolation.check(
          slots.getPlain(snapshot.slot()) == snapshot,
          "a slot has one snapshot until it is closed");
      slots.setRelease(snapshot.slot(), null);
    }
  }

  /** Snapshots that may still refer to pages, in no order. */
  public List<Snapshot> live() {
    List<Snapshot> found = new ArrayList<>();
    forEachLive(found::add);
    return found;
  }

  private void forEachLive(Consumer<Snapshot> action) {
    for (int i = 0; i < SLOTS; i++) {
      Snapshot snapshot = slots.get(i);
      if (snapshot != null && snapshot.isLive()) {
        action.accept(snapshot);
      }
    }
    overflow.forEach(
        snapshot -> {
          if (snapshot.isLive()) {
            action.accept(snapshot);
          }
        });
  }

  /** Whether a live snapshot has a version from {@code from} up to but not including {@code to}. */
  public boolean anyWithin(long from, long to) {
    boolean[] found = new boolean[1];
    forEachLive(
        snapshot -> {
          long version = snapshot.version();
          found[0] |= version == 0 || (version >= from && version < to);
        });
    return found[0];
  }

  /**
   * Records when new snapshots were first detected, so that opening one needs no clock.
   *
   * @param nanos the time, not 0
   */
  public void recordFirstSeen(long nanos) {
    forEachLive(
        snapshot -> {
          if (snapshot.firstSeenNanos() == 0) {
            snapshot.recordFirstSeen(nanos);
          }
        });
  }

  /** Ends the snapshots of transactions that were detected before the time; returns how many. */
  public int endOlderThan(long nanos, String reason) {
    int[] ended = new int[1];
    forEachLive(
        snapshot -> {
          if (snapshot.holder() == Holder.TRANSACTION
              && snapshot.firstSeenNanos() != 0
              && snapshot.firstSeenNanos() - nanos < 0) {
            snapshot.end(reason);
            ended[0]++;
          }
        });
    return ended[0];
  }

  /**
   * Ends the oldest snapshots of transactions until the rest keeps no more than a limit of heap
   * from before a checkpoint alive. A root keeps at most the nodes that were dirty when it was
   * published; the rest of it is in pages. The newest of them may keep more, which is the amount
   * that one commit dirties: a transaction that began before the checkpoint could not commit
   * otherwise.
   *
   * @param checkpoint version of its root
   * @return how many it ended
   */
  public int endUntilWithin(long bytesMax, long checkpoint, String reason) {
    List<Versioned> old = new ArrayList<>();
    for (Snapshot snapshot : live()) {
      long version = snapshot.version();
      if (version != 0 && version < checkpoint) {
        old.add(new Versioned(snapshot, version));
      }
    }
    old.sort(Comparator.comparingLong(Versioned::version).reversed());
    long kept = 0;
    long last = 0;
    int ended = 0;
    for (Versioned each : old) {
      Snapshot snapshot = each.snapshot;
      long version = each.version;
      kept += version == last ? 0 : snapshot.dirtyBytes();
      last = version;
      if (kept > bytesMax
          && version != old.get(0).version()
          && snapshot.holder() == Holder.TRANSACTION) {
        snapshot.end(reason);
        ended++;
      }
    }
    return ended;
  }

  /** A snapshot with its version when it was read: one that is ended meanwhile has none. */
  private record Versioned(Snapshot snapshot, long version) {}
}
