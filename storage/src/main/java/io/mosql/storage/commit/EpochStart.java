package io.mosql.storage.commit;

import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.Root;
import java.util.concurrent.CompletionException;

/**
 * The start of a new epoch: writes its record and waits for its delivery. Certification may begin
 * only after the node's own epoch record was delivered: all records before it are applied.
 */
final class EpochStart {
  private EpochStart() {}

  /**
   * @throws io.mosql.core.error.MosqlException when the record could not be written, or was not
   *     delivered
   */
  static void begin(
      CommitLog log,
      Clock clock,
      RecordApplier delivery,
      long node,
      long boot,
      RandomSource random) {
    Root root = delivery.published();
    EpochChange next = after(root, node, boot, random);
    try {
      log.append(RecordCodec.epoch(root, clock.wallMicros(), next)).join();
    } catch (CompletionException e) {
      throw CommitErrors.beforeAppend(e);
    }
    if (!next.equals(EpochChange.of(delivery.published()))) {
      throw StorageErrorMessage.EPOCH_NOT_DELIVERED.error();
    }
  }

  /** The epoch that follows a root's. */
  static EpochChange after(Root root, long node, long boot, RandomSource random) {
    EpochChange last = EpochChange.of(root);
    return new EpochChange(
        // A restored root has another epoch than its restored row.
        last == null ? random.nextLong() : root.timeline(),
        root.epoch() + 1,
        node,
        boot,
        last == null ? random.nextLong() : last.fingerprintKey0(),
        last == null ? random.nextLong() : last.fingerprintKey1());
  }
}
