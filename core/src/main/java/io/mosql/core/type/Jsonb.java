package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of type JSONB: JSON in PostgreSQL's canonical form. Keys of an object are unique and
 * ordered by the length of their UTF-8, then by its bytes; numbers keep their value and their
 * digits after the point.
 *
 * <p>In memory it is a tree of {@link Null}, Boolean, BigDecimal, String, List and Map. The stored
 * and transmitted form is bytes:
 *
 * <pre>
 * value  := 0x00 | 0x01 | 0x02        null, false, true
 *         | 0x03 scale size unscaled  number: unscaled value in the fewest bytes of two's complement
 *         | 0x04 string
 *         | 0x05 count size value*    array; size is that of the items in bytes, so that it can be skipped
 *         | 0x06 count size (string value)*     object, keys in order
 * string := size UTF-8
 * scale, size, count := 7 bits a byte, lowest first, 0x80 on all but the last
 * </pre>
 *
 * Values are ordered as PostgreSQL orders them: Object &gt; Array &gt; Boolean &gt; Number &gt;
 * String &gt; Null, arrays and objects by their size first; an empty array alone is the least of
 * all. Numbers are equal by value, 1.0 and 1, so that equal values may have different bytes and
 * texts. Immutable, thread-safe.
 */
public final class Jsonb implements Comparable<Jsonb> {
  /** JSON's null in a tree. */
  public enum Null {
    NULL
  }

  /** Maximum nesting depth of arrays and objects. */
  public static final int DEPTH_MAX = 1_000;

  /** Keys by length, then by bytes. */
  public static final Comparator<String> KEY_ORDER = Jsonb::compareKeys;

  private static final int NULL = 0;
  private static final int FALSE = 1;
  private static final int TRUE = 2;
  private static final int NUMBER = 3;
  private static final int STRING = 4;
  private static final int ARRAY = 5;
  private static final int OBJECT = 6;

  /** Digits that a char escape of a control character has. */
  private static final String HEX = "0123456789abcdef";

  /** At least one of both is set from the beginning; the other one is created on demand. */
  private volatile byte @Nullable [] bytes;

  private volatile @Nullable Object tree;

  /** Estimated bytes of a part of a tree: an empty object is the largest. */
  static final int PART_BYTES = 64;

  private Jsonb(byte @Nullable [] bytes, @Nullable Object tree) {
    this.bytes = bytes;
    this.tree = tree;
  }

  /**
   * The value of a text.
   *
   * @throws MosqlException 22P02 when it is no JSON, 22P05 for the character U+0000, 22003 for a
   *     number of too many digits, 54001 when it is nested too deeply
   */
  public static Jsonb parse(String text) {
    return new Jsonb(null, canonical(new JsonParser(text).read(), 0));
  }

  /**
   * The value of a tree, with keys in any order.
   *
   * @throws MosqlException 22003 for a number of too many digits, 54001 when it is nested too
   *     deeply
   */
  public static Jsonb of(Object tree) {
    return new Jsonb(null, canonical(tree, 0));
  }

  /** The value of bytes, which are parsed on demand, and are not copied. */
  public static Jsonb ofBytes(byte[] bytes) {
    return new Jsonb(bytes, null);
  }

  private static Object canonical(Object node, int depth) {
    if (depth > DEPTH_MAX) {
      throw tooDeep();
    }
    Interrupts.chargeMemory(PART_BYTES);
    if (node instanceof BigDecimal number) {
      return JsonParser.limited(number);
    }
    if (node instanceof List<?> list) {
      List<Object> items = new ArrayList<>(list.size());
      for (Object item : list) {
        items.add(canonical(item, depth + 1));
      }
      return Collections.unmodifiableList(items);
    }
    if (node instanceof Map<?, ?> map) {
      List<String> keys = new ArrayList<>(map.size());
      map.keySet().forEach(key -> keys.add((String) key));
      keys.sort(KEY_ORDER);
      Map<String, Object> fields = new LinkedHashMap<>();
      for (String key : keys) {
        fields.put(key, canonical(java.util.Objects.requireNonNull(map.get(key)), depth + 1));
      }
      return Collections.unmodifiableMap(fields);
    }
    if (node instanceof String || node instanceof Boolean || node == Null.NULL) {
      return node;
    }
    throw new IllegalArgumentException("no part of JSON: " + node.getClass());
  }

  static MosqlException tooDeep() {
    return CoreErrorMessage.JSON_TOO_DEEP.error(DEPTH_MAX);
  }

