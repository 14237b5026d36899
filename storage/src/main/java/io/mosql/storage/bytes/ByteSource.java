package io.mosql.storage.bytes;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import java.util.Arrays;

/**
 * A reader of the bytes that a {@link ByteSink} wrote. Every method fails with XX001 when the bytes
 * end early or a length is invalid, before it allocates. Not thread-safe.
 */
public final class ByteSource {
  private final byte[] bytes;
  private int at;

  public ByteSource(byte[] bytes) {
    this(bytes, 0);
  }

  public ByteSource(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  public boolean hasNext() {
    return at < bytes.length;
  }

  int position() {
    return at;
  }

  int remaining() {
    return bytes.length - at;
  }

  public int u8() {
    need(1);
    return bytes[at++] & 0xFF;
  }

  public int u32() {
    need(4);
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = value << 8 | (bytes[at++] & 0xFF);
    }
    return value;
  }

  public long u64() {
    need(8);
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | (bytes[at++] & 0xFF);
    }
    return value;
  }

  public long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = u8();
      if (shift == 63 && next > 1) {
        break;
      }
      value |= (long) (next & 0x7F) << shift;
      if ((next & 0x80) == 0) {
        if (next == 0 && shift > 0) {
          break;
        }
        return value;
      }
    }
    throw StorageErrorMessage.DAMAGED_RECORD.error("number not in its shortest form");
  }

  /** A varint that counts things of at least one byte each, so that it cannot exceed the rest. */
  public int count() {
    long value = varint();
    if (value < 0 || value > remaining()) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("count exceeds the bytes after it");
    }
    return (int) value;
  }

  /** A varint that fits an int and is not negative. */
  public int intVarint() {
    long value = varint();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("number out of range");
    }
    return (int) value;
  }

  /** A framed byte string. */
  public byte[] bytes() {
    int length = count();
    byte[] value = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return value;
  }

  /** Fails unless everything was read. */
  public void end() {
    if (hasNext()) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("trailing bytes");
    }
  }

  private void need(int count) {
    if (remaining() < count) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("truncated");
    }
  }

  public static MosqlException damaged(String what) {
    return StorageErrorMessage.DAMAGED_RECORD.error(what);
  }
}
