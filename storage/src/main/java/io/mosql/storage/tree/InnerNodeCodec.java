package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.InvariantViolation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The codec of pages of inner nodes; see {@link PageCodec}. */
final class InnerNodeCodec {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int SEGMENT_BYTES = 16;

  /** Typical bytes of a child and the lengths of its separator. */
  private static final int CHILD_BYTES = 2 + 1 + 4 + 2 + 4 + 2;

  /** Maximum of these bytes. */
  private static final int CHILD_BYTES_MAX = 9 + 3 + 4 + 5 + 4 + 5 + 5;

  private static final int CHILDREN_MIN = 2;
  private static final int LEVEL_MAX = 60;
  private static final byte[] NOTHING = {};

  private InnerNodeCodec() {}

  /** Estimated bytes of a page. */
  static int bytes(int children, int separatorBytes) {
    return PageCodec.HEADER_BYTES + SEGMENT_BYTES + children * CHILD_BYTES + separatorBytes;
  }

  static byte[] encode(InnerNode inner) {
    int size = inner.size();
    InvariantViolation.check(
        size >= CHILDREN_MIN && size <= PageCodec.CHILDREN_MAX,
        "the number of children of an inner node fits its page",
        size,
        PageCodec.CHILDREN_MAX);
    PageRef[] children = new PageRef[size];
    int[] numbers = new int[size];
    List<PageSource> segments = new ArrayList<>();
    int most = PageCodec.HEADER_BYTES;
    for (int i = 0; i < size; i++) {
      children[i] =
          Objects.requireNonNull(inner.held(i).page(), "the children of a stored node are stored");
      PageSource segment = children[i].source();
      numbers[i] = numberOf(segment, segments);
      most += CHILD_BYTES_MAX + (i < size - 1 ? inner.separator(i).length : 0);
    }
    byte[] page = new byte[most + segments.size() * SEGMENT_BYTES];
    page[0] = PageCodec.FORMAT;
    page[1] = PageCodec.INNER;
    SHORT.set(page, 2, (short) size);
    page[4] = (byte) inner.level();
    SHORT.set(page, 6, (short) segments.size());
    int at = PageCodec.HEADER_BYTES;
    for (PageSource segment : segments) {
      LONG.set(page, at, segment.idHigh());
      LONG.set(page, at + Long.BYTES, segment.idLow());
      at += SEGMENT_BYTES;
    }
    for (int i = 0; i < size; i++) {
      at = PageCodec.putVarint(page, at, inner.count(i));
      at = PageCodec.putVarint(page, at, numbers[i]);
      INT.set(page, at, children[i].offset());
      at = PageCodec.putVarint(page, at + Integer.BYTES, children[i].length());
      INT.set(page, at, children[i].checksum());
      at += Integer.BYTES;
    }
    byte[] before = NOTHING;
    for (int i = 0; i < size - 1; i++) {
      byte[] separator = inner.separator(i);
      int shared = Math.max(0, Arrays.mismatch(before, separator));
      int rest = separator.length - shared;
      at = PageCodec.putVarint(page, at, shared);
      at = PageCodec.putVarint(page, at, rest);
      System.arraycopy(separator, shared, page, at, rest);
      at += rest;
      before = separator;
    }
    return Arrays.copyOf(page, at);
  }

  private static int numberOf(PageSource segment, List<PageSource> segments) {
    // The last segment first: neighbours are often written together.
    int number = segments.size() - 1;
    while (number >= 0 && segments.get(number) != segment) {
      number--;
    }
    if (number >= 0) {
      return number;
    }
    segments.add(segment);
    return segments.size() - 1;
  }

  static InnerNode decode(PageRef self, PageReader reader) {
    int size = reader.unsignedShort();
    int level = reader.unsignedByte();
    int zero = reader.unsignedByte();
    int segmentCount = reader.unsignedShort();
    if (size < CHILDREN_MIN
        || level < 1
        || level > LEVEL_MAX
        || zero != 0
        || segmentCount < 1
        || segmentCount > size) {
      throw reader.damaged("invalid header");
    }
    PageSource[] segments = new PageSource[segmentCount];
    for (int i = 0; i < segmentCount; i++) {
      segments[i] = segment(self.source(), reader.number(), reader.number());
    }
    Child[] children = new Child[size];
    long[] counts = new long[size];
    long sum = 0;
    for (int i = 0; i < size; i++) {
      counts[i] = reader.varint(Long.MAX_VALUE - sum);
      sum += counts[i];
      PageSource segment = segments[reader.varint(segmentCount - 1)];
      int offset = reader.integer();
      int length = reader.varint(Integer.MAX_VALUE);
      if (offset < 0 || length == 0 || counts[i] == 0) {
        throw reader.damaged("invalid child");
      }
      children[i] = new PageRef(segment, offset, length, reader.integer());
    }
    byte[][] separators = new byte[size - 1][];
    byte[] before = NOTHING;
    for (int i = 0; i < size - 1; i++) {
      int shared = reader.varint(before.length);
      byte[] separator = reader.bytes(before, shared, reader.varint(Integer.MAX_VALUE - shared));
      if (i > 0 && Keys.compare(before, separator) >= 0) {
        throw reader.damaged("separators out of order");
      }
      separators[i] = separator;
      before = separator;
    }
    reader.end();
    return new InnerNode(self, children, counts, separators, level);
  }

  private static PageSource segment(PageSource source, long idHigh, long idLow) {
    return source.idHigh() == idHigh && source.idLow() == idLow
        ? source
        : source.segment(idHigh, idLow);
  }
}
