package io.mosql.storage.certify;

import io.mosql.core.codec.Keys;
import io.mosql.storage.lock.RowLock;
import io.mosql.storage.version.OutcomeTable;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TransactionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A commit request to the certifier: certified on the leader, never logged.
 *
 * @param timeline that it ran in
 * @param epoch that it relied on, or {@link #ANY_EPOCH}
 * @param origin newest position that its node had applied when its id was drawn: at COMMIT or
 *     earlier
 * @param reads in no particular order
 * @param writes tree operations first, then at most one per key, ascending by tree and key
 * @param snapshot that it ran on, in which the expectations of all writes were checked already;
 *     null when the request came over the wire
 * @param result kept with the outcome, for a client that loses the answer: the number of rows that
 *     the only statement of the transaction changed; {@link OutcomeTable#NO_RESULT} for none
 * @param phase of a two-phase commit; null for a commit of one phase. Not sent over the wire
 */
public record CommitRequest(
    TransactionId id,
    long timeline,
    long epoch,
    long origin,
    List<Read> reads,
    List<Write> writes,
    @Nullable Root snapshot,
    long result,
    @Nullable Phase phase) {
  public static final long ANY_EPOCH = -1;

  /** The phase of a two-phase commit. */
  public sealed interface Phase {
    /**
     * The writes are stored under an identifier, instead of applied.
     *
     * @param gid its global identifier, which no prepared transaction may have
     * @param owner account that prepares it; 0 for none
     * @param wallMicros the time now
     * @param lasting the reads that have to hold until the transaction ends
     * @param locks its row locks, which it keeps until then
     */
    record Prepare(String gid, long owner, long wallMicros, List<Read> lasting, List<RowLock> locks)
        implements Phase {}

    /** The prepared transaction of this identifier ends: it does not hinder itself. */
    record Second(String gid) implements Phase {}
  }

  /** Whether a write may follow another one: tree operations first, then keys, by tree and key. */
  static boolean isInOrder(Write before, Write write) {
    if (before instanceof Write.OfTree) {
      return !(write instanceof Write.OfTree) || before.tree() < write.tree();
    }
    if (!(before instanceof Write.OfKey last) || !(write instanceof Write.OfKey next)) {
      return false;
    }
    return last.tree() < next.tree()
        || (last.tree() == next.tree() && Keys.compare(last.key(), next.key()) < 0);
  }

  /** Whether the writes are in their order. */
  public boolean isInOrder() {
    for (int i = 1; i < writes.size(); i++) {
      if (!isInOrder(writes.get(i - 1), writes.get(i))) {
        return false;
      }
    }
    return true;
  }

  public CommitRequest withResult(long count) {
    return count == result
        ? this
        : new CommitRequest(id, timeline, epoch, origin, reads, writes, snapshot, count, phase);
  }

  public CommitRequest withPhase(Phase other) {
    return new CommitRequest(id, timeline, epoch, origin, reads, writes, snapshot, result, other);
  }

  /** Creates a request of one phase. */
  public CommitRequest(
      TransactionId id,
      long timeline,
      long epoch,
      long origin,
      List<Read> reads,
      List<Write> writes,
      @Nullable Root snapshot,
      long result) {
    this(id, timeline, epoch, origin, reads, writes, snapshot, result, null);
  }

  /** Creates a request without a result. */
  public CommitRequest(
      TransactionId id,
      long timeline,
      long epoch,
      long origin,
      List<Read> reads,
      List<Write> writes,
      @Nullable Root snapshot) {
    this(id, timeline, epoch, origin, reads, writes, snapshot, OutcomeTable.NO_RESULT);
  }
}
