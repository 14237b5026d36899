package io.mosql.consensus.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Bytes of the records of one segment, big-endian. Records start at multiples of 8.
 *
 * <pre>
 *   offset  size  content
 *        0     4  n, length of the payload, at least 1
 *        4     8  index
 *       12     4  CRC32C of segment id and bytes 0..11
 *       16     4  CRC32C of segment id, bytes 0..15 and payload
 *       20     n  payload
 * </pre>
 *
 * <p>Checksums begin with the segment's random id: bytes left by an earlier use of a recycled file
 * do not pass, nor do records that a payload happens to contain. Not thread-safe.
 */
final class RecordFormat {
  static final int HEADER_BYTES = 20;
  static final int ALIGNMENT = 8;

  private static final int INDEX_AT = 4;
  private static final int HEADER_CHECK_AT = 12;
  private static final int PAYLOAD_CHECK_AT = 16;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] segmentId = new byte[Long.BYTES];
  private final CRC32C crc = new CRC32C();

  RecordFormat(long segmentId) {
    LONG.set(this.segmentId, 0, segmentId);
  }

  /** Space that a record takes, up to where the next one starts. */
  static long occupied(int payloadLength) {
    return ((long) HEADER_BYTES + payloadLength + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** Puts the record at the beginning of {@code target}. */
  void encode(long index, byte[] payload, byte[] target) {
    INT.set(target, 0, payload.length);
    LONG.set(target, INDEX_AT, index);
    INT.set(target, HEADER_CHECK_AT, headerCheck(target, 0));
    System.arraycopy(payload, 0, target, HEADER_BYTES, payload.length);
    INT.set(
        target, PAYLOAD_CHECK_AT, payloadCheck(target, 0, target, HEADER_BYTES, payload.length));
  }

  static int payloadLength(byte[] source, int at) {
    return (int) INT.get(source, at);
  }

  static long index(byte[] source, int at) {
    return (long) LONG.get(source, at + INDEX_AT);
  }

  boolean isHeader(byte[] source, int at) {
    return payloadLength(source, at) > 0
        && index(source, at) > 0
        && (int) INT.get(source, at + HEADER_CHECK_AT) == headerCheck(source, at);
  }

  boolean isPayload(byte[] header, int at, byte[] payload) {
    return (int) INT.get(header, at + PAYLOAD_CHECK_AT)
        == payloadCheck(header, at, payload, 0, payload.length);
  }

  private int headerCheck(byte[] source, int at) {
    crc.reset();
    crc.update(segmentId, 0, segmentId.length);
    crc.update(source, at, HEADER_CHECK_AT);
    return (int) crc.getValue();
  }

  private int payloadCheck(byte[] header, int at, byte[] payload, int offset, int length) {
    crc.reset();
    crc.update(segmentId, 0, segmentId.length);
    crc.update(header, at, PAYLOAD_CHECK_AT);
    crc.update(payload, offset, length);
    return (int) crc.getValue();
  }
}
