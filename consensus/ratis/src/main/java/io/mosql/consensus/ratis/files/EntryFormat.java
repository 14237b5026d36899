package io.mosql.consensus.ratis.files;

import io.mosql.consensus.ratis.error.RatisErrorMessage;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * The format of a group's log entry: a version byte and a record. Ratis stores the length, and a
 * checksum of the entry.
 *
 * <pre>
 * 0         1
 * +---------+------------------
 * | version | record ..
 * +---------+------------------
 * </pre>
 *
 * <p>A member cannot continue after an entry of an unknown version, since later entries depend on
 * it. It stops with 0A000 and leaves its files unchanged for a newer release.
 */
public final class EntryFormat {
  static final byte VERSION = 1;
  static final int OVERHEAD_BYTES = 1;

  private EntryFormat() {}

  /**
   * Encodes a record. Copies it, since Ratis caches entries for members that are behind and the
   * caller may reuse the array.
   */
  public static ByteString encode(byte[] record) {
    byte[] bytes = new byte[OVERHEAD_BYTES + record.length];
    bytes[0] = VERSION;
    System.arraycopy(record, 0, bytes, OVERHEAD_BYTES, record.length);
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  /**
   * Decodes a record.
   *
   * @throws io.mosql.core.error.MosqlException 0A000 when its version is unknown, XX001 when the
   *     entry is empty
   */
  public static byte[] decode(long entry, ByteString data) {
    if (data.isEmpty()) {
      throw RatisErrorMessage.EMPTY_ENTRY.error(entry);
    }
    byte version = data.byteAt(0);
    if (version != VERSION) {
      throw RatisErrorMessage.UNKNOWN_ENTRY_VERSION.error(entry, version);
    }
    return data.substring(OVERHEAD_BYTES).toByteArray();
  }
}
