package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.version.EpochChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record that a leader of a replicated log has appended, or is about to append: an epoch record,
 * a batch, or a barrier. One append is in flight at a time, with one of its records at a time.
 * Guarded by the lock of its group commit, except {@link #record} and {@link #check}.
 */
final class InFlightAppend {
  /** The epoch in which it was certified; for an epoch record, the one that it begins. */
  private final long epoch;

  private List<byte[]> records;
  private final @Nullable EpochChange claim;
  private final @Nullable CommitBatch batch;

  /** Term of the lead in which an epoch record was written. */
  private final long term;

  /** Waiters of a barrier. */
  private final List<PendingCommit> barriers = new ArrayList<>(0);

  private int next;
  private boolean checked;
  private boolean ready = true;

  private InFlightAppend(
      long epoch,
      List<byte[]> records,
      @Nullable EpochChange claim,
      @Nullable CommitBatch batch,
      long term) {
    this.epoch = epoch;
    this.records = records;
    this.claim = claim;
    this.batch = batch;
    this.term = term;
  }

  static InFlightAppend claim(EpochChange claim, byte[] record, long term) {
    return new InFlightAppend(claim.epoch(), List.of(record), claim, null, term);
  }

  static InFlightAppend batch(CommitBatch batch, long epoch) {
    return new InFlightAppend(epoch, batch.records(), null, batch, 0);
  }

  static InFlightAppend barrier(byte[] record, long epoch) {
    return new InFlightAppend(epoch, List.of(record), null, null, 0);
  }

  /** Makes all replicas compare their contents with this node's when they apply this batch. */
  void withCheck() {
    checked = true;
  }

  /** Adds the hash of the contents that it follows, before the first record is submitted. */
  void check(int recordBytesMax) {
    CommitBatch of = batch;
    if (of != null && checked && next == 0) {
      checked = false;
      of.check(recordBytesMax);
      records = of.records();
    }
  }

  long epoch() {
    return epoch;
  }

  @Nullable EpochChange claim() {
    return claim;
  }

  @Nullable CommitBatch batch() {
    return batch;
  }

  long term() {
    return term;
  }

  /** Adds the waiters of unsubmitted barriers, which this append serves. */
  void serve(List<PendingCommit> waiting) {
    barriers.addAll(waiting);
    waiting.clear();
  }

  /** The waiters that it serves; the caller decides them. */
  List<PendingCommit> takeBarriers() {
    List<PendingCommit> served = List.copyOf(barriers);
    barriers.clear();
    return served;
  }

  /** Fails the waiters that it serves. Needs no memory. */
  void abandonBarriers(MosqlException cause) {
    for (int i = 0; i < barriers.size(); i++) {
      barriers.get(i).abandon(cause);
    }
    barriers.clear();
  }

  /** Whether one of its records waits to be submitted. */
  boolean isReady() {
    return ready;
  }

  /** Its next record is being submitted. */
  void begin() {
    InvariantViolation.check(ready, "a record is submitted once");
    ready = false;
  }

  /** The record that is being submitted. */
  byte[] record() {
    return records.get(next);
  }

  /**
   * Handles the delivery of that record.
   *
   * @return whether there is another one to be submitted
   */
  boolean advance() {
    InvariantViolation.check(!ready, "a record is delivered after it was submitted");
    ready = ++next < records.size();
    return ready;
  }
}
