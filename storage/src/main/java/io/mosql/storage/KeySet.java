package io.mosql.storage;

import io.mosql.core.codec.Keys;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Keys, each once. Arrays are not to be changed. Not thread-safe. */
final class KeySet {
  private final NavigableSet<byte[]> keys = new TreeSet<>(Keys.ORDER);

  void add(byte[] key) {
    keys.add(key);
  }

  void addAll(Collection<byte[]> more) {
    keys.addAll(more);
  }

  boolean all(Predicate<byte[]> condition) {
    return keys.stream().allMatch(condition);
  }
}