  /**
   * The value as a tree that cannot be changed, keys in order.
   *
   * @throws MosqlException XX001 when the bytes are no value
   */
  public Object tree() {
    Object known = tree;
    if (known == null) {
      known = decode(java.util.Objects.requireNonNull(bytes));
      tree = known;
    }
    return known;
  }

  /** The stored form. The caller must not change it. */
  public byte[] bytes() {
    byte[] known = bytes;
    if (known == null) {
      Output out = new Output();
      write(java.util.Objects.requireNonNull(tree), out);
      known = out.toBytes();
      bytes = known;
    }
    return known;
  }

  private static void write(Object node, Output out) {
    if (node instanceof BigDecimal number) {
      out.put(NUMBER);
      out.size(number.scale());
      byte[] unscaled = number.unscaledValue().toByteArray();
      out.size(unscaled.length);
      out.put(unscaled, unscaled.length);
    } else if (node instanceof String string) {
      out.put(STRING);
      out.string(string);
    } else if (node instanceof List<?> items) {
      out.put(ARRAY);
      out.size(items.size());
      Output inner = new Output();
      items.forEach(item -> write(item, inner));
      out.size(inner.length);
      out.put(inner.buffer, inner.length);
    } else if (node instanceof Map<?, ?> fields) {
      out.put(OBJECT);
      out.size(fields.size());
      Output inner = new Output();
      fields.forEach(
          (key, value) -> {
            inner.string((String) key);
            write(value, inner);
          });
      out.size(inner.length);
      out.put(inner.buffer, inner.length);
    } else if (node instanceof Boolean truth) {
      out.put(truth ? TRUE : FALSE);
    } else {
      out.put(NULL);
    }
  }

