package io.mosql.server.network;

import io.mosql.core.wire.FrameMemory;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.RequestCodec;
import io.mosql.core.wire.WireReader;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Buffer of received bytes that are not yet processed, split into frames. Its capacity follows the
 * bytes received, never an announced frame length, and it is released once all bytes are read. A
 * large buffer is charged to the frame memory; a frame that does not fit there can be skipped. Not
 * thread-safe.
 */
final class FrameBuffer {
  private static final byte[] NOTHING = {};
  private static final int CAPACITY_MIN = 256;

  /** Maximum capacity in bytes that is not charged to the frame memory. */
  private static final int CAPACITY_FREE = 64 * 1024;

  private final FrameMemory memory;
  private byte[] bytes = NOTHING;
  private int from;
  private int to;

  /** Bytes of the skipped frame that have not been received yet. */
  private int skipped;

  /** State of frame skipping. */
  enum Skipped {
    NONE,
    /** A skipped request, which is answered with an error. */
    ONE,
    /** A skipped request that would have been skipped anyway after a failed predecessor. */
    SKIPPABLE
  }

  private Skipped skipping = Skipped.NONE;

  /** Whether the buffer has grown beyond the available frame memory. */
  private boolean isShort;

  FrameBuffer(FrameMemory memory) {
    this.memory = memory;
  }

  int size() {
    return to - from;
  }

  /** Whether frame memory is exceeded, so that no more input should be read. */
  boolean isShort() {
    if (isShort && from > 0 && memory.isExceeded()) {
      // The array still contains frames that were taken out.
      byte[] rest = Arrays.copyOfRange(bytes, from, to);
      to -= from;
      from = 0;
      replace(rest);
      count();
    }
    isShort = isShort && memory.isExceeded();
    return isShort;
  }

  /** Appends the readable bytes; the caller retains ownership of the argument. */
  void append(ByteBuf more) {
    int passed = Math.min(skipped, more.readableBytes());
    if (passed > 0) {
      more.skipBytes(passed);
      skipped -= passed;
    }
    int count = more.readableBytes();
    if (count > bytes.length - to) {
      ensureCapacity(count);
    }
    more.readBytes(bytes, to, count);
    to += count;
  }

  private void ensureCapacity(int count) {
    int size = size();
    long needed = (long) size + count;
    if (needed > bytes.length || needed > bytes.length / 2) {
      byte[] larger = new byte[Math.toIntExact(capacity(needed))];
      if (larger.length > CAPACITY_FREE) {
        memory.allocated();
      }
      System.arraycopy(bytes, from, larger, 0, size);
      replace(larger);
    } else {
      System.arraycopy(bytes, from, bytes, 0, size);
    }
    from = 0;
    to = size;
  }

  /**
   * Returns a capacity of at least the given number of bytes, reserved in the frame memory if
   * available.
   */
  private long capacity(long needed) {
    long most = Math.max(needed, Math.min(2L * size(), Integer.MAX_VALUE - 8L));
    if (size() >= Frames.LENGTH_BYTES) {
      long whole = (long) Frames.LENGTH_BYTES + lengthAt(from);
      most = whole >= needed ? Math.min(most, whole) : most;
    }
    most = Math.max(CAPACITY_MIN, most);
    if (most <= CAPACITY_FREE || memory.tryReserve(most)) {
      return most;
    }
    if (needed > CAPACITY_FREE && !memory.tryReserve(needed)) {
      isShort = true;
      memory.add(needed);
    }
    return needed;
  }

  /** Replaces the array and releases the memory reserved for the old one. */
  private void replace(byte[] other) {
    if (bytes.length > CAPACITY_FREE) {
      memory.release(bytes.length);
    }
    bytes = other;
  }

  /**
   * Returns the length of the next frame, without the length field; -1 while it is incomplete.
   *
   * @throws io.mosql.core.wire.WireException as soon as the length is known to be invalid
   */
  int frameLength(int bytesMax) {
    if (size() < Frames.LENGTH_BYTES) {
      return -1;
    }
    int length = Frames.checkedLength(lengthAt(from), bytesMax);
    return size() - Frames.LENGTH_BYTES >= length ? length : -1;
  }

  private int lengthAt(int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | bytes[at + 3] & 0xFF;
  }

  /**
   * Skips the incomplete frame, which is the only one in the buffer: its received bytes are
   * dropped, and its remaining bytes are discarded on arrival.
   */
  void skipFrame() {
    skipped = Frames.LENGTH_BYTES + lengthAt(from) - size();
    WireReader head = new WireReader().frame(bytes, frameOffset(), Frames.HEADER_BYTES);
    skipping = RequestCodec.isSkippable(head) ? Skipped.SKIPPABLE : Skipped.ONE;
    from = to;
    releaseIfEmpty();
  }

  /** Returns and clears the state of a frame that has been skipped completely. */
  Skipped takeSkipped() {
    if (skipped > 0) {
      return Skipped.NONE;
    }
    Skipped one = skipping;
    skipping = Skipped.NONE;
    return one;
  }

  /**
   * Returns the underlying array, valid until the next {@link #append}; the frame begins after its
   * length field.
   */
  byte[] array() {
    return bytes;
  }

  int frameOffset() {
    return from + Frames.LENGTH_BYTES;
  }

  /** Consumes a frame of this length. */
  void consume(int length) {
    from += Frames.LENGTH_BYTES + length;
    releaseIfEmpty();
  }

  private void releaseIfEmpty() {
    if (from == to) {
      from = 0;
      to = 0;
      isShort = false;
      if (bytes.length > CAPACITY_MIN) {
        replace(NOTHING);
      }
    }
  }

  /**
   * Removes complete frames from the beginning: at least one, and not much more than the given
   * number of bytes.
   *
   * @return buffer with these frames, which may be used by another thread
   * @throws io.mosql.core.wire.WireException as {@link #frameLength}
   */
  FrameBuffer takeFrames(int bytesMax, int bytesWanted) {
    int end = from;
    while (end - from < bytesWanted && to - end >= Frames.LENGTH_BYTES) {
      long next = (long) end + Frames.LENGTH_BYTES + Frames.checkedLength(lengthAt(end), bytesMax);
      if (next > to) {
        break;
      }
      end = (int) next;
    }
    FrameBuffer taken = new FrameBuffer(memory);
    if (end == to) {
      // Ownership of the array moves with its memory reservation.
      taken.bytes = bytes;
      taken.from = from;
      taken.to = to;
      bytes = NOTHING;
      from = 0;
      to = 0;
      isShort = false;
    } else {
      taken.bytes = Arrays.copyOfRange(bytes, from, end);
      taken.to = end - from;
      taken.count();
      from = end;
    }
    return taken;
  }

  /** Charges the array, copied from received bytes, to the frame memory. */
  private void count() {
    if (bytes.length > CAPACITY_FREE) {
      memory.add(bytes.length);
    }
  }

  /** Returns frames that were taken and not read to the beginning of the buffer. */
  void restore(FrameBuffer taken) {
    if (taken.size() == 0) {
      return;
    }
    byte[] all = new byte[Math.addExact(taken.size(), size())];
    System.arraycopy(taken.bytes, taken.from, all, 0, taken.size());
    System.arraycopy(bytes, from, all, taken.size(), size());
    to = all.length;
    from = 0;
    replace(all);
    count();
    taken.clear();
  }

  void clear() {
    replace(NOTHING);
    from = 0;
    to = 0;
    isShort = false;
  }
}
