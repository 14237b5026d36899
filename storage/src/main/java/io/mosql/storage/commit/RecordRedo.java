package io.mosql.storage.commit;

import io.mosql.storage.bytes.ByteSource;
import io.mosql.storage.record.RecordAssembler;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.record.RecordCodec.Header;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.RootView;
import io.mosql.storage.version.TentativeRoot;

/**
 * The redo of a log record: whether the record is void, and what it changes. Delivery, recovery and
 * replay share it, so that each root is the same function of the log. Pure.
 */
final class RecordRedo {
  private RecordRedo() {}

  /**
   * Whether a record is void after a root: it was written for another one, as the records of a
   * deposed leader are, and changes nothing. A record has to match the root's timeline, epoch and
   * position; an epoch record only timeline and epoch, so that it decides the batches in flight
   * before it. Parts of a batch match one after the other: {@link RecordAssembler} voids those that
   * are not complete.
   */
  static boolean isVoid(Header header, RootView root) {
    return header.timeline() != root.timeline()
        || header.epoch() != root.epoch()
        || (!header.isEpoch() && header.previous() != root.position());
  }

  /**
   * Applies a record that is not void, without checks of reads.
   *
   * @param parts of the batch that is being delivered
   * @param lastPosition transactions after this position are left out
   * @throws io.mosql.core.error.MosqlException XX001 when it does not fit the root
   */
  static void apply(
      TentativeRoot root, Header header, byte[] record, RecordAssembler parts, long lastPosition) {
    assert !isVoid(header, root) : "a record that is applied follows its root";
    if (header.isBarrier()) {
      return;
    }
    if (header.isEpoch()) {
      parts.clear();
      EpochChange change = RecordCodec.epoch(record, header);
      assert change.epoch() > root.epoch() : "epochs increase";
      root.apply(change);
      return;
    }
    ByteSource payload = parts.take(record, header);
    if (payload != null) {
      while (payload.hasNext() && root.position() < lastPosition) {
        RecordCodec.TransactionEffects next = RecordCodec.transaction(payload);
        root.apply(next.id(), next.effects());
      }
    }
  }
}
