package io.mosql.storage.version;

import java.util.Arrays;

/**
 * The set of column ordinals that a read depends on. Immutable.
 *
 * <p>{@link #NONE} means that only the presence of the row matters, {@link #ALL} its whole bytes
 * (index entries are read so).
 */
public final class ColumnSet {
  public static final ColumnSet NONE = new ColumnSet(new long[0], false);
  public static final ColumnSet ALL = new ColumnSet(new long[0], true);

  private final long[] words;
  private final boolean all;

  private ColumnSet(long[] words, boolean all) {
    this.words = words;
    this.all = all;
  }

  public static ColumnSet of(int... ordinals) {
    int max = -1;
    for (int ordinal : ordinals) {
      assert ordinal >= 0 : "an ordinal is not negative";
      max = Math.max(max, ordinal);
    }
    if (max < 0) {
      return NONE;
    }
    long[] words = new long[(max >> 6) + 1];
    for (int ordinal : ordinals) {
      words[ordinal >> 6] |= 1L << ordinal;
    }
    return new ColumnSet(words, false);
  }

  public boolean isAll() {
    return all;
  }

  public boolean isEmpty() {
    return !all && words.length == 0;
  }

  public boolean contains(int ordinal) {
    return all || (ordinal >> 6) < words.length && (words[ordinal >> 6] & 1L << ordinal) != 0;
  }

  /** The least member at or above the ordinal, or -1; not for {@link #ALL}. */
  public int next(int ordinal) {
    int word = ordinal >> 6;
    if (word >= words.length) {
      return -1;
    }
    long bits = words[word] & -1L << ordinal;
    while (bits == 0) {
      if (++word == words.length) {
        return -1;
      }
      bits = words[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }

  public boolean containsAll(ColumnSet other) {
    if (all) {
      return true;
    }
    if (other.all) {
      return false;
    }
    for (int i = 0; i < other.words.length; i++) {
      long mine = i < words.length ? words[i] : 0;
      if ((other.words[i] & ~mine) != 0) {
        return false;
      }
    }
    return true;
  }

  public boolean intersects(ColumnSet other) {
    if (all) {
      return !other.isEmpty();
    }
    if (other.all) {
      return !isEmpty();
    }
    int common = Math.min(words.length, other.words.length);
    for (int i = 0; i < common; i++) {
      if ((words[i] & other.words[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The set without some members; {@link #ALL} is unchanged. */
  public ColumnSet minus(int[] ordinals) {
    boolean overlaps = false;
    for (int ordinal : ordinals) {
      overlaps |= contains(ordinal);
    }
    if (all || !overlaps) {
      return this;
    }
    long[] left = words.clone();
    for (int ordinal : ordinals) {
      if (ordinal >> 6 < left.length) {
        left[ordinal >> 6] &= ~(1L << ordinal);
      }
    }
    int length = left.length;
    while (length > 0 && left[length - 1] == 0) {
      length--;
    }
    return length == 0 ? NONE : new ColumnSet(Arrays.copyOf(left, length), false);
  }

  public ColumnSet union(ColumnSet other) {
    if (all || other.isEmpty()) {
      return this;
    }
    if (other.all || isEmpty()) {
      return other;
    }
    long[] longer = words.length >= other.words.length ? words : other.words;
    long[] shorter = longer == words ? other.words : words;
    long[] union = longer.clone();
    for (int i = 0; i < shorter.length; i++) {
      union[i] |= shorter[i];
    }
    return new ColumnSet(union, false);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof ColumnSet other && all == other.all && Arrays.equals(words, other.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words) + (all ? 1 : 0);
  }

  @Override
  public String toString() {
    if (all) {
      return "all";
    }
    StringBuilder text = new StringBuilder("{");
    for (int i = next(0); i >= 0; i = next(i + 1)) {
      text.append(text.length() == 1 ? "" : ",").append(i);
    }
    return text.append('}').toString();
  }
}
