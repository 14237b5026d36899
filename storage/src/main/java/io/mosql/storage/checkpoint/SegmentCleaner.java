package io.mosql.storage.checkpoint;

import io.mosql.storage.commit.DirtyTracker;
import io.mosql.storage.commit.GroupCommit;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import io.mosql.storage.tree.PageSource;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreePages;
import io.mosql.storage.version.PageRelocations.Move;
import io.mosql.storage.version.Root;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * The cleaner of page files: when more than a share of them is garbage, the live pages of the
 * segments with the most garbage are relocated, by becoming changed nodes with unchanged contents
 * in the line of roots; the next checkpoint writes them to new segments and drops the old ones.
 * Many small segments are merged in the same way.
 *
 * <p>Cost-benefit as in the segment cleaning of Rosenblum and Ousterhout, "The Design and
 * Implementation of a Log-Structured File System" (1992), greedy by live share. Used under the
 * checkpointer's lock.
 */
final class SegmentCleaner {
  /** Garbage above this share of the live bytes starts cleaning. */
  private static final double GARBAGE_SHARE_MAX = 0.50;

  /** Cleaning stops below this share. */
  private static final double GARBAGE_SHARE_GOAL = 0.35;

  private static final long SMALL_SEGMENT_BYTES = 8L << 20;
  private static final int SMALL_SEGMENTS_MAX = 32;
  private static final int BATCH = 32;
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final long garbageBytesMin;
  private volatile boolean waiting;

  SegmentCleaner(long garbageBytesMin) {
    this.garbageBytesMin = garbageBytesMin;
  }

  /** Whether pages were relocated that the next checkpoint should write soon. */
  boolean isWaiting() {
    return waiting;
  }

  /**
   * Relocates pages out of the segments of a checkpoint that was just taken, where it is worth the
   * cost.
   */
  void clean(Checkpoint checkpoint, GroupCommit commits, DirtyTracker tracker) {
    waiting = false;
    Set<SegmentId> victims =
        victims(checkpoint.manifest().segments(), tracker.dirtyBytesMax() / 4, garbageBytesMin);
    if (!victims.isEmpty()) {
      Predicate<PageSource> in =
          source -> victims.contains(new SegmentId(source.idHigh(), source.idLow()));
      waiting = move(found(commits.published(), in), commits, tracker);
    }
  }

  /** The segments to be emptied, those with the smallest live share first. */
  static Set<SegmentId> victims(List<SegmentEntry> segments, long movedMax, long garbageMin) {
    long bytes = 0;
    long live = 0;
    int small = 0;
    for (SegmentEntry entry : segments) {
      bytes += entry.bytes();
      live += entry.liveBytes();
      small += isSmall(entry) ? 1 : 0;
    }
    long garbage = bytes - live;
    boolean tooMuch = garbage > Math.max(garbageMin, (long) (live * GARBAGE_SHARE_MAX));
    boolean tooMany = small > SMALL_SEGMENTS_MAX;
    Set<SegmentId> victims = new HashSet<>();
    if (!tooMuch && !tooMany) {
      return victims;
    }
    long goal = Math.max(garbageMin / 2, (long) (live * GARBAGE_SHARE_GOAL));
    List<SegmentEntry> sorted = new ArrayList<>(segments);
    sorted.sort(Comparator.comparingDouble(entry -> (double) entry.liveBytes() / entry.bytes()));
    long moved = 0;
    for (SegmentEntry entry : sorted) {
      boolean worth = (tooMuch && garbage > goal) || (tooMany && isSmall(entry));
      if (worth && (moved + entry.liveBytes() <= movedMax || victims.isEmpty())) {
        victims.add(entry.id());
        moved += entry.liveBytes();
        garbage -= entry.bytes() - entry.liveBytes();
      }
    }
    return victims;
  }

  private static boolean isSmall(SegmentEntry entry) {
    return entry.bytes() < SMALL_SEGMENT_BYTES;
  }

  private static List<Move> found(Root root, Predicate<PageSource> victims) {
    List<Move> moves = new ArrayList<>();
    for (long id : root.treeIds()) {
      Tree tree = root.tree(id);
      if (tree != null) {
        TreePages.walk(
            tree,
            (page, inner, low) -> {
              if (victims.test(page.source())) {
                moves.add(new Move(id, low == null ? new byte[0] : low, victims));
              }
            });
      }
    }
    return moves;
  }

  /** Submits the moves in small batches, whose pages are loaded beforehand. */
  private static boolean move(List<Move> moves, GroupCommit commits, DirtyTracker tracker) {
    for (int from = 0; from < moves.size(); from += BATCH) {
      List<Move> batch = moves.subList(from, Math.min(moves.size(), from + BATCH));
      Root root = commits.published();
      for (Move move : batch) {
        Tree tree = root.tree(move.tree());
        if (tree != null) {
          tree.get(move.key());
        }
      }
      boolean done = commits.move(batch);
      // When moves are impossible now, and memory is short, the next checkpoint comes first.
      while (!done
          && commits.isOpen()
          && !tracker.exceedsDirtyLimit(tracker.dirtyBytes(commits.published()))) {
        LockSupport.parkNanos(WAIT_NANOS);
        done = commits.move(List.of());
      }
    }
    return !moves.isEmpty();
  }
}
