package io.mosql.storage.commit;

import io.mosql.storage.version.EpochChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record that a leader of a replicated log has appended, or is about to append: an epoch record,
 * a batch, or a barrier. One is under way at a time, and of its records one at a time. Guarded by
 * the pipeline's lock, but for {@link #record} and {@link #check}.
 */
final class InFlightAppend {
  /** The epoch that it was judged in; of an epoch record, the one that it begins. */
  private final long epoch;

  private List<byte[]> records;
  private final @Nullable EpochChange claim;
  private final @Nullable CommitBatch group;

  /** Of the lead in which an epoch record was written. */
  private final long term;

  /** Who waits for a barrier. */
  private final List<PendingCommit> barriers = new ArrayList<>(0);

  private int next;
  private boolean checked;
  private boolean ready = true;

  private InFlightAppend(
      long epoch,
      List<byte[]> records,
      @Nullable EpochChange claim,
      @Nullable CommitBatch group,
      long term) {
    this.epoch = epoch;
    this.records = records;
    this.claim = claim;
    this.group = group;
    this.term = term;
  }

  static InFlightAppend claim(EpochChange claim, byte[] record, long term) {
    return new InFlightAppend(claim.epoch(), List.of(record), claim, null, term);
  }

  static InFlightAppend group(CommitBatch group, long epoch) {
    return new InFlightAppend(epoch, group.records(), null, group, 0);
  }

  static InFlightAppend barrier(byte[] record, long epoch) {
    return new InFlightAppend(epoch, List.of(record), null, null, 0);
  }

  /** All copies are to compare themselves with this node's when they come to this group. */
  void withCheck() {
    checked = true;
  }

  /** Before the first record is submitted: says what the contents are that it follows. */
  void check(int recordBytesMax) {
    CommitBatch of = group;
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

  @Nullable CommitBatch group() {
    return group;
  }

  long term() {
    return term;
  }

  /** Lets barriers that have not been submitted be served by this. */
  void serve(List<PendingCommit> waiting) {
    barriers.addAll(waiting);
    waiting.clear();
  }

  /** Who is served by it; they are the caller's to decide. */
  List<PendingCommit> takeBarriers() {
    List<PendingCommit> served = List.copyOf(barriers);
    barriers.clear();
    return served;
  }

  /** Whether a record of it waits to be submitted. */
  boolean isReady() {
    return ready;
  }

  /** Its next record is being submitted. */
  void begin() {
    ready = false;
  }

  /** The record that is being submitted. */
  byte[] record() {
    return records.get(next);
  }

  /**
   * That record was delivered.
   *
   * @return whether there is another one to be submitted
   */
  boolean advance() {
    ready = ++next < records.size();
    return ready;
  }
}
