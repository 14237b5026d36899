package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.record.RecordAssembler;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.record.RecordCodec.Header;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ContentCheck;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The applier of the records that the log delivers; it publishes the resulting roots.
 *
 * <p>The record of this node's own batch in flight is recognised, and its root, made during
 * certification, is published unchanged. Any other record is redone by {@link RecordRedo}, unless
 * it is void. A record that does not fit its root, or whose content hash differs from the local
 * contents, means damage or divergence: during recovery it is thrown, later it is kept as {@link
 * #failure()}, and nothing is published any more.
 *
 * <p>The stamp of a record without changes is kept beside the root, unless parts are pending: a
 * checkpoint of the root may then use that stamp, so that the log of an idle database can be
 * purged.
 *
 * <p>Records are delivered by one thread at a time; the published root may be read by any.
 */
public final class RecordApplier implements StateMachine {
  /** After this many records, or bytes of them, a recovery checks how much has changed. */
  private static final int RECORDS_PER_LOOK = 16;

  private static final int BYTES_PER_LOOK = 1 << 20;

  private final TreeShape shape;
  private final DirtyTracker dirtyTracker;
  private volatile Root published;
  private volatile @Nullable CommitBatch inFlight;
  private volatile @Nullable Throwable failure;

  /** One mutable root for many records of a recovery; null afterwards. */
  private @Nullable TentativeRoot recovering;

  /** Called by a recovery when it has filled the memory with changes. */
  private final Consumer<Root> relief;

  private int recordsUnseen;
  private int bytesUnseen;
  private long recoveredBytes;

  /** Of the last record that changed the recovering root. */
  private LogStamp recoveredStamp;

  /** Stamp of the last record, when it changed nothing. */
  private volatile LogStamp deliveredStamp = LogStamp.START;

  private boolean replicated;

  /** When the newest record that was not void was written, by the clock of its leader. */
  private volatile long leaderWallMicros;

  private long takenMicros;

  /** Index of the last record, dense in the order of delivery. */
  private long lastIndex;

  /** Position of the next record in a replicated log. */
  private long term;

  private long entry;

  /** Delivered parts of the batch in flight. */
  private int ownParts;

  private final RecordAssembler parts = new RecordAssembler();

  /**
   * @param start the root of the newest checkpoint, or the empty one
   * @param relief writes a checkpoint of the published root, while records are recovered
   */
  RecordApplier(TreeShape shape, Root start, DirtyTracker gauge, Consumer<Root> relief) {
    this.shape = shape;
    this.dirtyTracker = gauge;
    this.relief = relief;
    this.published = start;
    this.recovering = new TentativeRoot(start, shape, gauge.era());
    this.recoveredStamp = start.stamp();
    this.lastIndex = start.logIndex();
  }

  Root published() {
    return published;
  }

  /** The failure after which nothing is published any more, or null. */
  public @Nullable Throwable failure() {
    return failure;
  }

  /** The newest record that is in the root or changed nothing; must be read before the root. */
  LogStamp deliveredStamp() {
    return deliveredStamp;
  }

  /**
   * When the newest non-void record of another node was written, microseconds since 1970: all that
   * was committed before is in the published root. 0 for none.
   */
  long leaderWallMicros() {
    return leaderWallMicros;
  }

  /** Term of the leader that wrote the last delivered record; 0 in a local log. */
  long term() {
    return term;
  }

  /** Sets the batch whose records are about to be appended; null for none. */
  void expect(@Nullable CommitBatch batch) {
    ownParts = 0;
    inFlight = batch;
  }

  /** The batch whose records are expected; null for none. */
  @Nullable CommitBatch expected() {
    return inFlight;
  }

  /** Ends the recovery and publishes its root. */
  void finishRecovery() {
    TentativeRoot all = recovering;
    if (all != null) {
      published = all.finish().withStamp(recoveredStamp);
      recovering = null;
    }
  }

  /**
   * Ends the recovery of a replicated log: each record is published as it is delivered, from
   * several nodes.
   */
  void publishEachRecord() {
    finishRecovery();
    replicated = true;
  }

  /** Bytes of the records that were recovered. */
  long recoveredBytes() {
    return recoveredBytes;
  }

  /**
   * Publishes a root of the same contents, whose base is the published one; no batch is in flight.
   */
  void publishMoved(Root moved) {
    published = moved.withStamp(published.stamp());
  }

  private void recover(TentativeRoot root, long index, byte[] record) {
    long position = root.position();
    take(root, record);
    if (root.position() != position) {
      recoveredStamp = new LogStamp(index, term, entry);
    }
    recoveredBytes += record.length;
    recordsUnseen++;
    bytesUnseen += record.length;
    if (recordsUnseen < RECORDS_PER_LOOK && bytesUnseen < BYTES_PER_LOOK) {
      return;
    }
    recordsUnseen = 0;
    bytesUnseen = 0;
    if (dirtyTracker.exceedsDirtyLimit(root.dirtied())) {
      published = root.finish().withStamp(recoveredStamp);
      relief.accept(published);
      recovering = new TentativeRoot(published, shape, dirtyTracker.era());
    }
  }

  /** Sets the place in a replicated log of the record that is delivered next. */
  void nextEntry(long ofTerm, long atEntry) {
    InvariantViolation.check(
        atEntry > entry, "entries of the log are delivered in order", atEntry, entry + 1);
    term = ofTerm;
    entry = atEntry;
  }

  @Override
  public void deliver(long index, byte[] record) {
    TentativeRoot all = recovering;
    if (all != null) {
      countRecord(index);
      recover(all, index, record);
      return;
    }
    if (failure != null) {
      return;
    }
    try {
      countRecord(index);
      CommitBatch own = inFlight;
      if (own != null && own.base() == published && isNext(own, record)) {
        if (++ownParts == own.records().size()) {
          parts.clear();
          published = own.root().withStamp(index, term, entry);
        } else if (replicated) {
          // In a replicated log the remaining parts may come when the batch is not expected any
          // more.
          parts.take(record, RecordCodec.header(record));
        }
        return;
      }
      TentativeRoot root = new TentativeRoot(published, shape, dirtyTracker.era());
      take(root, record);
      if (!root.isUntouched()) {
        published = root.finish().withStamp(index, term, entry);
      } else if (replicated && parts.isEmpty()) {
        deliveredStamp = new LogStamp(index, term, entry);
      }
      leaderWallMicros = takenMicros;
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void countRecord(long index) {
    InvariantViolation.check(
        index == lastIndex + 1, "each record is delivered once, in order", index, lastIndex + 1);
    lastIndex = index;
  }

  private boolean isNext(CommitBatch own, byte[] record) {
    if (ownParts >= own.records().size()) {
      return false;
    }
    byte[] expected = own.records().get(ownParts);
    return expected == record || Arrays.equals(expected, record);
  }

  private void take(TentativeRoot root, byte[] record) {
    Header header = RecordCodec.header(record);
    if (RecordRedo.isVoid(header, root)) {
      return;
    }
    takenMicros = header.wallMicros();
    Long said = header.hash();
    if (said != null && replicated) {
      ContentCheck.require(published, said);
    }
    RecordRedo.apply(root, header, record, parts, Long.MAX_VALUE);
  }
}
