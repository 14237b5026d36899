package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.InvariantViolation;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The net changes of a running transaction to one tree, by key. It uses the cheapest of three forms
 * that supports the operations so far, and never changes back:
 *
 * <pre>
 * run      sorted arrays: while keys come in ascending order, or are few
 * hashed   arrays in order of arrival, and a hash table: while no order is needed
 * ordered  a balanced tree
 * </pre>
 *
 * So a batch load costs an append for each row of the table, whose keys usually ascend, and for
 * each entry of an index, whose keys usually do not: those are sorted once, at commit. Not
 * thread-safe.
 */
final class TreeWriteSet implements WritesByKey {
  /** Up to this size an insertion in the middle of a run moves the entries behind it. */
  private static final int MOVED_MAX = 64;

  private static final int CAPACITY_EXPECTED = 8;

  private byte[][] keys = new byte[CAPACITY_EXPECTED][];
  private @Nullable OwnWrite[] writes = new OwnWrite[CAPACITY_EXPECTED];
  private int size;

  /** Hashed: open addressing from key to index plus one, at most half full. */
  private int @Nullable [] slots;

  /** Ordered; the arrays are empty then. */
  private @Nullable NavigableMap<byte[], OwnWrite> map;

  int size() {
    return map == null ? size : map.size();
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public @Nullable OwnWrite get(byte[] key) {
    if (map != null) {
      return map.get(key);
    }
    int at = find(key);
    return at < 0 ? null : writes[at];
  }

  /** Returns the previous one. */
  @Nullable OwnWrite put(byte[] key, OwnWrite write) {
    if (map != null) {
      return map.put(key, write);
    }
    int at = find(key);
    if (at >= 0) {
      OwnWrite before = writes[at];
      writes[at] = write;
      return before;
    }
    if (slots == null && -at - 1 < size && size > MOVED_MAX) {
      hash();
    }
    insert(slots == null ? -at - 1 : size, key, write);
    return null;
  }

  private void insert(int at, byte[] key, OwnWrite write) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      writes = Arrays.copyOf(writes, 2 * size);
    }
    System.arraycopy(keys, at, keys, at + 1, size - at);
    System.arraycopy(writes, at, writes, at + 1, size - at);
    keys[at] = key;
    writes[at] = write;
    size++;
    if (slots != null) {
      if (2 * size > slots.length) {
        hash();
      } else {
        place(slots, at);
      }
    }
  }

  /** Returns the removed change. */
  @Nullable OwnWrite remove(byte[] key) {
    if (map == null && (slots != null || size > MOVED_MAX && Keys.compare(key, last()) != 0)) {
      order();
    }
    if (map != null) {
      return map.remove(key);
    }
    int at = find(key);
    if (at < 0) {
      return null;
    }
    OwnWrite before = writes[at];
    size--;
    System.arraycopy(keys, at + 1, keys, at, size - at);
    System.arraycopy(writes, at + 1, writes, at, size - at);
    writes[size] = null;
    return before;
  }

  private byte[] last() {
    return keys[size - 1];
  }

  /** The index of the key, or {@code -(insertion point) - 1}; not for the ordered form. */
  private int find(byte[] key) {
    if (slots != null) {
      int[] table = slots;
      int mask = table.length - 1;
      for (int slot = slotOf(key, mask); table[slot] != 0; slot = (slot + 1) & mask) {
        if (Arrays.equals(keys[table[slot] - 1], key)) {
          return table[slot] - 1;
        }
      }
      return -size - 1;
    }
    if (size == 0 || Keys.compare(key, last()) > 0) {
      return -size - 1;
    }
    return Arrays.binarySearch(keys, 0, size, key, Keys.ORDER);
  }

  private void hash() {
    int[] table = new int[Integer.highestOneBit(Math.max(MOVED_MAX, size)) * 4];
    slots = table;
    for (int i = 0; i < size; i++) {
      place(table, i);
    }
  }

  private void place(int[] table, int at) {
    int mask = table.length - 1;
    int slot = slotOf(keys[at], mask);
    while (table[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    table[slot] = at + 1;
  }

  private static int slotOf(byte[] key, int mask) {
    int hash = Arrays.hashCode(key) * 0x9E3779B9;
    return (hash ^ hash >>> 15) & mask;
  }

  private NavigableMap<byte[], OwnWrite> order() {
    NavigableMap<byte[], OwnWrite> all = map;
    if (all == null) {
      NavigableMap<byte[], OwnWrite> filled = new TreeMap<>(Keys.ORDER);
      for (int i = 0; i < size; i++) {
        filled.put(keys[i], at(i));
      }
      map = filled;
      all = filled;
      keys = new byte[0][];
      writes = new OwnWrite[0];
      size = 0;
      slots = null;
    }
    return all;
  }

  private OwnWrite at(int i) {
    OwnWrite write = writes[i];
    if (write == null) {
      throw new InvariantViolation(
          "each key of a write set has a write, also " + i + " of " + size);
    }
    return write;
  }

  /** Visits all in ascending order of keys. */
  void forEach(BiConsumer<byte[], OwnWrite> action) {
    if (map != null) {
      map.forEach(action);
    } else if (slots == null) {
      for (int i = 0; i < size; i++) {
        action.accept(keys[i], at(i));
      }
    } else {
      byte[][] sorted = Arrays.copyOf(keys, size);
      Arrays.sort(sorted, Keys.ORDER);
      for (byte[] key : sorted) {
        action.accept(key, at(find(key)));
      }
    }
  }

  @Override
  public void forEach(
      byte @Nullable [] from, byte @Nullable [] to, BiConsumer<byte[], OwnWrite> action) {
    if (from != null && to != null && Keys.compare(from, to) >= 0) {
      return;
    }
    if (isRun()) {
      for (int i = from == null ? 0 : ceilingIndex(from);
          i < size && (to == null || Keys.compare(keys[i], to) < 0);
          i++) {
        action.accept(keys[i], at(i));
      }
      return;
    }
    NavigableMap<byte[], OwnWrite> part = order();
    part = from == null ? part : part.tailMap(from, true);
    (to == null ? part : part.headMap(to, false)).forEach(action);
  }

  @Override
  public Map.@Nullable Entry<byte[], OwnWrite> ceiling(byte @Nullable [] key) {
    if (isRun()) {
      return entry(key == null ? 0 : ceilingIndex(key));
    }
    return key == null ? order().firstEntry() : order().ceilingEntry(key);
  }

  @Override
  public Map.@Nullable Entry<byte[], OwnWrite> higher(byte[] key) {
    if (isRun()) {
      int at = find(key);
      return entry(at < 0 ? -at - 1 : at + 1);
    }
    return order().higherEntry(key);
  }

  @Override
  public Map.@Nullable Entry<byte[], OwnWrite> lower(byte @Nullable [] key) {
    if (isRun()) {
      return entry((key == null ? size : ceilingIndex(key)) - 1);
    }
    return key == null ? order().lastEntry() : order().lowerEntry(key);
  }

  private boolean isRun() {
    return map == null && slots == null;
  }

  private int ceilingIndex(byte[] key) {
    int at = find(key);
    return at < 0 ? -at - 1 : at;
  }

  private Map.@Nullable Entry<byte[], OwnWrite> entry(int i) {
    return i < 0 || i >= size ? null : Map.entry(keys[i], at(i));
  }
}
