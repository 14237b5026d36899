package io.mosql.storage.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The codec of pages of leaves; see {@link PageCodec}. */
final class LeafCodec {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private LeafCodec() {}

  static byte[] encode(ObjectLeaf leaf) {
    int size = leaf.size();
    int prefix = size < 2 ? 0 : Leaf.sharedPrefix(leaf.key(0), leaf.key(size - 1));
    int cells = 0;
    for (int i = 0; i < size; i++) {
      int suffix = leaf.key(i).length - prefix;
      cells += PageCodec.varintBytes(suffix) + suffix + leaf.value(i).length;
    }
    int slots = PageCodec.HEADER_BYTES + prefix;
    boolean wide = PageCodec.isWide(slots + size * 2 + cells);
    int slotBytes = wide ? 4 : 2;
    byte[] page = new byte[slots + size * slotBytes + cells];
    page[0] = PageCodec.FORMAT;
    page[1] = (byte) (wide ? PageCodec.LEAF_WIDE : PageCodec.LEAF);
    SHORT.set(page, 2, (short) size);
    SHORT.set(page, 4, (short) prefix);
    int insertion = leaf.lastInsert() < size ? leaf.lastInsert() : -1;
    SHORT.set(page, 6, (short) (insertion + 1));
    System.arraycopy(leaf.key(0), 0, page, PageCodec.HEADER_BYTES, prefix);
    int at = slots + size * slotBytes;
    for (int i = 0; i < size; i++) {
      if (wide) {
        INT.set(page, slots + i * 4, at);
      } else {
        SHORT.set(page, slots + i * 2, (short) at);
      }
      byte[] key = leaf.key(i);
      byte[] value = leaf.value(i);
      int suffix = key.length - prefix;
      at = PageCodec.putVarint(page, at, suffix);
      System.arraycopy(key, prefix, page, at, suffix);
      System.arraycopy(value, 0, page, at + suffix, value.length);
      at += suffix + value.length;
    }
    return page;
  }

  static PackedLeaf decode(byte[] page, PageRef self, PageReader reader, boolean wide) {
    int size = reader.unsignedShort();
    int prefix = reader.unsignedShort();
    int insertion = reader.unsignedShort();
    if (size == 0 || insertion > size) {
      throw reader.damaged("invalid header");
    }
    int slots = PageCodec.HEADER_BYTES + prefix;
    int cell = slots + size * (wide ? 4 : 2);
    int lastFrom = 0;
    int lastTo = 0;
    for (int i = 0; i < size; i++) {
      reader.position(slots + i * (wide ? 4 : 2));
      int offset = wide ? reader.integer() : reader.unsignedShort();
      if (i == 0 ? offset != cell : offset < lastTo) {
        throw reader.damaged("invalid offset");
      }
      reader.position(offset);
      int suffix = reader.varint(page.length);
      int from = reader.position();
      if (suffix > page.length - from) {
        throw reader.damaged("invalid key");
      }
      int to = from + suffix;
      if (i > 0 && Arrays.compareUnsigned(page, lastFrom, lastTo, page, from, to) >= 0) {
        throw reader.damaged("keys out of order");
      }
      lastFrom = from;
      lastTo = to;
    }
    return new PackedLeaf(self, page, size, prefix, wide, insertion - 1);
  }
}
