package io.mosql.consensus.local;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A reader of the records of a segment, from the first one on. Used by one thread. */
final class SegmentScanner implements AutoCloseable {
  private static final int WINDOW_BYTES = 1 << 18;

  private final SegmentName name;
  private final StorageFile file;
  private final LogSegmentHeader header;
  private final RecordFormat format;
  private final long size;

  private byte[] window = new byte[0];
  private long windowStart;
  private int windowLength;
  private long position = LogSegmentHeader.BYTES;
  private long lastIndex;

  private SegmentScanner(SegmentName name, StorageFile file, LogSegmentHeader header, long size) {
    this.name = name;
    this.file = file;
    this.header = header;
    this.format = new RecordFormat(header.id());
    this.size = size;
  }

  /**
   * Opens a segment and checks its header.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when damaged, 0A000 when of an unknown version
   */
  static SegmentScanner open(StorageDirectory files, SegmentName name) throws IOException {
    StorageFile file = files.open(name.toString(), false);
    try {
      byte[] page = new byte[LogSegmentHeader.BYTES];
      int length = file.read(0, page, 0, page.length);
      LogSegmentHeader header = LogSegmentHeader.decode(page, length, name);
      return new SegmentScanner(name, file, header, file.size());
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Whether the file was prepared for another name than it has: its last renames were lost. */
  boolean isMisnamed() {
    return header.sequence() != name.sequence();
  }

  /** Offset of the next record, or of the one with a wrong checksum. */
  long position() {
    return position;
  }

  /** Reads the record at the position and advances; null when its checksum is wrong. */
  @Nullable LogRecord next() throws IOException {
    int at = load(position);
    if (at < 0 || !format.isHeader(window, at)) {
      return null;
    }
    long index = RecordFormat.index(window, at);
    if (lastIndex != 0 && index != lastIndex + 1) {
      return null;
    }
    int length = RecordFormat.payloadLength(window, at);
    if (length > size - position - RecordFormat.HEADER_BYTES) {
      return null;
    }
    byte[] payload = payload(position + RecordFormat.HEADER_BYTES, length);
    if (payload.length < length || !format.isPayload(window, at, payload)) {
      return null;
    }
    position += RecordFormat.occupied(length);
    lastIndex = index;
    return new LogRecord(index, payload);
  }

  /**
   * Searches after the last good record for the header of a record that can only have been written
   * after the next one was durable.
   *
   * @return its offset, -1 when there is none
   */
  long findIndexAbove(long index) throws IOException {
    for (long at = position; at + RecordFormat.HEADER_BYTES <= size; at += RecordFormat.ALIGNMENT) {
      int i = load(at);
      if (i < 0) {
        break;
      }
      if (RecordFormat.index(window, i) > index && format.isHeader(window, i)) {
        return at;
      }
    }
    return -1;
  }

  /** Reads the bytes after the last good record again: they may have been written meanwhile. */
  void reread() {
    windowLength = 0;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private byte[] payload(long from, int length) throws IOException {
    int inWindow = (int) (from - windowStart);
    if (length <= windowLength - inWindow) {
      return Arrays.copyOfRange(window, inWindow, inWindow + length);
    }
    byte[] payload = new byte[length];
    int n = file.read(from, payload, 0, length);
    return n == length ? payload : Arrays.copyOf(payload, n);
  }

  /**
   * Moves the window so that it contains the header at an offset; returns its offset in the window,
   * -1 at the end.
   */
  private int load(long from) throws IOException {
    long at = from - windowStart;
    if (at < 0 || at + RecordFormat.HEADER_BYTES > windowLength) {
      if (window.length == 0) {
        window = new byte[(int) Math.min(WINDOW_BYTES, Math.max(size, RecordFormat.HEADER_BYTES))];
      }
      windowStart = from;
      windowLength = file.read(from, window, 0, window.length);
      at = 0;
    }
    return at + RecordFormat.HEADER_BYTES <= windowLength ? (int) at : -1;
  }
}
