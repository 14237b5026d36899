package io.mosql.storage.tree;

import io.mosql.core.codec.RowBatch;
import io.mosql.core.codec.RowPage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A leaf that is one page, searched in place; keys and values are copied when they are returned.
 * {@link PageCodec} describes the bytes and has checked that all offsets are within them.
 * Immutable.
 */
final class PackedLeaf extends Leaf {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /** Heap of the leaf object, its reference and the header of the bytes. */
  private static final int NODE_BYTES = 40 + 48 + 16;

  private final byte[] bytes;
  private final int size;
  private final int prefix;
  private final boolean wide;
  private final short lastInsert;

  /** Made by the first batch of rows; two threads may make one each. */
  private @Nullable Rows rows;

  PackedLeaf(PageRef page, byte[] bytes, int size, int prefix, boolean wide, int lastInsert) {
    super(page);
    this.bytes = bytes;
    this.size = size;
    this.prefix = prefix;
    this.wide = wide;
    this.lastInsert = (short) lastInsert;
    assert size > 0 && lastInsert < size : "the last insertion of a leaf is one of its entries";
  }

  byte[] bytes() {
    return bytes;
  }

  @Override
  int size() {
    return size;
  }

  @Override
  int packedBytes() {
    return bytes.length;
  }

  @Override
  public int heapBytes() {
    return NODE_BYTES + bytes.length;
  }

  @Override
  int lastInsert() {
    return lastInsert;
  }

  @Override
  int cellBytes() {
    int sum = 0;
    for (int i = 0; i < size; i++) {
      int cell = cell(i);
      int suffix = suffixLength(cell);
      int key = prefix + suffix;
      sum +=
          PageCodec.varintBytes(key)
              + key
              + cellEnd(i)
              - (cell + PageCodec.varintBytes(suffix) + suffix);
    }
    return sum;
  }

  @Override
  byte[] key(int at) {
    int cell = cell(at);
    int length = suffixLength(cell);
    byte[] key = new byte[prefix + length];
    System.arraycopy(bytes, PageCodec.HEADER_BYTES, key, 0, prefix);
    System.arraycopy(bytes, cell + PageCodec.varintBytes(length), key, prefix, length);
    return key;
  }

  @Override
  byte[] value(int at) {
    return Arrays.copyOfRange(bytes, valueStart(at), cellEnd(at));
  }

  @Override
  byte[] valueBytes(int at) {
    return bytes;
  }

  @Override
  int valueStart(int at) {
    int cell = cell(at);
    int length = suffixLength(cell);
    return cell + PageCodec.varintBytes(length) + length;
  }

  @Override
  int valueEnd(int at) {
    return cellEnd(at);
  }

  @Override
  void addValues(int from, int to, RowBatch batch) {
    Rows known = rows;
    if (known == null) {
      known = new Rows();
      rows = known;
    }
    batch.add(known, from, to);
  }

  /** The values. */
  private final class Rows extends RowPage {
    @Override
    protected int size() {
      return size;
    }

    @Override
    protected byte[] bytes(int at) {
      return bytes;
    }

    @Override
    protected void locate(int from, int to, int at, byte[][] pages, int[] starts, int[] ends) {
      int cell = cell(from);
      for (int entry = from; entry < to; entry++) {
        int number = at + entry - from;
        int length = suffixLength(cell);
        int end = cellEnd(entry);
        pages[number] = bytes;
        starts[number] = cell + PageCodec.varintBytes(length) + length;
        ends[number] = end;
        cell = end;
      }
    }
  }

  @Override
  int find(byte[] key) {
    byte[] bytes = this.bytes;
    int prefix = this.prefix;
    int outside =
        Arrays.compareUnsigned(
            bytes,
            PageCodec.HEADER_BYTES,
            PageCodec.HEADER_BYTES + prefix,
            key,
            0,
            Math.min(prefix, key.length));
    if (outside != 0) {
      return outside > 0 ? -1 : -size - 1;
    }
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int cell = cell(middle);
      int length = suffixLength(cell);
      int from = cell + PageCodec.varintBytes(length);
      int order = Arrays.compareUnsigned(bytes, from, from + length, key, prefix, key.length);
      if (order < 0) {
        low = middle + 1;
      } else if (order > 0) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low - 1;
  }

  /** Offset of the entry's cell. */
  private int cell(int at) {
    int slots = PageCodec.HEADER_BYTES + prefix;
    return wide
        ? (int) INT.get(bytes, slots + at * 4)
        : (short) SHORT.get(bytes, slots + at * 2) & 0xFFFF;
  }

  private int cellEnd(int at) {
    return at + 1 < size ? cell(at + 1) : bytes.length;
  }

  private int suffixLength(int cell) {
    int first = bytes[cell];
    return first >= 0 ? first : PageCodec.varint(bytes, cell);
  }

  @Override
  void copyTo(byte[][] keys, byte[][] values, int to) {
    for (int i = 0; i < size; i++) {
      keys[to + i] = key(i);
      values[to + i] = value(i);
    }
  }

  @Override
  ObjectLeaf own(EditToken editor) {
    return unpacked(editor, size);
  }

  private ObjectLeaf unpacked(EditToken editor, int capacity) {
    byte[][] keys = new byte[capacity][];
    byte[][] values = new byte[capacity][];
    copyTo(keys, values, 0);
    return ObjectLeaf.of(editor, keys, values, size, cellBytes()).hinted(lastInsert);
  }

  @Override
  ObjectLeaf withValue(EditToken editor, int at, byte[] value) {
    return own(editor).withValue(editor, at, value);
  }

  @Override
  ObjectLeaf withInserted(EditToken editor, int at, byte[] key, byte[] value, int limit) {
    int capacity = Math.min(limit, size + 1 + (size >>> 3));
    return unpacked(editor, capacity).withInserted(editor, at, key, value, limit);
  }

  @Override
  ObjectLeaf without(EditToken editor, int at) {
    return own(editor).without(editor, at).hinted(-1);
  }
}
