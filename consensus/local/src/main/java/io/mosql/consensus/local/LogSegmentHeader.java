package io.mosql.consensus.local;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The first page of a segment, big-endian. It is synced before the file is renamed to its segment
 * name and never written while the segment is in use, so it is never torn: a header with a wrong
 * checksum is damage.
 *
 * <pre>
 *   offset  size  content
 *        0     8  magic "MOSQLLOG"
 *        8     4  format version, 1
 *       12     4  zero
 *       16     8  segment id, random, begins the checksums of the records
 *       24     8  sequence number, the one in the file's name
 *       32     4  CRC32C of bytes 0..31; these 36 bytes mean the same in every version
 *       36  4060  zeros
 * </pre>
 *
 * <p>The header does not contain the first index, since a segment is prepared before that is known:
 * the first record carries it.
 *
 * @param id begins the checksums
 * @param sequence order of the segments
 */
record LogSegmentHeader(long id, long sequence) {
  /** Where records begin: no page holds both header and records. */
  static final int BYTES = 4096;

  static final int VERSION = 1;

  private static final long MAGIC = 0x4D4F53514C4C4F47L;
  private static final int CHECKED_BYTES = 32;

  byte[] encode() {
    return encode(VERSION);
  }

  /** Separate, so that tests can write a header of another version. */
  byte[] encode(int version) {
    ByteBuffer page = ByteBuffer.allocate(BYTES);
    page.putLong(MAGIC).putInt(version).putInt(0).putLong(id).putLong(sequence);
    page.putInt(check(page.array()));
    return page.array();
  }

  /**
   * Reads a header. The caller compares its sequence number with the file name.
   *
   * @param page at least the checked bytes and their checksum
   * @throws io.mosql.core.error.MosqlException XX001 when damaged, 0A000 when of an unknown version
   */
  static LogSegmentHeader decode(byte[] page, int length, SegmentName name) {
    if (length < BYTES) {
      throw LocalLogErrorMessage.SEGMENT_HEADER_TRUNCATED.error(name, length);
    }
    ByteBuffer header = ByteBuffer.wrap(page);
    long magic = header.getLong();
    int version = header.getInt();
    header.getInt();
    LogSegmentHeader decoded = new LogSegmentHeader(header.getLong(), header.getLong());
    if (magic != MAGIC || header.getInt() != check(page)) {
      throw LocalLogErrorMessage.DAMAGED_SEGMENT_HEADER.error(name);
    }
    if (version != VERSION) {
      throw LocalLogErrorMessage.UNKNOWN_SEGMENT_VERSION.error(name, version, VERSION);
    }
    return decoded;
  }

  private static int check(byte[] page) {
    CRC32C crc = new CRC32C();
    crc.update(page, 0, CHECKED_BYTES);
    return (int) crc.getValue();
  }
}
