package io.mosql.sql.inverted;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.SipHash128;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.sql.catalog.OperatorClass;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Computes the items of a document or an array for which an inverted index has entries. An item is
 * a hash of eight bytes: on a collision more rows are candidates, and never fewer.
 *
 * <pre>
 * jsonb_ops       each key, each string of an array and the string that is the document: KEY string
 *                 each other scalar: VALUE scalar
 * jsonb_path_ops  each scalar with the keys that lead to it, arrays left out: VALUE scalar, hashed behind its path
 * path            := hash of the path before and KEY string
 * array_ops       each element but NULL: VALUE element, as in a key of its type (KeyWriter)
 * scalar          := 0 null | 1 false | 2 true | 3 string | 4 unscaled value scale, without zeros at the end
 * </pre>
 *
 * Equal documents, and equal arrays, have equal items. Not thread-safe: one instance for each
 * document.
 */
public final class DocumentItems {
  /** Bytes of an item at the beginning of an entry. */
  public static final int BYTES = Long.BYTES;

  /**
   * Key of the hash, which need not be secret: hashes are stored in indexes and must not change.
   */
  private static final long KEY0 = 0x6d6f73716c20696eL;

  private static final long KEY1 = 0x7665727465642e31L;

  /** The path to the document itself, also used for items without a path. */
  static final long ROOT = 0;

  private static final byte KEY = 1;
  private static final byte VALUE = 2;

  private final OperatorClass kind;
  private long[] items = new long[16];
  private int size;

  private DocumentItems(OperatorClass kind) {
    this.kind = kind;
  }

  /** The items of a document, ascending as unsigned numbers, each once. */
  public static long[] of(Jsonb document, OperatorClass kind) {
    DocumentItems items = new DocumentItems(kind);
    Object tree = document.tree();
    items.collect(tree, ROOT, true);
    return items.distinct();
  }

  /** The items of an array, ascending as unsigned numbers, each once. */
  public static long[] of(SqlArray array) {
    DocumentItems items = new DocumentItems(OperatorClass.ARRAY_OPS);
    KeyWriter writer = new KeyWriter();
    for (Object element : array.items()) {
      if (element != null) {
        Interrupts.chargeMemory(BYTES);
        items.add(hash(ROOT, VALUE, writer.reset().column(array.element(), element).toKey()));
      }
    }
    return items.distinct();
  }

  /** The key prefix of the entries of an item. */
  public static byte[] prefix(long item) {
    return ByteBuffer.allocate(BYTES).putLong(item).array();
  }

  /** The item of a key, or of a string that is treated as a key. */
  static long keyItem(String key) {
    return hash(ROOT, KEY, key.getBytes(StandardCharsets.UTF_8));
  }

  /** The path to the value of a key. */
  static long childPath(long path, String key) {
    return hash(path, KEY, key.getBytes(StandardCharsets.UTF_8));
  }

  /** The item of a scalar at the end of a path. */
  static long valueItem(long path, Object scalar) {
    return hash(path, VALUE, bytes(scalar));
  }

  /**
   * Adds the items of a node.
   *
   * @param element whether the node is an element of an array, or the document
   */
  private void collect(Object node, long path, boolean element) {
    Interrupts.chargeMemory(BYTES);
    boolean paths = kind == OperatorClass.JSONB_PATH_OPS;
    if (node instanceof Map<?, ?> fields) {
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        String key = (String) field.getKey();
        if (!paths) {
          add(keyItem(key));
        }
        collect(field.getValue(), paths ? childPath(path, key) : ROOT, false);
      }
    } else if (node instanceof List<?> list) {
      for (Object item : list) {
        collect(item, path, true);
      }
    } else if (!paths && element && node instanceof String string) {
      add(keyItem(string));
    } else {
      add(valueItem(path, node));
    }
  }

  private void add(long item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    items[size++] = item ^ Long.MIN_VALUE;
  }

  private long[] distinct() {
    Arrays.sort(items, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || items[i] != items[i - 1]) {
        items[kept++] = items[i];
      }
    }
    long[] distinct = Arrays.copyOf(items, kept);
    for (int i = 0; i < kept; i++) {
      distinct[i] ^= Long.MIN_VALUE;
    }
    return distinct;
  }

  private static byte[] bytes(Object scalar) {
    if (scalar instanceof String string) {
      byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.allocate(1 + utf8.length).put((byte) 3).put(utf8).array();
    }
    if (scalar instanceof BigDecimal number) {
      BigDecimal least = number.stripTrailingZeros();
      byte[] unscaled = least.unscaledValue().toByteArray();
      int scale = number.signum() == 0 ? 0 : least.scale();
      return ByteBuffer.allocate(1 + unscaled.length + Integer.BYTES)
          .put((byte) 4)
          .put(unscaled)
          .putInt(scale)
          .array();
    }
    int code = scalar instanceof Boolean truth ? truth ? 2 : 1 : 0;
    return new byte[] {(byte) code};
  }

  private static long hash(long path, byte tag, byte[] bytes) {
    byte[] head = ByteBuffer.allocate(BYTES + 1).putLong(path).put(tag).array();
    byte[] digest =
        new SipHash128(KEY0, KEY1)
            .update(head, 0, head.length)
            .update(bytes, 0, bytes.length)
            .digest();
    return ByteBuffer.wrap(digest).getLong();
  }
}
