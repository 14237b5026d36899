package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a tree's write set as of the start of a statement: the current writes, overlaid
 * with the earlier values of the keys written since. Not thread-safe.
 */
final class WriteSetSnapshot implements WritesByKey {
  private static final WritesByKey NONE = new TreeWriteSet();

  private final WritesByKey present;

  /** By key written since; empty where there was no own write. */
  private final NavigableMap<byte[], Optional<OwnWrite>> replaced;

  private WriteSetSnapshot(WritesByKey present, NavigableMap<byte[], Optional<OwnWrite>> replaced) {
    this.present = present;
    this.replaced = replaced;
  }

  /**
   * A view of the current writes and of the states that they replaced.
   *
   * @param present null for none
   */
  static WritesByKey of(
      @Nullable TreeWriteSet present, NavigableMap<byte[], Optional<OwnWrite>> replaced) {
    WritesByKey now = present == null ? NONE : present;
    return replaced.isEmpty() ? now : new WriteSetSnapshot(now, replaced);
  }

  static NavigableMap<byte[], Optional<OwnWrite>> nothingReplaced() {
    return new TreeMap<>(Keys.ORDER);
  }

  @Override
  public boolean isEmpty() {
    return ceiling(null) == null;
  }

  @Override
  public @Nullable OwnWrite get(byte[] key) {
    Optional<OwnWrite> before = replaced.get(key);
    return before == null ? present.get(key) : before.orElse(null);
  }

  @Override
  public Map.@Nullable Entry<byte[], OwnWrite> ceiling(byte @Nullable [] key) {
    return ascending(
        present.ceiling(key), key == null ? replaced.firstEntry() : replaced.ceilingEntry(key));
  }

  @Override
  public Map.@Nullable Entry<byte[], OwnWrite> higher(byte[] key) {
    return ascending(present.higher(key), replaced.higherEntry(key));
  }

  @Override
  public Map.@Nullable Entry<byte[], OwnWrite> lower(byte @Nullable [] key) {
    Map.Entry<byte[], OwnWrite> now = present.lower(key);
    Map.Entry<byte[], Optional<OwnWrite>> before =
        key == null ? replaced.lastEntry() : replaced.lowerEntry(key);
    while (before != null && (now == null || Keys.compare(before.getKey(), now.getKey()) >= 0)) {
      byte[] at = before.getKey();
      OwnWrite write = before.getValue().orElse(null);
      if (write != null) {
        return Map.entry(at, write);
      }
      now = now != null && Keys.compare(at, now.getKey()) == 0 ? present.lower(at) : now;
      before = replaced.lowerEntry(at);
    }
    return now;
  }

  /** The first of two ascending sequences, of which the second hides equal keys of the first. */
  private Map.@Nullable Entry<byte[], OwnWrite> ascending(
      Map.@Nullable Entry<byte[], OwnWrite> now,
      Map.@Nullable Entry<byte[], Optional<OwnWrite>> before) {
    while (before != null && (now == null || Keys.compare(before.getKey(), now.getKey()) <= 0)) {
      byte[] at = before.getKey();
      OwnWrite write = before.getValue().orElse(null);
      if (write != null) {
        return Map.entry(at, write);
      }
      now = now != null && Keys.compare(at, now.getKey()) == 0 ? present.higher(at) : now;
      before = replaced.higherEntry(at);
    }
    return now;
  }

  @Override
  public void forEach(
      byte @Nullable [] from, byte @Nullable [] to, BiConsumer<byte[], OwnWrite> action) {
    Map.Entry<byte[], OwnWrite> entry = ceiling(from);
    while (entry != null && (to == null || Keys.compare(entry.getKey(), to) < 0)) {
      action.accept(entry.getKey(), entry.getValue());
      entry = higher(entry.getKey());
    }
  }
}
