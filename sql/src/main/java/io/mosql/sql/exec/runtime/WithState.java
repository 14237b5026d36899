package io.mosql.sql.exec.runtime;

import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** State that the parts of one execution of a data-modifying WITH share. Not thread-safe. */
public final class WithState {
  private final ExecutionContext context;
  private final TransactionReader snapshot;
  private final List<@Nullable Supplier<RowStream>> rows;
  private final Map<Long, Set<ByteBuffer>> changed = new HashMap<>();
  private final List<Runnable> last = new ArrayList<>();

  WithState(int items, Transaction transaction, ExecutionContext context) {
    this.context = context;
    this.rows = new ArrayList<>(Collections.nCopies(items, null));
    this.snapshot = transaction.takeSnapshot();
  }

  /** Reader of the snapshot from before the first part. */
  TransactionReader snapshot() {
    return snapshot;
  }

  public boolean isMaterialized(int item) {
    return rows.get(item) != null;
  }

  public void materialize(int item, Supplier<RowStream> all) {
    rows.set(item, all);
  }

  RowStream open(int item) {
    return Objects.requireNonNull(rows.get(item), "an item that was not run").get();
  }

  /**
   * Registers that a row is about to be changed, or was inserted.
   *
   * @return false when it was changed in this statement before
   */
  boolean registerChange(long tree, byte[] key) {
    boolean first = changed.computeIfAbsent(tree, t -> new HashSet<>()).add(ByteBuffer.wrap(key));
    if (first) {
      context.chargeBytes(ExecutionContext.FOUND_BYTES + key.length);
    }
    return first;
  }

  /** Runs an action after all parts. */
  void onEnd(Runnable action) {
    last.add(action);
  }

  public void runEndActions() {
    for (int i = 0; i < last.size(); i++) {
      last.get(i).run();
    }
  }
}
