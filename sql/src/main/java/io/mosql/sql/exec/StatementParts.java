package io.mosql.sql.exec;

import java.util.Collections;
import java.util.function.Supplier;
import io.mosql.storage.Transaction;
import io.mosql.storage.TransactionReads;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the parts of one execution of a {@link WithOperation} share. Not thread-safe. */
final class StatementParts {
  private final ExecutionContext context;
  private final TransactionReads reads;
  private final List<@Nullable Supplier<RowStream>> rows;
  private final Map<Long, Set<ByteBuffer>> changed = new HashMap<>();
  private final List<Runnable> last = new ArrayList<>();

  StatementParts(int items, Transaction transaction, ExecutionContext context) {
    this.context = context;
    this.rows = new ArrayList<>(Collections.nCopies(items, null));
    this.reads = transaction.takeSnapshot();
  }

  /** Reads of the database as it was before the first part. */
  TransactionReads reads() {
    return reads;
  }

  boolean has(int item) {
    return rows.get(item) != null;
  }

  void set(int item, Supplier<RowStream> all) {
    rows.set(item, all);
  }

  RowStream open(int item) {
    return Objects.requireNonNull(rows.get(item), "an item that was not run").get();
  }

  /**
   * A row is to be changed, or was inserted.
   *
   * @return false when it was changed in this statement before
   */
  boolean change(long tree, byte[] key) {
    boolean first = changed.computeIfAbsent(tree, t -> new HashSet<>()).add(ByteBuffer.wrap(key));
    if (first) {
      context.chargeBytes(ExecutionContext.FOUND_BYTES + key.length);
    }
    return first;
  }

  /** Does something when all parts are done. */
  void atEnd(Runnable action) {
    last.add(action);
  }

  void end() {
    for (int i = 0; i < last.size(); i++) {
      last.get(i).run();
    }
  }
}
