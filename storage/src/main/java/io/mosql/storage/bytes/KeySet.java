package io.mosql.storage.bytes;

import io.mosql.core.codec.Keys;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A set of keys. The arrays must not be changed. Not thread-safe. */
public final class KeySet {
  private final NavigableSet<byte[]> keys = new TreeSet<>(Keys.ORDER);

  public void add(byte[] key) {
    keys.add(key);
  }

  public void addAll(Collection<byte[]> more) {
    keys.addAll(more);
  }

  public void forEach(Consumer<byte[]> action) {
    keys.forEach(action);
  }

  public boolean all(Predicate<byte[]> condition) {
    return keys.stream().allMatch(condition);
  }
}
