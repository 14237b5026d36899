package io.mosql.storage.bytes;

import java.util.Arrays;

/**
 * A growing byte buffer with the primitives of the wire formats: fixed integers are big-endian,
 * varints are unsigned LEB128 of at most ten bytes, byte strings are framed by a varint length. Not
 * thread-safe.
 */
public final class ByteSink {
  private byte[] buffer;
  private int length;

  public ByteSink(int capacity) {
    buffer = new byte[capacity];
  }

  public int length() {
    return length;
  }

  public ByteSink reset() {
    length = 0;
    return this;
  }

  /** Truncates the sink to a length that {@link #length()} returned before. */
  void truncate(int newLength) {
    if (newLength > length) {
      throw new IllegalArgumentException("truncate to " + newLength + " of " + length);
    }
    length = newLength;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(buffer, length);
  }

  /** As {@link #toBytes()}, without a copy where it can; the sink may not be used any more. */
  public byte[] intoBytes() {
    return length == buffer.length ? buffer : toBytes();
  }

  /** Reserves room for this many bytes. */
  public ByteSink expect(long more) {
    reserve((int) Math.min(more, Integer.MAX_VALUE - 8L - length));
    return this;
  }

  public ByteSink u8(int value) {
    reserve(1);
    buffer[length++] = (byte) value;
    return this;
  }

  public ByteSink u32(int value) {
    reserve(4);
    for (int shift = 24; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  public ByteSink u64(long value) {
    reserve(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  public ByteSink varint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
    return this;
  }

  /** A framed byte string. */
  public ByteSink bytes(byte[] value) {
    varint(value.length);
    return raw(value, 0, value.length);
  }

  /** Bytes without a frame. */
  public ByteSink raw(byte[] source, int from, int count) {
    reserve(count);
    System.arraycopy(source, from, buffer, length, count);
    length += count;
    return this;
  }

  /** A part of another sink, without a frame. */
  public ByteSink raw(ByteSink source, int from, int count) {
    return raw(source.buffer, from, count);
  }

  private void reserve(int more) {
    int needed = Math.addExact(length, more);
    if (needed > buffer.length) {
      int doubled = buffer.length > Integer.MAX_VALUE / 2 - 8 ? needed : buffer.length * 2;
      buffer = Arrays.copyOf(buffer, Math.max(needed, doubled));
    }
  }
}
