package io.mosql.storage.version;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.storage.error.StorageErrorMessage;
import org.jspecify.annotations.Nullable;

/**
 * The contents of an epoch record: the leader of the epoch that begins with it. It is checked
 * against the preceding epoch, not against its predecessor's position, so that it decides all
 * commits that were in flight before it.
 *
 * @param timeline from here on; differs from the preceding one only when a database is created or
 *     restored
 * @param epoch one more than the one that it follows
 * @param node the leader
 * @param boot random bits of this run of the node
 * @param fingerprintKey0 first half of the key of {@link Fingerprint}s, drawn when the database was
 *     created and never changed
 */
public record EpochChange(
    long timeline, long epoch, long node, long boot, long fingerprintKey0, long fingerprintKey1) {
  /** The only key of the epoch tree. */
  static final byte[] KEY = {1};

  /** The epoch of a root; null before the first record. */
  public static @Nullable EpochChange of(RootView root) {
    byte[] row = root.get(SystemTrees.EPOCH, KEY);
    return row == null ? null : of(row);
  }

  /**
   * Written out: the first call of a record's own method makes classes, at the start of the
   * process.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EpochChange change
        && change.timeline == timeline
        && change.epoch == epoch
        && change.node == node
        && change.boot == boot
        && change.fingerprintKey0 == fingerprintKey0
        && change.fingerprintKey1 == fingerprintKey1;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(timeline ^ epoch ^ node ^ boot);
  }

  public byte[] toRow() {
    return RowFormat.row(
        new byte[][] {
          field(timeline),
          field(epoch),
          field(node),
          field(boot),
          field(fingerprintKey0),
          field(fingerprintKey1)
        });
  }

  public static EpochChange of(byte[] row) {
    return new EpochChange(
        value(row, 0), value(row, 1), value(row, 2), value(row, 3), value(row, 4), value(row, 5));
  }

  private static byte[] field(long value) {
    return RowFormat.encodeField(SqlType.BIGINT, value);
  }

  private static long value(byte[] row, int ordinal) {
    Object value = RowFormat.decode(row, ordinal, SqlType.BIGINT);
    if (value == null) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("NULL in a row of the epoch tree");
    }
    return (Long) value;
  }
}
