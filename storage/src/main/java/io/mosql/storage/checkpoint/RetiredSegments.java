package io.mosql.storage.checkpoint;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import io.mosql.storage.version.SnapshotRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Segments that no manifest refers to any more but that an open snapshot may still read.
 *
 * <p>A segment that a checkpoint wrote is referred to by no root older than the previous checkpoint
 * (everything that a root shares with that one was written then), and by no root from the
 * checkpoint on that dropped it. So an old snapshot keeps the files of its own time, and not all
 * later ones. Guarded by the checkpointer's lock.
 */
final class RetiredSegments {
  /**
   * @param from version of the oldest root that may refer to it
   * @param until version of the first root that does not refer to it any more
   */
  private record Retired(SegmentEntry entry, long from, long until) {}

  private final Map<SegmentId, Long> oldest = new HashMap<>();

  /** Replaced, never changed: read by other threads without a lock. */
  private volatile List<Retired> waiting = List.of();

  /**
   * Records the segments that a new checkpoint has written and dropped.
   *
   * @param versionBefore of the root of the previous checkpoint, 0 when there was none
   */
  void replaced(List<SegmentEntry> before, long versionBefore, Manifest now, long version) {
    InvariantViolation.check(
        version >= versionBefore, "the versions of checkpoints ascend", version, versionBefore);
    Set<SegmentId> named = new HashSet<>();
    for (SegmentEntry entry : now.segments()) {
      named.add(entry.id());
    }
    List<Retired> more = new ArrayList<>(waiting);
    Set<SegmentId> known = new HashSet<>();
    for (SegmentEntry entry : before) {
      known.add(entry.id());
      if (!named.contains(entry.id())) {
        Long from = oldest.remove(entry.id());
        more.add(new Retired(entry, from == null ? 0 : from, version));
      }
    }
    waiting = List.copyOf(more);
    for (SegmentId id : named) {
      if (!known.contains(id)) {
        oldest.put(id, versionBefore);
      }
    }
  }

  /** Removes and returns the segments that no snapshot needs. */
  List<SegmentId> takeUnneeded(SnapshotRegistry snapshots) {
    List<SegmentId> free = new ArrayList<>();
    List<Retired> kept = new ArrayList<>();
    for (Retired retired : waiting) {
      if (snapshots.anyWithin(retired.from(), retired.until())) {
        kept.add(retired);
      } else {
        free.add(retired.entry().id());
      }
    }
    waiting = List.copyOf(kept);
    return free;
  }

  long bytes() {
    long sum = 0;
    for (Retired retired : waiting) {
      sum += retired.entry().bytes();
    }
    return sum;
  }
}
