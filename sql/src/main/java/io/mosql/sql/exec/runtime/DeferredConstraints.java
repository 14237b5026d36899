package io.mosql.sql.exec.runtime;

import io.mosql.sql.catalog.Deferrability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The foreign, unique and primary keys of a transaction that are checked at its end, and the key
 * values to check. A value stands for the state at that time: of a foreign key, either a parent row
 * has it, or no child row; of a unique key, at most one row has it. So a value may be checked that
 * a rolled back statement had added.
 *
 * <p>The values are charged to the memory account of the session until they were checked. Used by
 * the session's thread.
 */
public final class DeferredConstraints {
  /** A foreign, unique or primary key, by its table. */
  public record Key(long table, long id) {}

  /**
   * A value to check.
   *
   * @param values of the columns of the key, in their order, none is null
   * @param ofChild of a foreign key: whether a child row has got the value, rather than a parent
   *     row lost it; of a unique key false
   */
  public record Pending(List<Object> values, boolean ofChild) {}

  /** What SET CONSTRAINTS has said so far. */
  public record Timing(Map<Long, Boolean> keys, @Nullable Boolean all) {
    public Timing {
      keys = Map.copyOf(keys);
    }
  }

  /** Estimated bytes of a value beside its contents. */
  private static final long PENDING_BYTES = 96;

  private final Map<Key, Set<Pending>> pending = new LinkedHashMap<>();

  /** What SET CONSTRAINTS said of single keys, and of all others; null for nothing. */
  private final Map<Long, Boolean> deferred = new HashMap<>();

  private @Nullable Boolean allDeferred;
  private @Nullable MemoryAccount memory;
  private long bytes;

  /**
   * Whether checks of a key wait for the end of the transaction.
   *
   * @param timing as declared
   */
  public boolean isDeferred(long key, Deferrability timing) {
    if (!timing.isDeferrable()) {
      return false;
    }
    Boolean given = deferred.getOrDefault(key, allDeferred);
    return given == null ? timing == Deferrability.INITIALLY_DEFERRED : given;
  }

  /** Defers all deferrable keys until the end of the transaction, or none. */
  public void setAll(boolean defer) {
    deferred.clear();
    allDeferred = defer;
  }

  /** The same for one key. */
  public void set(Key key, boolean defer) {
    deferred.put(key.id(), defer);
  }

  public Timing timing() {
    return new Timing(deferred, allDeferred);
  }

  /** Takes back what SET CONSTRAINTS has said since. The values to check stay. */
  public void restore(Timing before) {
    deferred.clear();
    deferred.putAll(before.keys());
    allDeferred = before.all();
  }

  /**
   * Adds a value to check.
   *
   * @throws io.mosql.core.error.MosqlException 53200 when the memory of the session is exhausted
   */
  public void add(
      long table, long key, Object[] values, boolean ofChild, ExecutionContext context) {
    Pending added = new Pending(Arrays.asList(values), ofChild);
    Set<Pending> known =
        pending.computeIfAbsent(new Key(table, key), unused -> new LinkedHashSet<>());
    if (known.contains(added)) {
      return;
    }
    long size = PENDING_BYTES + ExecutionContext.bytes(values);
    context.memory().reserve(size);
    memory = context.memory();
    bytes += size;
    known.add(added);
  }

  public boolean isEmpty() {
    return pending.isEmpty();
  }

  /** The keys with values to check; a copy. */
  public List<Key> keys() {
    return new ArrayList<>(pending.keySet());
  }

  /** The values of a key that are to be checked. */
  public Set<Pending> values(Key key) {
    return pending.getOrDefault(key, Set.of());
  }

  /** Discards the values of a key, which were checked; their memory is released with the last. */
  public void checked(Key key) {
    pending.remove(key);
    if (pending.isEmpty()) {
      release();
    }
  }

  /** Forgets everything: the transaction has ended. */
  public void clear() {
    pending.clear();
    deferred.clear();
    allDeferred = null;
    release();
  }

  private void release() {
    MemoryAccount account = memory;
    if (account != null) {
      account.release(bytes);
      bytes = 0;
      memory = null;
    }
  }
}
