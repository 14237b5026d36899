package io.mosql.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A reader of one frame, within its bounds: missing or invalid contents cause a {@link
 * WireException}. No object that it creates is larger than the frame by more than the overhead of
 * Java objects: lengths and counts are checked against the remaining bytes. Reusable for the next
 * frame. Not thread-safe.
 */
public final class WireReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final byte[] NOTHING = {};

  /** Decoded objects up to this many bytes are not counted; memory is reserved in this unit. */
  private static final long PIECE = 64 * 1024;

  private final FrameMemory memory;
  private byte[] bytes = NOTHING;
  private int position;
  private int limit;
  private int type;
  private int flags;

  /** Bytes of the objects decoded from the frame, and the limit above which memory is reserved. */
  private long taken;

  private long free;

  /** Creates a reader without a memory limit. */
  public WireReader() {
    this(FrameMemory.UNLIMITED);
  }

  /**
   * @param memory reserved for the objects of large frames until the next frame or {@link #release}
   */
  public WireReader(FrameMemory memory) {
    this.memory = memory;
  }

  /**
   * Begins to read a frame.
   *
   * @param array not copied; decoded values are
   * @param offset of the frame's type, behind its length
   * @param length of the frame, checked already
   */
  public WireReader frame(byte[] array, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, array.length);
    if (length < Frames.HEADER_BYTES) {
      throw new WireException("frame without type and flags");
    }
    bytes = array;
    position = offset + Frames.HEADER_BYTES;
    limit = offset + length;
    giveBack();
    type = array[offset] & 0xFF;
    flags = array[offset + 1] & 0xFF;
    return this;
  }

  /**
   * Counts objects decoded from the frame.
   *
   * @param objectBytes estimated size
   * @throws io.mosql.core.error.MosqlException 53200 when no memory is available for them
   */
  void keep(long objectBytes) {
    free -= objectBytes;
    if (free < 0) {
      long more = Math.max(PIECE, -free);
      memory.reserve(more);
      taken += more;
      free += more;
    }
  }

  private void giveBack() {
    if (taken != 0) {
      memory.allocated();
      memory.release(taken);
      taken = 0;
    }
    free = PIECE;
  }

  /** Releases the frame's bytes, and the memory for the decoded objects. */
  public void release() {
    giveBack();
    bytes = NOTHING;
    position = 0;
    limit = 0;
  }

  int type() {
    return type;
  }

  int flags() {
    return flags;
  }

  int left() {
    return limit - position;
  }

  /** To be called when a message has been read: checks that no bytes remain. */
  void end() {
    if (position != limit) {
      throw new WireException(left() + " excess bytes at the end of a frame");
    }
    if (taken != 0) {
      memory.allocated();
    }
  }

  private int take(int count) {
    int at = position;
    if (count < 0 || count > limit - at) {
      throw new WireException("truncated frame");
    }
    position = at + count;
    return at;
  }

  int u8() {
    return bytes[take(1)] & 0xFF;
  }

  boolean bool() {
    int value = u8();
    if (value > 1) {
      throw new WireException("invalid boolean value");
    }
    return value == 1;
  }

  int i32() {
    return (int) INT.get(bytes, take(4));
  }

  /** A number that is not negative. */
  int u31() {
    int value = i32();
    if (value < 0) {
      throw new WireException("negative number");
    }
    return value;
  }

  long i64() {
    return (long) LONG.get(bytes, take(8));
  }

  /** Not negative. */
  int var() {
    long value = var64();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new WireException("length too large");
    }
    return (int) value;
  }

  long var64() {
    int first = u8();
    if (first < 0x80) {
      return first;
    }
    long value = first & 0x7F;
    for (int shift = 7; shift < 64; shift += 7) {
      int next = u8();
      if (shift == 63 && next > 1) {
        break;
      }
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new WireException("number with too many bytes");
  }

  /**
   * A count of items that follow.
   *
   * @param bytesEach minimum size of an item, more than 0
   */
  int count(int bytesEach) {
    return fitting(var(), bytesEach);
  }

  int fitting(int count, int bytesEach) {
    if (count > left() / bytesEach) {
      throw new WireException("count larger than its frame");
    }
    return count;
  }

  byte[] raw(int length) {
    int at = take(length);
    keep(length);
    return length == 0 ? NOTHING : Arrays.copyOfRange(bytes, at, at + length);
  }

  byte[] bytes() {
    return raw(var());
  }

  boolean bit(int bitmap, int index) {
    return (bytes[bitmap + (index >> 3)] & 1 << (index & 7)) != 0;
  }

  /** Skips a bitmap; its offset is for {@link #bit}. */
  int bitmap(int length) {
    return take(length);
  }

  String text() {
    int length = var();
    int at = take(length);
    keep(length);
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      checkText(at, length);
    }
    return text;
  }

  /** The replacement character of invalid bytes may also have been sent. */
  private void checkText(int at, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length));
    } catch (CharacterCodingException e) {
      throw new WireException("text not in UTF-8");
    }
  }
}
