package io.mosql.storage.page;

import io.mosql.core.port.LogStamp;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of a checkpoint: a position of the log, the trees at that position, and the segments
 * that contain all their pages. Every root lies in one of the segments; ids are unique.
 *
 * @param timeline of the position
 * @param epoch of the position
 * @param position that the trees contain
 * @param log the last record that the trees contain: recovery continues after it
 * @param wallMicros when it was taken
 */
public record Manifest(
    long timeline,
    long epoch,
    long position,
    LogStamp log,
    long wallMicros,
    List<TreeEntry> trees,
    List<SegmentEntry> segments) {
  /** Format version that this release writes. */
  public static final int FORMAT_VERSION = 2;

  /** Creates a manifest for a local log. */
  public Manifest(
      long timeline,
      long epoch,
      long position,
      long logIndex,
      long wallMicros,
      List<TreeEntry> trees,
      List<SegmentEntry> segments) {
    this(timeline, epoch, position, LogStamp.local(logIndex), wallMicros, trees, segments);
  }

  public Manifest {
    if (epoch < 0 || position < 0) {
      throw new IllegalArgumentException("manifest of epoch " + epoch + ", position " + position);
    }
    trees = List.copyOf(trees);
    segments = List.copyOf(segments);
    Map<SegmentId, SegmentEntry> byId = new HashMap<>();
    for (SegmentEntry segment : segments) {
      if (byId.put(segment.id(), segment) != null) {
        throw new IllegalArgumentException("segment " + segment.id() + " is named twice");
      }
    }
    Set<Long> ids = new HashSet<>();
    for (TreeEntry tree : trees) {
      if (!ids.add(tree.id())) {
        throw new IllegalArgumentException("tree " + tree.id() + " is named twice");
      }
      if (tree.position() > position) {
        throw new IllegalArgumentException(
            "tree " + tree.id() + " was written at " + tree.position() + ", after " + position);
      }
      requireWithin(byId, tree);
    }
  }

  private static void requireWithin(Map<SegmentId, SegmentEntry> segments, TreeEntry tree) {
    PageLocation root = tree.root();
    if (root == null) {
      return;
    }
    SegmentEntry segment = segments.get(root.segment());
    if (segment == null || root.end() > segment.bytes()) {
      throw new IllegalArgumentException(
          "the root of tree " + tree.id() + " lies outside of the segments: " + root);
    }
  }

  /** The same for a database that continues with another log. */
  public Manifest stamped(LogStamp other) {
    return new Manifest(timeline, epoch, position, other, wallMicros, trees, segments);
  }

  /** Index of the last record that the trees contain. */
  public long logIndex() {
    return log.index();
  }

  /** The entry of a segment, null when it is not named. Linear time. */
  public @Nullable SegmentEntry segment(SegmentId id) {
    for (SegmentEntry segment : segments) {
      if (segment.id().equals(id)) {
        return segment;
      }
    }
    return null;
  }
}
