package io.mosql.storage.tree;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;

/**
 * The codec of pages, which are nodes as bytes. All numbers are big-endian; a varint has seven bits
 * per byte, low ones first, and its top bit says that another byte follows.
 *
 * <pre>
 * leaf                                                          {@link LeafCodec}
 *  0        1        2        3        4        5        6        7        8
 * +--------+--------+--------+--------+--------+--------+--------+--------+----------
 * | format | kind   | entries n       | prefix p        | insertion + 1   | prefix
 * +--------+--------+--------+--------+--------+--------+--------+--------+----------
 *  8 + p                                   then, in the order of keys and back to back
 * +-----------------------------------+--------------------------------------------+-----
 * | n offsets of cells, 2 or 4 bytes  | varint k, k bytes of key, value            | ...
 * +-----------------------------------+--------------------------------------------+-----
 *
 * inner node                                                    {@link InnerNodeCodec}
 *  0        1        2        3        4        5        6        7        8
 * +--------+--------+--------+--------+--------+--------+--------+--------+----------
 * | format | kind   | children n      | level  | 0      | segments s      |
 * +--------+--------+--------+--------+--------+--------+--------+--------+----------
 * s x 16 bytes       ids of the segments that children lie in
 * n x child          varint entries, varint number of the segment, 4 bytes offset,
 *                    varint length, 4 bytes CRC32C
 * n - 1 x separator  varint bytes shared with the separator before, varint rest, rest
 * </pre>
 *
 * <p>Kinds: 1 a leaf with offsets of 2 bytes, 2 one with 4, 3 an inner node. The prefix is common
 * to all keys; cells contain the rest of each. A value ends where the next cell begins. The
 * insertion is the index of the last one, a hint for the next split. Level 0 are leaves.
 *
 * <p>A page contains no checksum: the reference to it does. Decoding checks the whole structure and
 * the order of keys, so that bytes that are invalid in spite of a correct checksum cause only a
 * {@link MosqlException}: XX001, or 0A000 for a format of a later release.
 */
final class PageCodec {
  static final int HEADER_BYTES = 8;

  static final byte FORMAT = 1;
  static final int LEAF = 1;
  static final int LEAF_WIDE = 2;
  static final int INNER = 3;

  /** Longest prefix that the header of a leaf can express. */
  static final int PREFIX_MAX = 0xFFFF;

  /** Most children or entries that the header of a page can express. */
  static final int CHILDREN_MAX = 0xFFFF;

  private static final int NARROW_MAX = 0xFFFF;

  private PageCodec() {}

  /** The node's page. The children of an inner node must have been written. */
  static byte[] encode(TreeNode node) {
    if (node instanceof PackedLeaf packed) {
      return packed.bytes();
    }
    InvariantViolation.check(node.entries() > 0, "a page has entries");
    return node instanceof ObjectLeaf leaf
        ? LeafCodec.encode(leaf)
        : InnerNodeCodec.encode((InnerNode) node);
  }

  /**
   * Decodes the node of a page; a leaf keeps the bytes.
   *
   * @throws MosqlException XX001 when the bytes are invalid, 0A000 when a later release wrote them
   */
  static TreeNode decode(byte[] page, PageRef self) {
    PageReader reader = new PageReader(page, self);
    int format = reader.unsignedByte();
    if (format != FORMAT) {
      throw StorageErrorMessage.UNKNOWN_PAGE_FORMAT.error(self, format, FORMAT);
    }
    int kind = reader.unsignedByte();
    return switch (kind) {
      case LEAF, LEAF_WIDE -> LeafCodec.decode(page, self, reader, kind == LEAF_WIDE);
      case INNER -> InnerNodeCodec.decode(self, reader);
      default -> throw StorageErrorMessage.DAMAGED_PAGE.error(self, "unknown kind " + kind);
    };
  }

  /** Bytes of an entry whose key shares no prefix. */
  static int cellBytes(byte[] key, byte[] value) {
    return varintBytes(key.length) + key.length + value.length;
  }

  /** Maximum bytes of a leaf's page. */
  static int leafBytes(int entries, int cellBytes, int prefix) {
    int cells = HEADER_BYTES + prefix + cellBytes - entries * prefix;
    int narrow = cells + entries * 2;
    return isWide(narrow) ? cells + entries * 4 : narrow;
  }

  /** Whether a leaf whose page has this many bytes with short offsets needs long ones. */
  static boolean isWide(int narrowBytes) {
    return narrowBytes > NARROW_MAX;
  }

  static int varintBytes(int value) {
    int bytes = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      bytes++;
    }
    return bytes;
  }

  /** A varint that was checked when its page was decoded. */
  static int varint(byte[] bytes, int from) {
    int value = 0;
    int at = from;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      value |= (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /** Writes a varint and returns where it ends. */
  static int putVarint(byte[] bytes, int from, long value) {
    int at = from;
    long rest = value;
    for (; rest >>> 7 != 0; rest >>>= 7) {
      bytes[at++] = (byte) (rest | 0x80);
    }
    bytes[at++] = (byte) rest;
    return at;
  }
}
