package io.mosql.consensus.local;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;

/**
 * A segment that can be written: allocated, its header durable, its name durable.
 *
 * <p>Written by one thread at a time; {@link #firstIndex()} may be read by any.
 */
final class Segment implements AutoCloseable {
  /** Largest frame buffer that is kept from one append to the next. */
  private static final int KEPT_FRAME_BYTES = 1 << 20;

  private final long sequence;
  private final StorageFile file;
  private final RecordFormat format;
  private long size;
  private long end = LogSegmentHeader.BYTES;
  private byte[] frame = new byte[4096];
  private long lastIndex;
  private volatile long firstIndex;

  private Segment(LogSegmentHeader header, StorageFile file, long size) {
    this.sequence = header.sequence();
    this.file = file;
    this.format = new RecordFormat(header.id());
    this.size = size;
  }

  /** Opens a file that contains this header and no valid records. */
  static Segment open(StorageDirectory files, LogSegmentHeader header) throws IOException {
    StorageFile file = files.open(SegmentName.segment(header.sequence()).toString(), false);
    try {
      return new Segment(header, file, file.size());
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Size of a file that contains just one record of this length. */
  static long bytesFor(int payloadLength) {
    return LogSegmentHeader.BYTES + RecordFormat.occupied(payloadLength);
  }

  long sequence() {
    return sequence;
  }

  long size() {
    return size;
  }

  /** Index of the first durable record, 0 when there is none. */
  long firstIndex() {
    return firstIndex;
  }

  boolean isHalfFull() {
    return end > size / 2;
  }

  boolean hasRoomFor(int payloadLength) {
    return size - end >= RecordFormat.occupied(payloadLength);
  }

  /** Makes the file larger, before its first record. */
  void grow(long bytes) throws IOException {
    file.resize(bytes);
    file.sync();
    size = bytes;
  }

  /** Writes a record behind the one before, in one write. */
  void write(long index, byte[] record) throws IOException {
    InvariantViolation.check(hasRoomFor(record.length), "a record fits into its segment");
    InvariantViolation.check(
        lastIndex == 0 || index == lastIndex + 1,
        "the indexes of a segment are dense",
        index,
        lastIndex + 1);
    int length = RecordFormat.HEADER_BYTES + record.length;
    byte[] target = frame;
    if (target.length < length) {
      target = new byte[Math.max(length, Math.min(2 * target.length, KEPT_FRAME_BYTES))];
      if (target.length <= KEPT_FRAME_BYTES) {
        frame = target;
      }
    }
    format.encode(index, record, target);
    file.write(end, target, 0, length);
  }

  /** Makes the record just written durable. */
  void sync(long index, byte[] record) throws IOException {
    file.sync();
    end += RecordFormat.occupied(record.length);
    lastIndex = index;
    if (firstIndex == 0) {
      firstIndex = index;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
