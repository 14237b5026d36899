package io.mosql.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction asks the certifier: judged on the leader, never logged.
 *
 * @param timeline that it ran in
 * @param epoch that it relied on, or {@link #ANY_EPOCH}
 * @param origin newest position that its node had applied when COMMIT was called
 * @param reads in no particular order
 * @param writes tree operations first, then at most one per key, ascending by tree and key
 * @param snapshot that it ran on, in which the expectations of all writes were checked already;
 *     null when the request came over the wire
 */
record Request(
    TransactionId id,
    long timeline,
    long epoch,
    long origin,
    List<Read> reads,
    List<Write> writes,
    @Nullable Root snapshot) {
  static final long ANY_EPOCH = -1;
}
