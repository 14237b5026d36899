package io.mosql.storage.transaction;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The net changes of one tree, in the order of keys. */
interface WritesByKey {
  boolean isEmpty();

  @Nullable OwnWrite get(byte[] key);

  /** The first one, or the first one from the key on. */
  Map.@Nullable Entry<byte[], OwnWrite> ceiling(byte @Nullable [] key);

  /** The first one after the key. */
  Map.@Nullable Entry<byte[], OwnWrite> higher(byte[] key);

  /** The last one, or the last one before the key. */
  Map.@Nullable Entry<byte[], OwnWrite> lower(byte @Nullable [] key);

  /** Visits those with keys in [from, to), ascending; null is unbounded. */
  void forEach(byte @Nullable [] from, byte @Nullable [] to, BiConsumer<byte[], OwnWrite> action);
}
