package io.mosql.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction asks the certifier: judged on the leader, never logged.
 *
 * @param timeline that it ran in
 * @param epoch that it relied on, or {@link #ANY_EPOCH}
 * @param origin newest position that its node had applied when its id was drawn: when COMMIT was
 *     called, or before
 * @param reads in no particular order
 * @param writes tree operations first, then at most one per key, ascending by tree and key
 * @param snapshot that it ran on, in which the expectations of all writes were checked already;
 *     null when the request came over the wire
 * @param result kept with its outcome, for whoever loses the answer: the number of rows that the
 *     one statement of the transaction changed; {@link Outcomes#NO_RESULT} for nothing
 */
record Request(
    TransactionId id,
    long timeline,
    long epoch,
    long origin,
    List<Read> reads,
    List<Write> writes,
    @Nullable Root snapshot,
    long result) {
  static final long ANY_EPOCH = -1;

  Request withResult(long count) {
    return count == result
        ? this
        : new Request(id, timeline, epoch, origin, reads, writes, snapshot, count);
  }

  /** One without a result. */
  Request(
      TransactionId id,
      long timeline,
      long epoch,
      long origin,
      List<Read> reads,
      List<Write> writes,
      @Nullable Root snapshot) {
    this(id, timeline, epoch, origin, reads, writes, snapshot, Outcomes.NO_RESULT);
  }
}
