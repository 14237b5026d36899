package io.mosql.storage.version;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.codec.SipHash128;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fingerprints of observed values. The observation is encoded canonically; up to 16 bytes are
 * stored unchanged, longer ones are hashed with a key that is secret to the database, so that an
 * adversary cannot find two values with the same fingerprint.
 *
 * <pre>
 * fingerprint := 0x01 observation            of at most 16 bytes
 *              | 0x02 siphash                16 bytes: SipHash-2-4-128 of the observation
 * observation := point | range
 * point       := 0x00                        absent
 *              | 0x01 selection              present
 * range       := 0x02 (key selection)*       in ascending order of keys
 * key         := length bytes                length is a varint
 * selection   := length row                  all columns
 *              | (length field)*             the fields read, by ordinal; a missing field has length 0
 * </pre>
 *
 * The columns of a selection are stored with the read, so they are not repeated. Pure.
 */
public final class Fingerprint {
  /** Observations up to this many bytes are stored unchanged. */
  static final int PLAIN_BYTES_MAX = 16;

  private static final int PLAIN = 1;
  private static final int HASHED = 2;
  private static final int ABSENT = 0;
  private static final int PRESENT = 1;
  private static final int RANGE = 2;

  private final long key0;
  private final long key1;

  public Fingerprint(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  /** With the key of the database, once its first record is applied. */
  public static @Nullable Fingerprint of(RootView root) {
    EpochChange change = EpochChange.of(root);
    return change == null
        ? null
        : new Fingerprint(change.fingerprintKey0(), change.fingerprintKey1());
  }

  public byte[] ofPoint(byte @Nullable [] row, ColumnSet columns) {
    ByteSink sink = new ByteSink(64);
    sink.u8(row == null ? ABSENT : PRESENT);
    if (row != null) {
      select(sink, row, columns);
    }
    return close(sink);
  }

  /** Walks at most {@code rows + 1} rows: one more than expected is enough to differ. */
  public byte[] ofRange(
      @Nullable Tree tree,
      byte @Nullable [] from,
      byte @Nullable [] to,
      ColumnSet columns,
      long rows) {
    ByteSink sink = new ByteSink(256);
    sink.u8(RANGE);
    SipHash128 hash = null;
    if (tree != null) {
      TreeCursor cursor = tree.cursor();
      boolean on = from == null ? cursor.first() : cursor.seek(from);
      for (long seen = 0; on && seen <= rows; seen++) {
        byte[] key = cursor.key();
        if (to != null && Arrays.compareUnsigned(key, to) >= 0) {
          break;
        }
        sink.bytes(key);
        select(sink, cursor.value(), columns);
        if (sink.length() > PLAIN_BYTES_MAX) {
          hash = hash == null ? new SipHash128(key0, key1) : hash;
          byte[] chunk = sink.toBytes();
          hash.update(chunk, 0, chunk.length);
          sink.reset();
        }
        on = cursor.next();
      }
    }
    if (hash == null) {
      return close(sink);
    }
    byte[] rest = sink.toBytes();
    return hashed(hash.update(rest, 0, rest.length));
  }

  private static void select(ByteSink sink, byte[] row, ColumnSet columns) {
    if (columns.isAll()) {
      sink.bytes(row);
      return;
    }
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      if (RowFormat.isMissing(row, i)) {
        sink.varint(0);
      } else {
        int start = RowFormat.fieldStart(row, i);
        int length = RowFormat.fieldEnd(row, i) - start;
        sink.varint(length).raw(row, start, length);
      }
    }
  }

  private byte[] close(ByteSink sink) {
    byte[] observation = sink.toBytes();
    if (observation.length <= PLAIN_BYTES_MAX) {
      return new ByteSink(17).u8(PLAIN).raw(observation, 0, observation.length).toBytes();
    }
    return hashed(new SipHash128(key0, key1).update(observation, 0, observation.length));
  }

  private static byte[] hashed(SipHash128 hash) {
    byte[] digest = hash.digest();
    return new ByteSink(17).u8(HASHED).raw(digest, 0, digest.length).toBytes();
  }

  /** The same verdict as comparing fingerprints, without computing them. */
  public static boolean sameSelection(byte[] a, byte[] b, ColumnSet columns) {
    if (a == b || columns.isEmpty()) {
      return true;
    }
    if (columns.isAll()) {
      return Arrays.equals(a, b);
    }
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      if (!RowFormat.sameField(a, b, i)) {
        return false;
      }
    }
    return true;
  }
}
