package io.mosql.consensus.ratis.files;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * The format of a group's log entry: a version byte and a record. Ratis keeps the length, and a
 * checksum of the whole.
 *
 * <pre>
 * 0         1
 * +---------+------------------
 * | version | record ..
 * +---------+------------------
 * </pre>
 *
 * <p>A member that meets a version that it does not know cannot go on: what comes after depends on
 * it. It stops with 0A000, and finds all as it left it when a newer release opens it.
 */
public final class EntryFormat {
  static final byte VERSION = 1;
  static final int OVERHEAD_BYTES = 1;

  private EntryFormat() {}

  /** Copies: Ratis keeps it for members that are behind, the caller does not. */
  public static ByteString encode(byte[] record) {
    byte[] bytes = new byte[OVERHEAD_BYTES + record.length];
    bytes[0] = VERSION;
    System.arraycopy(record, 0, bytes, OVERHEAD_BYTES, record.length);
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  /**
   * The record.
   *
   * @throws MosqlException 0A000 when it is of a version that is not known here, XX001 when there
   *     is nothing
   */
  public static byte[] decode(long entry, ByteString data) {
    if (data.isEmpty()) {
      throw new MosqlException(
          SqlState.DATA_CORRUPTED, "entry " + entry + " of the replicated log is empty");
    }
    byte version = data.byteAt(0);
    if (version != VERSION) {
      throw new MosqlException(
          SqlState.FEATURE_NOT_SUPPORTED,
          "entry "
              + entry
              + " of the replicated log has version "
              + version
              + "; it needs a newer release");
    }
    return data.substring(OVERHEAD_BYTES).toByteArray();
  }
}
