package io.mosql.core.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing buffer for a sequence of frames, whose contents can be sent at once. Reusable after
 * {@link #clear}. Not thread-safe.
 */
public final class WireWriter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int CAPACITY_MIN = 512;

  /** A buffer that a rare large message has enlarged beyond this size is not kept. */
  private static final int CAPACITY_KEPT = 64 * 1024;

  /** A buffer above this size reserves frame memory. */
  private static final int CAPACITY_FREE = 256 * 1024;

  /** Chunk size in characters for writing a text. */
  private static final int LARGE_TEXT = 64 * 1024;

  private static final int VAR_INT_BYTES_MAX = 5;
  private static final int VAR_LONG_BYTES_MAX = 10;
  private static final int NO_FRAME = -1;

  private final FrameMemory memory;
  private byte[] bytes = new byte[CAPACITY_MIN];
  private int length;
  private int frame = NO_FRAME;

  /** Bytes of reserved frame memory. */
  private long taken;

  /** Creates a writer without a memory limit. */
  public WireWriter() {
    this(FrameMemory.UNLIMITED);
  }

  /**
   * @param memory shared by large frames
   */
  public WireWriter(FrameMemory memory) {
    this.memory = memory;
  }

  /**
   * The buffer; the first {@link #length()} bytes are written. Further writing may replace the
   * array.
   */
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return length;
  }

  /** Discards the contents. */
  public void clear() {
    long given = handOver();
    if (given != 0) {
      memory.release(given);
    }
  }

  /**
   * Discards the contents, but keeps the reserved frame memory: the bytes are stored elsewhere now.
   *
   * @return bytes to be released later
   */
  public long handOver() {
    length = 0;
    frame = NO_FRAME;
    if (bytes.length > CAPACITY_KEPT) {
      bytes = new byte[CAPACITY_MIN];
    }
    long handed = taken;
    taken = 0;
    return handed;
  }

  /** Bytes of the current frame, or of the last one, which its length field will contain. */
  public int frameBytes() {
    return frame == NO_FRAME ? 0 : length - frame - Frames.LENGTH_BYTES;
  }

  /** Discards the current frame, or the last one. */
  public void discardFrame() {
    if (frame != NO_FRAME) {
      length = frame;
      frame = NO_FRAME;
    }
  }

  void beginFrame(int type) {
    frame = length;
    room(Frames.LENGTH_BYTES + Frames.HEADER_BYTES);
    bytes[length + Frames.LENGTH_BYTES] = (byte) type;
    length += Frames.LENGTH_BYTES + Frames.HEADER_BYTES;
  }

  void endFrame(int flags) {
    bytes[frame + Frames.LENGTH_BYTES + 1] = (byte) flags;
    INT.set(bytes, frame, length - frame - Frames.LENGTH_BYTES);
  }

  private void room(int more) {
    if (more > bytes.length - length) {
      grow(more);
    }
  }

  private void grow(int more) {
    long needed = (long) length + more;
    if (needed > Integer.MAX_VALUE - 8) {
      throw FrameMemory.refusal();
    }
    int capacity = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.length));
    if (capacity <= CAPACITY_FREE) {
      bytes = Arrays.copyOf(bytes, capacity);
    } else {
      memory.reserve(capacity - taken);
      taken = capacity;
      bytes = Arrays.copyOf(bytes, capacity);
      memory.allocated();
    }
  }

  void u8(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  void bool(boolean value) {
    u8(value ? 1 : 0);
  }

  void i32(int value) {
    room(4);
    INT.set(bytes, length, value);
    length += 4;
  }

  /** Sets bits of a byte that was written before. */
  void orAt(int position, int bits) {
    bytes[position] |= (byte) bits;
  }

  /** Overwrites bytes at an earlier position. */
  void i32At(int position, int value) {
    INT.set(bytes, position, value);
  }

  void i64(long value) {
    room(8);
    LONG.set(bytes, length, value);
    length += 8;
  }

  /** Seven bits a byte, the lowest first. */
  void var(int value) {
    room(VAR_INT_BYTES_MAX);
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void var(long value) {
    room(VAR_LONG_BYTES_MAX);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void raw(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  void bytes(byte[] value) {
    var(value.length);
    raw(value);
  }

  /** Writes zero bytes, for a bitmap. */
  int blank(int count) {
    room(count);
    int at = length;
    Arrays.fill(bytes, at, at + count, (byte) 0);
    length += count;
    return at;
  }

  void setBit(int bitmap, int index) {
    bytes[bitmap + (index >> 3)] |= (byte) (1 << (index & 7));
  }

  /** Length and UTF-8; an unpaired surrogate becomes a question mark, as when it is stored. */
  void text(String text) {
    int chars = text.length();
    if (chars < 128) {
      room(1 + chars);
      byte[] into = bytes;
      int at = length + 1;
      int i = 0;
      for (; i < chars; i++) {
        char c = text.charAt(i);
        if (c >= 0x80) {
          break;
        }
        into[at + i] = (byte) c;
      }
      if (i == chars) {
        into[length] = (byte) chars;
        length = at + chars;
        return;
      }
    }
    if (chars < LARGE_TEXT) {
      bytes(text.getBytes(StandardCharsets.UTF_8));
    } else {
      largeText(text);
    }
  }

  /** Without a copy of all of its bytes. */
  private void largeText(String text) {
    long count = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        count += 4;
        i++;
      } else {
        count += c < 0x80 || Character.isSurrogate(c) ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    if (count > Integer.MAX_VALUE - 8) {
      throw FrameMemory.refusal();
    }
    var((int) count);
    room((int) count);
    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + LARGE_TEXT);
      if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
        to--;
      }
      raw(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
      from = to;
    }
  }
}