  private static Object decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      Object value = read(in, 0);
      if (in.hasRemaining()) {
        throw damaged(null);
      }
      return value;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw damaged(e);
    } catch (MosqlException e) {
      throw e.state() == SqlState.NUMBER_OUT_OF_RANGE ? damaged(e) : e;
    }
  }

  private static Object read(ByteBuffer in, int depth) {
    if (depth > DEPTH_MAX) {
      throw damaged(null);
    }
    Interrupts.chargeMemory(PART_BYTES);
    int tag = in.get();
    switch (tag) {
      case NULL -> {
        return Null.NULL;
      }
      case FALSE, TRUE -> {
        return tag == TRUE;
      }
      case NUMBER -> {
        int scale = size(in);
        return JsonParser.limited(new BigDecimal(new BigInteger(slice(in)), scale));
      }
      case STRING -> {
        return new String(slice(in), StandardCharsets.UTF_8);
      }
      case ARRAY -> {
        int count = size(in);
        int end = end(in, count);
        List<Object> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
          items.add(read(in, depth + 1));
        }
        require(in.position() == end);
        return Collections.unmodifiableList(items);
      }
      case OBJECT -> {
        int count = size(in);
        int end = end(in, count);
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
          String key = new String(slice(in), StandardCharsets.UTF_8);
          fields.put(key, read(in, depth + 1));
        }
        require(in.position() == end && fields.size() == count);
        return Collections.unmodifiableMap(fields);
      }
      default -> throw damaged(null);
    }
  }

  /** The end of a container, which has at least a byte for each of its parts. */
  private static int end(ByteBuffer in, int count) {
    int size = size(in);
    require(size <= in.remaining() && count <= size);
    return in.position() + size;
  }

  private static byte[] slice(ByteBuffer in) {
    int size = size(in);
    require(size <= in.remaining());
    byte[] slice = new byte[size];
    in.get(slice);
    return slice;
  }

  private static int size(ByteBuffer in) {
    long size = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      byte b = in.get();
      size |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        require(size <= Integer.MAX_VALUE);
        return (int) size;
      }
    }
    throw damaged(null);
  }

  private static void require(boolean good) {
    if (!good) {
      throw damaged(null);
    }
  }

  private static MosqlException damaged(@Nullable Throwable cause) {
    return CoreErrorMessage.CORRUPTED_JSONB.causedBy(cause);
  }

  /** The text, with a blank after commas and colons. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    write(tree(), out);
    return out.toString();
  }

  private static void write(Object node, StringBuilder out) {
    if (node instanceof String string) {
      quote(string, out);
    } else if (node instanceof BigDecimal number) {
      out.append(number.toPlainString());
    } else if (node instanceof List<?> items) {
      String divider = "";
      out.append('[');
      for (Object item : items) {
        out.append(divider);
        write(item, out);
        divider = ", ";
      }
      out.append(']');
    } else if (node instanceof Map<?, ?> fields) {
      String divider = "";
      out.append('{');
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        out.append(divider);
        quote((String) field.getKey(), out);
        out.append(": ");
        write(field.getValue(), out);
        divider = ", ";
      }
      out.append('}');
    } else {
      out.append(node instanceof Boolean ? node.toString() : "null");
    }
  }

  /** Appends a string in double quotes, with the escapes of JSON. */
  public static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  @Override
  public int compareTo(Jsonb other) {
    Object a = tree();
    Object b = other.tree();
    boolean emptyA = a instanceof List<?> items && items.isEmpty();
    boolean emptyB = b instanceof List<?> items && items.isEmpty();
    return emptyA || emptyB ? Boolean.compare(emptyB, emptyA) : compare(a, b);
  }

  /** The type name: object, array, string, number, boolean or null. */
  public String kind() {
    return switch (rank(tree())) {
      case 5 -> "object";
      case 4 -> "array";
      case 3 -> "boolean";
      case 2 -> "number";
      case 1 -> "string";
      default -> "null";
    };
  }

  /** The rank of a kind in the order of kinds. */
  private static int rank(Object node) {
    if (node instanceof Map) {
      return 5;
    }
    if (node instanceof List) {
      return 4;
    }
    if (node instanceof Boolean) {
      return 3;
    }
    return node instanceof BigDecimal ? 2 : node instanceof String ? 1 : 0;
  }

  private static int compare(Object a, Object b) {
    int ranks = Integer.compare(rank(a), rank(b));
    if (ranks != 0) {
      return ranks;
    }
    if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
      return x.compareTo(y);
    }
    if (a instanceof String x && b instanceof String y) {
      return compareText(x, y);
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return Boolean.compare(x, y);
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      int order = Integer.compare(x.size(), y.size());
      Iterator<?> others = y.iterator();
      for (Iterator<?> items = x.iterator(); order == 0 && items.hasNext(); ) {
        order = compare(items.next(), others.next());
      }
      return order;
    }
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      int order = Integer.compare(x.size(), y.size());
      Iterator<? extends Map.Entry<?, ?>> others = y.entrySet().iterator();
      for (Iterator<? extends Map.Entry<?, ?>> fields = x.entrySet().iterator();
          order == 0 && fields.hasNext(); ) {
        Map.Entry<?, ?> field = fields.next();
        Map.Entry<?, ?> other = others.next();
        order = compareText((String) field.getKey(), (String) other.getKey());
        order = order != 0 ? order : compare(field.getValue(), other.getValue());
      }
      return order;
    }
    return 0;
  }

  private static int compareKeys(String a, String b) {
    byte[] x = a.getBytes(StandardCharsets.UTF_8);
    byte[] y = b.getBytes(StandardCharsets.UTF_8);
    return x.length == y.length ? Arrays.compareUnsigned(x, y) : x.length - y.length;
  }

  /** By code point, as the bytes of UTF-8 compare. */
  private static int compareText(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogate = Character.isSurrogate(x);
        return surrogate == Character.isSurrogate(y) ? x - y : surrogate ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  /** Whether the values are equal, numbers by their value. */
  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof Jsonb other && compareTo(other) == 0;
  }

  @Override
  public int hashCode() {
    return hash(tree());
  }

  private static int hash(Object node) {
    if (node instanceof BigDecimal number) {
      return number.signum() == 0 ? 0 : number.stripTrailingZeros().hashCode();
    }
    if (node instanceof List<?> items) {
      int hash = 1;
      for (Object item : items) {
        hash = 31 * hash + hash(item);
      }
      return hash;
    }
    if (node instanceof Map<?, ?> fields) {
      int hash = 2;
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        hash = 31 * (31 * hash + field.getKey().hashCode()) + hash(field.getValue());
      }
      return hash;
    }
    return node == Null.NULL ? 3 : node.hashCode();
  }

  /** A growing buffer. */
  private static final class Output {
    private byte[] buffer = new byte[32];
    private int length;

    private void put(int b) {
      reserve(1);
      buffer[length++] = (byte) b;
    }

    private void put(byte[] from, int count) {
      reserve(count);
      System.arraycopy(from, 0, buffer, length, count);
      length += count;
    }

    private void size(int size) {
      int rest = size;
      while (rest > 0x7F) {
        put(rest & 0x7F | 0x80);
        rest >>>= 7;
      }
      put(rest);
    }

    private void string(String string) {
      byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
      size(utf8.length);
      put(utf8, utf8.length);
    }

    private void reserve(int more) {
      if (length + more > buffer.length) {
        buffer = Arrays.copyOf(buffer, Math.max(length + more, 2 * buffer.length));
      }
    }

    private byte[] toBytes() {
      return Arrays.copyOf(buffer, length);
    }
  }
}
