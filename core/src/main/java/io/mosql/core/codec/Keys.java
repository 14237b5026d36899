package io.mosql.core.codec;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Order of keys: unsigned bytes, a prefix before what it begins. */
public final class Keys {
  /** Total order of keys, as every tree uses it. */
  public static final Comparator<byte[]> ORDER = Keys::compare;

  private Keys() {}

  public static int compare(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }

  /**
   * The least key after every key that begins with the prefix: the exclusive upper end of a prefix
   * range.
   *
   * @return null when there is none (the prefix is empty or all 0xFF), that is, the range is
   *     unbounded above
   */
  public static byte @Nullable [] prefixEnd(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xFF) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    byte[] end = Arrays.copyOf(prefix, last + 1);
    end[last]++;
    return end;
  }

  /** The least key greater than the given one. */
  public static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
