package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.RecordCodec.Header;
import io.mosql.storage.tree.TreeShape;
import java.util.function.UnaryOperator;

/**
 * Applies the records of a log to a root, as recovery does, up to a chosen end. Which records are
 * void is decided as in {@link Delivery}; records of another timeline are counted, for they mean
 * that the log is not the one that goes on from the root.
 *
 * <p>Used by one thread. When {@link #deliver} failed the object must be dropped.
 */
final class LogReplay implements StateMachine {
  private static final int RECORDS_PER_LOOK = 64;

  private final TreeShape shape;
  private final ReplayEnd end;
  private final long dirtyBytesMax;
  private final UnaryOperator<Root> relief;
  private final PartBuffer parts = new PartBuffer();

  private TentativeRoot root;
  private long era;
  private boolean reached;
  private LogStamp last;
  private long lastWallMicros;
  private long records;
  private long foreignRecords;

  /**
   * @param dirtyBytesMax heap of changed nodes after which {@code relief} is called
   * @param relief makes the changes durable and returns the root to go on from
   */
  LogReplay(
      Root start, TreeShape shape, ReplayEnd end, long dirtyBytesMax, UnaryOperator<Root> relief) {
    this.shape = shape;
    this.end = end;
    this.dirtyBytesMax = dirtyBytesMax;
    this.relief = relief;
    this.last = start.stamp();
    this.era = start.dirt().era() + 1;
    this.root = new TentativeRoot(start, shape, era);
    this.reached = end instanceof ReplayEnd.Position to && to.position() <= start.position();
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
    if (isVoid(header)) {
      return;
    }
    if (isLater(header, index)) {
      reached = true;
      return;
    }
    long before = root.position();
    take(header, record);
    if (root.position() != before) {
      last = LogStamp.local(index);
      lastWallMicros = header.wallMicros();
      relieve();
    }
  }

  private boolean isLater(Header header, long index) {
    if (!(end instanceof ReplayEnd.Time time)) {
      return false;
    }
    if (header.wallMicros() == 0) {
      throw new MosqlException(
          SqlState.INVALID_PARAMETER,
          "record "
              + index
              + " of the log was written by a release that kept no time: name a position instead");
    }
    return header.wallMicros() > time.wallMicros();
  }

  /**
   * Whether nothing came of the record, such as one of a deposed leader, whose time tells nothing
   * of what follows.
   */
  private boolean isVoid(Header header) {
    return header.epoch() != root.epoch()
        || (!header.isEpoch() && header.previous() != root.position());
  }

  private void take(Header header, byte[] record) {
    if (header.isBarrier()) {
      return;
    }
    if (header.isEpoch()) {
      parts.clear();
      root.apply(RecordCodec.epoch(record, header));
      look();
      return;
    }
    ByteSource payload = parts.take(record, header);
    if (payload != null) {
      while (payload.hasNext() && !reached) {
        RecordCodec.Transaction next = RecordCodec.transaction(payload);
        root.apply(next.id(), next.effects());
        look();
      }
    }
  }

  private void look() {
    reached = end instanceof ReplayEnd.Position to && root.position() >= to.position();
  }

  private void relieve() {
    if (++records % RECORDS_PER_LOOK == 0 && root.dirtied() > dirtyBytesMax) {
      Root next = relief.apply(root.finish().stamped(last));
      era++;
      root = new TentativeRoot(next, shape, era);
    }
  }

  /** The root that was reached; nothing may be delivered any more. */
  Root finish() {
    return root.finish().stamped(last);
  }

  long position() {
    return root.position();
  }

  /** Whether the log has more than was asked for. */
  boolean isReached() {
    return reached;
  }

  /** Records that changed the root. */
  long records() {
    return records;
  }

  /** Time of the last of these, 0 when there is none. */
  long lastWallMicros() {
    return lastWallMicros;
  }

  /** Records of other timelines, passed over. */
  long foreignRecords() {
    return foreignRecords;
  }
}
