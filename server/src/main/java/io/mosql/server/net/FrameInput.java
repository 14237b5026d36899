package io.mosql.server.net;

import io.mosql.core.wire.Frames;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * What a client sent and nobody has read yet, cut into frames. It grows with the bytes that have
 * come, never by what a length promises, and keeps nothing once all is read. Not thread-safe.
 */
final class FrameInput {
  private static final byte[] NOTHING = {};
  private static final int CAPACITY_MIN = 256;

  private byte[] bytes = NOTHING;
  private int from;
  private int to;

  /** Whole frames, each with its length before it. */
  record Frame(byte[] bytes, int offset, int length) {}

  int size() {
    return to - from;
  }

  /** Takes what is readable in the buffer, which stays the caller's. */
  void append(ByteBuf more) {
    int count = more.readableBytes();
    if (count > bytes.length - to) {
      makeRoom(count);
    }
    more.readBytes(bytes, to, count);
    to += count;
  }

  private void makeRoom(int count) {
    int size = size();
    long needed = (long) size + count;
    if (needed > bytes.length || needed > bytes.length / 2) {
      long capacity =
          Math.max(CAPACITY_MIN, Math.max(needed, Math.min(2L * size, Integer.MAX_VALUE - 8L)));
      byte[] larger = new byte[Math.toIntExact(capacity)];
      System.arraycopy(bytes, from, larger, 0, size);
      bytes = larger;
    } else {
      System.arraycopy(bytes, from, bytes, 0, size);
    }
    from = 0;
    to = size;
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
    forgetIfEmpty();
  }

  private void forgetIfEmpty() {
    if (from == to) {
      from = 0;
      to = 0;
      if (bytes.length > CAPACITY_MIN) {
        bytes = NOTHING;
      }
    }
  }

  /**
   * Takes the whole frames at the beginning out, at least one and not many more than so many bytes.
   *
   * @return another input, which the caller may give to another thread
   * @throws io.mosql.core.wire.WireException as {@link #frameLength}
   */
  FrameInput takeFrames(int bytesMax, int bytesWanted) {
    int end = from;
    while (end - from < bytesWanted && to - end >= Frames.LENGTH_BYTES) {
      long next = (long) end + Frames.LENGTH_BYTES + Frames.checkedLength(lengthAt(end), bytesMax);
      if (next > to) {
        break;
      }
      end = (int) next;
    }
    FrameInput taken = new FrameInput();
    if (end == to) {
      taken.bytes = bytes;
      taken.from = from;
      taken.to = to;
      bytes = NOTHING;
      from = 0;
      to = 0;
    } else {
      taken.bytes = Arrays.copyOfRange(bytes, from, end);
      taken.to = end - from;
      from = end;
    }
    return taken;
  }

  /** Puts frames back that were taken and not read, before all others. */
  void giveBack(FrameInput taken) {
    if (taken.size() == 0) {
      return;
    }
    byte[] all = new byte[Math.addExact(taken.size(), size())];
    System.arraycopy(taken.bytes, taken.from, all, 0, taken.size());
    System.arraycopy(bytes, from, all, taken.size(), size());
    to = all.length;
    from = 0;
    bytes = all;
  }

  void clear() {
    bytes = NOTHING;
    from = 0;
    to = 0;
  }
}
