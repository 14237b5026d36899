package io.mosql.storage.commit;

import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.record.RecordAssembler;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.record.RecordCodec.Header;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import java.util.function.UnaryOperator;

/**
 * A replay of a log: applies its records to a root, as recovery does, up to a recovery target. Void
 * records are skipped, and their times say nothing about later records; records of another timeline
 * are counted, since they mean that the log does not continue the root.
 *
 * <p>Used by one thread. After a failure of {@link #deliver} the object must be dropped.
 */
public final class LogReplay implements StateMachine {
  private static final int RECORDS_PER_LOOK = 64;

  private final TreeShape shape;
  private final RecoveryTarget end;

  /** The position that is the recovery target; the largest number when the target is another. */
  private final long lastPosition;

  private final long dirtyBytesMax;
  private final UnaryOperator<Root> relief;
  private final RecordAssembler parts = new RecordAssembler();

  private TentativeRoot root;
  private long era;
  private boolean reached;
  private LogStamp last;
  private long lastWallMicros;
  private long records;
  private long foreignRecords;

  /**
   * @param dirtyBytesMax heap of changed nodes after which {@code relief} is called
   * @param relief makes the changes durable and returns the root to continue from
   */
  public LogReplay(
      Root start,
      TreeShape shape,
      RecoveryTarget end,
      long dirtyBytesMax,
      UnaryOperator<Root> relief) {
    this.shape = shape;
    this.end = end;
    this.dirtyBytesMax = dirtyBytesMax;
    this.relief = relief;
    this.last = start.stamp();
    this.era = start.dirt().era() + 1;
    this.root = new TentativeRoot(start, shape, era);
    this.lastPosition = end instanceof RecoveryTarget.Position to ? to.position() : Long.MAX_VALUE;
    this.reached = start.position() >= lastPosition;
  }

  @Override
  public void deliver(long index, byte[] record) {
    if (reached) {
      return;
    }
    Header header = RecordCodec.header(record);
    if (header.timeline() != root.timeline()) {
      foreignRecords++;
      return;
    }
    if (RecordRedo.isVoid(header, root)) {
      return;
    }
    if (isLater(header, index)) {
      reached = true;
      return;
    }
    long before = root.position();
    RecordRedo.apply(root, header, record, parts, lastPosition);
    reached = root.position() >= lastPosition;
    if (root.position() != before) {
      last = LogStamp.local(index);
      lastWallMicros = header.wallMicros();
      relieve();
    }
  }

  private boolean isLater(Header header, long index) {
    if (!(end instanceof RecoveryTarget.Time time)) {
      return false;
    }
    if (header.wallMicros() == 0) {
      throw StorageErrorMessage.RECORD_WITHOUT_TIME.error(index);
    }
    return header.wallMicros() > time.wallMicros();
  }

  private void relieve() {
    if (++records % RECORDS_PER_LOOK == 0 && root.dirtied() > dirtyBytesMax) {
      Root next = relief.apply(root.finish().withStamp(last));
      era++;
      root = new TentativeRoot(next, shape, era);
    }
  }

  /** The root that was reached; nothing may be delivered any more. */
  public Root finish() {
    return root.finish().withStamp(last);
  }

  public long position() {
    return root.position();
  }

  /** Whether the log continues after the recovery target. */
  public boolean isReached() {
    return reached;
  }

  /** Records that changed the root. */
  public long records() {
    return records;
  }

  /** Time of the last of these, 0 when there is none. */
  public long lastWallMicros() {
    return lastWallMicros;
  }

  /** Skipped records of other timelines. */
  public long foreignRecords() {
    return foreignRecords;
  }
}
