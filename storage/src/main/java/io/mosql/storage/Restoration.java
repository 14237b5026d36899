package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.checkpoint.Checkpoint;
import io.mosql.storage.checkpoint.CheckpointWriter;
import io.mosql.storage.checkpoint.Checkpointer;
import io.mosql.storage.commit.LogReplay;
import io.mosql.storage.commit.RecoveryTarget;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Root;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Restores a copied checkpoint as a database of its own: replays a log up to a recovery target and
 * starts a new timeline. Its own log begins empty, at index 1.
 *
 * <p>Used once, by one thread, on files that no process has open. After a failure the files are
 * unusable.
 */
public final class Restoration {
  private final PageStore pages;
  private final Clock clock;
  private final TreeShape shape;
  private final long dirtyBytesMax;
  private Checkpoint last;

  /**
   * Result of a restoration.
   *
   * @param position of the restored database
   * @param timeline the new timeline of the database
   * @param records of the log that were applied
   * @param lastWallMicros when the last of these was written; 0 when there was none
   * @param logEnded whether the log was read to its end
   */
  public record Result(
      long position, long timeline, long records, long lastWallMicros, boolean logEnded) {}

  /** Reads a log and delivers its records after a given one. */
  public interface ReplaySource {
    void read(LogStamp after, StateMachine target);
  }

  /** Whether a record belongs to the database and the timeline of a manifest. */
  public static boolean isOfSameTimeline(Manifest manifest, byte[] record) {
    return RecordCodec.header(record).timeline() == manifest.timeline();
  }

  /**
   * @param pages of the copy, with its manifest
   * @param dirtyBytesMax heap of changes after which they are written
   */
  public Restoration(PageStore pages, Clock clock, TreeShape shape, long dirtyBytesMax) {
    Manifest manifest = pages.manifest();
    if (manifest == null) {
      throw new IllegalArgumentException("there is no manifest");
    }
    this.pages = pages;
    this.clock = clock;
    this.shape = shape;
    this.dirtyBytesMax = dirtyBytesMax;
    this.last = Checkpoint.of(manifest, pages, shape);
  }

  /**
   * Restores the database.
   *
   * @param log that continues the copy; null for none
   * @throws MosqlException 22023 when the recovery target cannot be reached, XX001 when data is
   *     damaged, 58030 or 53100 when a write failed
   */
  public Result run(RandomSource random, RecoveryTarget end, @Nullable ReplaySource log) {
    requireReachable(end, log != null);
    LogReplay replay = new LogReplay(last.root(), shape, end, dirtyBytesMax, this::checkpoint);
    if (log != null) {
      log.read(last.manifest().log(), replay);
      requireReached(end, replay);
    }
    long timeline = random.nextLong();
    checkpoint(onTimeline(replay.finish(), timeline));
    return new Result(
        last.root().position(),
        timeline,
        replay.records(),
        replay.lastWallMicros(),
        log != null && !replay.isReached());
  }

  private void requireReachable(RecoveryTarget end, boolean hasLog) {
    Manifest manifest = last.manifest();
    if (end instanceof RecoveryTarget.Position to && to.position() < manifest.position()) {
      throw StorageErrorMessage.RECOVERY_POSITION_BEFORE_BACKUP.error(
          to.position(), manifest.position());
    }
    if (end instanceof RecoveryTarget.Position to
        && !hasLog
        && to.position() != manifest.position()) {
      throw StorageErrorMessage.POSITION_NEEDS_LOG.error(manifest.position());
    }
    if (end instanceof RecoveryTarget.Time to && to.wallMicros() < manifest.wallMicros()) {
      throw StorageErrorMessage.RECOVERY_TIME_BEFORE_BACKUP.error();
    }
    if (end instanceof RecoveryTarget.Time && !hasLog) {
      throw StorageErrorMessage.TIME_NEEDS_LOG.error();
    }
  }

  private static void requireReached(RecoveryTarget end, LogReplay replay) {
    if (replay.foreignRecords() > 0) {
      throw StorageErrorMessage.LOG_OF_ANOTHER_TIMELINE.error();
    }
    if (end instanceof RecoveryTarget.Position to && replay.position() < to.position()) {
      throw StorageErrorMessage.LOG_ENDS_BEFORE_RECOVERY_TARGET.error(
          replay.position(), to.position());
    }
  }

  private static Root onTimeline(Root root, long timeline) {
    int count = root.treeCount();
    Root.TreeState[] states = new Root.TreeState[count];
    for (int i = 0; i < count; i++) {
      states[i] = root.stateAt(i);
    }
    return new Root(
            timeline,
            root.epoch(),
            root.position(),
            root.treeIds(),
            states,
            root.dirt(),
            root.version() + 1)
        .withStamp(LogStamp.START);
  }

  private Root checkpoint(Root root) {
    Manifest before = last.manifest();
    try {
      last =
          new CheckpointWriter(
                  pages,
                  clock,
                  bytes -> {},
                  last,
                  root,
                  root.stamp(),
                  (checkpoint, segments) -> pages.install(checkpoint.manifest(), segments))
              .run();
    } catch (DiskFullException e) {
      throw StorageErrorMessage.RESTORATION_DISK_FULL.causedBy(e);
    } catch (IOException e) {
      throw StorageErrorMessage.RESTORATION_NOT_WRITTEN.causedBy(e);
    }
    Checkpointer.settle(root);
    for (SegmentEntry segment : before.segments()) {
      if (last.manifest().segment(segment.id()) == null) {
        pages.delete(segment.id());
      }
    }
    return root;
  }
}
