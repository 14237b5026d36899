package io.mosql.sql.sort;

import io.mosql.sql.error.SqlErrorMessage;
import java.util.Arrays;

/**
 * A buffer of entries in one array of bytes; sorting does not move the entries.
 *
 * <pre>
 * entry := key length, value length (4 bytes each, big-endian), key, value
 * </pre>
 *
 * Not thread-safe.
 */
final class EntryArena {
  static final int HEAD_BYTES = 8;

  /** Bytes of the references to an entry: its start, and a copy during the sort. */
  private static final int REFERENCE_BYTES = 8;

  private static final int CAPACITY_MIN = 4 << 10;

  private byte[] bytes = new byte[CAPACITY_MIN];
  private int length;
  private int[] starts = new int[64];
  private int count;

  int count() {
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  int start(int entry) {
    return starts[entry];
  }

  /** Memory in use if one more entry were added. */
  long bytesWith(byte[] key, byte[] value) {
    return (long) length
        + HEAD_BYTES
        + key.length
        + value.length
        + (long) REFERENCE_BYTES * (count + 1);
  }

  void add(byte[] key, byte[] value) {
    long needed = (long) length + HEAD_BYTES + key.length + value.length;
    if (needed > Integer.MAX_VALUE - HEAD_BYTES) {
      throw SqlErrorMessage.SORT_ENTRY_TOO_LONG.error();
    }
    if (needed > bytes.length) {
      int doubled = bytes.length > 1 << 29 ? Integer.MAX_VALUE - HEAD_BYTES : bytes.length * 2;
      bytes = Arrays.copyOf(bytes, Math.max((int) needed, doubled));
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
    }
    starts[count++] = length;
    putInt(bytes, length, key.length);
    putInt(bytes, length + 4, value.length);
    System.arraycopy(key, 0, bytes, length + HEAD_BYTES, key.length);
    System.arraycopy(value, 0, bytes, length + HEAD_BYTES + key.length, value.length);
    length = (int) needed;
  }

  void clear() {
    length = 0;
    count = 0;
  }

  /** Sorts the entries by their keys; the sort is stable. */
  void sort() {
    int[] from = starts;
    int[] to = new int[starts.length];
    // An entry takes more than 8 bytes, so there are fewer than 2^28: no overflow.
    for (int width = 1; width < count; width *= 2) {
      for (int low = 0; low < count; low += 2 * width) {
        int middle = Math.min(low + width, count);
        merge(from, to, low, middle, Math.min(low + 2 * width, count));
      }
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    starts = from;
  }

  private void merge(int[] from, int[] to, int low, int middle, int high) {
    if (middle == high || compare(from[middle - 1], from[middle]) <= 0) {
      System.arraycopy(from, low, to, low, high - low);
      return;
    }
    int left = low;
    int right = middle;
    for (int i = low; i < high; i++) {
      boolean takeLeft = right == high || left < middle && compare(from[left], from[right]) <= 0;
      to[i] = takeLeft ? from[left++] : from[right++];
    }
  }

  private int compare(int a, int b) {
    int keyA = a + HEAD_BYTES;
    int keyB = b + HEAD_BYTES;
    return Arrays.compareUnsigned(
        bytes, keyA, keyA + getInt(bytes, a), bytes, keyB, keyB + getInt(bytes, b));
  }

  /** Bytes of the entry, including its header. */
  static int size(byte[] bytes, int start) {
    return HEAD_BYTES + getInt(bytes, start) + getInt(bytes, start + 4);
  }

  static byte[] key(byte[] bytes, int start) {
    int from = start + HEAD_BYTES;
    return Arrays.copyOfRange(bytes, from, from + getInt(bytes, start));
  }

  static byte[] value(byte[] bytes, int start) {
    int from = start + HEAD_BYTES + getInt(bytes, start);
    return Arrays.copyOfRange(bytes, from, from + getInt(bytes, start + 4));
  }

  static void putInt(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  static int getInt(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }
}
