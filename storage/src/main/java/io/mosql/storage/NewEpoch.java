package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import java.util.concurrent.CompletionException;

/**
 * Takes the lead. Judging may begin only when the own epoch record was delivered: all before it is
 * applied.
 */
final class NewEpoch {
  private NewEpoch() {}

  /**
   * @throws MosqlException when the record could not be written, or was not delivered
   */
  static void begin(
      CommitLog log, Clock clock, Delivery delivery, long node, long boot, RandomSource random) {
    Root root = delivery.published();
    byte[] row = root.get(SystemTrees.EPOCH, EpochChange.KEY);
    EpochChange last = row == null ? null : EpochChange.of(row);
    EpochChange next =
        new EpochChange(
            // A restored root has another one than the row that it was restored with.
            last == null ? random.nextLong() : root.timeline(),
            root.epoch() + 1,
            node,
            boot,
            last == null ? random.nextLong() : last.fingerprintKey0(),
            last == null ? random.nextLong() : last.fingerprintKey1());
    try {
      log.append(RecordCodec.epoch(root, clock.wallMicros(), next)).join();
    } catch (CompletionException e) {
      throw CommitFailures.beforeAppend(e);
    }
    byte[] delivered = delivery.published().get(SystemTrees.EPOCH, EpochChange.KEY);
    if (delivered == null || !EpochChange.of(delivered).equals(next)) {
      throw new MosqlException(
          SqlState.IO_ERROR, "the log did not deliver the record of this epoch");
    }
  }
}
