package io.mosql.server.network;

import io.mosql.core.wire.FrameMemory;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.RequestCodec;
import io.mosql.core.wire.WireReader;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Buffer of received bytes that are not yet processed, split into frames. It grows with the bytes
 * that have come, never by what a length promises, and keeps nothing once all is read. When it is
 * large it draws on the memory of frames; a frame that there is none for can be skipped. Not
 * thread-safe.
 */
final class FrameBuffer {
  private static final byte[] NOTHING = {};
  private static final int CAPACITY_MIN = 256;

  /** An input of more bytes draws on the memory of frames. */
  private static final int CAPACITY_FREE = 64 * 1024;

  private final FrameMemory memory;
  private byte[] bytes = NOTHING;
  private int from;
  private int to;

  /** Bytes of the frame that is skipped which have not come yet. */
  private int skipped;

  /** What became of a frame that was not kept. */
  enum Skipped {
    NONE,
    /** A request that is answered with an error. */
    ONE,
    /** A request that would itself have been skipped if the one before it failed. */
    SKIPPABLE
  }

  private Skipped skipping = Skipped.NONE;

  /** Whether it has grown beyond the memory that there was. */
  private boolean isShort;

  FrameBuffer(FrameMemory memory) {
    this.memory = memory;
  }

  int size() {
    return to - from;
  }

  /** Whether there was no memory for all that has come, so that no more should be read. */
  boolean isShort() {
    if (isShort && from > 0 && memory.isExceeded()) {
      // Frames that were taken out are in the array still.
      byte[] rest = Arrays.copyOfRange(bytes, from, to);
      to -= from;
      from = 0;
      replace(rest);
      count();
    }
    isShort = isShort && memory.isExceeded();
    return isShort;
  }

  /** Takes what is readable in the buffer, which stays the caller's. */
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

  /** A capacity of so many bytes at least, for which memory is taken if there is any. */
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

  /** Another array takes the place of that which there is, whose memory is given back. */
  private void replace(byte[] other) {
    if (bytes.length > CAPACITY_FREE) {
      memory.release(bytes.length);
    }
    bytes = other;
  }

  /**
   * Length of the next frame, without the length itself; -1 while it is not whole.
   *
   * @throws io.mosql.core.wire.WireException when it may not be that long, as soon as that is known
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
   * The frame that has not come as a whole, the only one, is not kept, and what is to come of it is
   * passed over.
   */
  void skipFrame() {
    skipped = Frames.LENGTH_BYTES + lengthAt(from) - size();
    WireReader head = new WireReader().frame(bytes, frameOffset(), Frames.HEADER_BYTES);
    skipping = RequestCodec.isSkippable(head) ? Skipped.SKIPPABLE : Skipped.ONE;
    from = to;
    releaseIfEmpty();
  }

  /** Whether a frame was skipped and has passed; tells it once. */
  Skipped takeSkipped() {
    if (skipped > 0) {
      return Skipped.NONE;
    }
    Skipped one = skipping;
    skipping = Skipped.NONE;
    return one;
  }

  /** Good until the next {@link #append}; the frame begins behind its length. */
  byte[] array() {
    return bytes;
  }

  int frameOffset() {
    return from + Frames.LENGTH_BYTES;
  }

  /** Steps over a frame of this length. */
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
   * Takes the whole frames at the beginning out, at least one and not many more than so many bytes.
   *
   * @return another input, which the caller may give to another thread
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
      // the array goes with its memory
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

  /** Counts the array, which was copied from what had come. */
  private void count() {
    if (bytes.length > CAPACITY_FREE) {
      memory.add(bytes.length);
    }
  }

  /** Puts frames back that were taken and not read, before all others. */
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
