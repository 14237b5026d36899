package io.mosql.storage.page;

import io.mosql.storage.error.StorageErrorMessage;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The header of a segment, big-endian. Pages follow back to back, each at a multiple of 8 (zeros
 * between), in any order; their locations and checksums are stored in the references to them. The
 * file ends with its last page.
 *
 * <pre>
 *   offset  size  content
 *        0     8  magic "MOSQLPAG"
 *        8     4  format version, 1
 *       12     4  zero
 *       16    16  segment id, the one in the file's name
 *       32     4  CRC32C of bytes 0..31; these 36 bytes mean the same in every version
 *       36     4  zero
 * </pre>
 */
final class SegmentHeader {
  static final int BYTES = 40;
  static final int VERSION = 1;

  private static final long MAGIC = 0x4D4F53514C504147L;
  private static final int CHECKED_BYTES = 32;

  private SegmentHeader() {}

  static byte[] encode(SegmentId id) {
    return encode(id, VERSION);
  }

  /** Separate, so that tests can write another version. */
  static byte[] encode(SegmentId id, int version) {
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    header.putLong(MAGIC).putInt(version).putInt(0).putLong(id.high()).putLong(id.low());
    header.putInt(check(header.array()));
    return header.array();
  }

  /**
   * Checks that the bytes are the header of that segment.
   *
   * @param length number of bytes available
   * @throws io.mosql.core.error.MosqlException XX001 when damaged, 0A000 when of an unknown version
   */
  static void check(byte[] bytes, int length, SegmentId id) {
    if (length < BYTES) {
      throw StorageErrorMessage.DAMAGED_FILE.error(id.fileName(), length, "truncated header");
    }
    ByteBuffer header = ByteBuffer.wrap(bytes);
    long magic = header.getLong();
    int version = header.getInt();
    header.getInt();
    SegmentId found = new SegmentId(header.getLong(), header.getLong());
    if (magic != MAGIC || header.getInt() != check(bytes)) {
      throw StorageErrorMessage.DAMAGED_FILE.error(id.fileName(), 0, "header checksum mismatch");
    }
    if (version != VERSION) {
      throw StorageErrorMessage.UNKNOWN_FILE_VERSION.error(id.fileName(), version, VERSION);
    }
    if (!found.equals(id)) {
      throw StorageErrorMessage.DAMAGED_FILE.error(
          id.fileName(), 0, "its header names segment " + found);
    }
  }

  private static int check(byte[] header) {
    CRC32C crc = new CRC32C();
    crc.update(header, 0, CHECKED_BYTES);
    return (int) crc.getValue();
  }
}
