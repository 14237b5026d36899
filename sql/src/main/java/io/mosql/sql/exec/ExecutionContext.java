package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.Standing;
import io.mosql.storage.Patience;
import io.mosql.storage.SystemTrees;
import io.mosql.storage.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one execution of a plan runs with. Not thread-safe.
 *
 * <p>Rows that operators keep are charged against a budget of bytes, so that a large sort fails
 * with 53200 rather than taking the heap.
 */
public final class ExecutionContext {
  private static final int CANCEL_INTERVAL = 256;

  private final Transaction transaction;
  private final Catalog catalog;
  private @Nullable Object[] parameters;
  private final SequenceAccess sequences;
  private final Session session;
  private final BooleanSupplier cancelled;
  private final long memoryLimit;
  private final @Nullable Object[][] correlated;
  private final @Nullable List<@Nullable Object[]> insertedRows;
  private @Nullable RowScratch scratch;
  private @Nullable Patience patience;
  private long memoryUsed;
  private int steps;

  /**
   * @param parameters coerced to the plan's parameter types; not kept beyond the execution
   * @param correlationSlots as the plan says
   * @param collectInserted whether {@link #insertedRows()} is wanted
   */
  ExecutionContext(
      Transaction transaction,
      Catalog catalog,
      @Nullable Object[] parameters,
      SequenceAccess sequences,
      Session session,
      BooleanSupplier cancelled,
      long memoryLimit,
      int correlationSlots,
      boolean collectInserted) {
    this.transaction = transaction;
    this.catalog = catalog;
    this.parameters = parameters;
    this.sequences = sequences;
    this.session = session;
    this.cancelled = cancelled;
    this.memoryLimit = memoryLimit;
    this.correlated = new Object[correlationSlots][];
    this.insertedRows = collectInserted ? new ArrayList<>() : null;
  }

  /** Facts of the session that expressions may ask for. */
  public interface Session {
    /** Microseconds since the epoch, local time, fixed for the transaction. */
    long nowMicros();

    String user();

    String schema();

    String database();

    /** What whoever runs the statement is, for views that tell not everybody the same. */
    default Standing standing() {
      return Standing.TRUSTED;
    }

    /** The catalog as far as he may see it. */
    default Catalog visible(Catalog catalog) {
      return catalog;
    }

    /**
     * Makes sure that he has one of some rights on a sequence.
     *
     * @throws MosqlException 42501 when he has none of them
     */
    default void requireSequence(SequenceDef sequence, Right first, Right second) {}

    /**
     * How long statements wait for rows that other transactions hold. Whether the statement was
     * cancelled is asked besides.
     */
    default Patience patience() {
      return Patience.upTo(Long.MAX_VALUE, () -> false);
    }
  }

  /**
   * Makes the context ready for the next execution in a batch of the same plan and transaction.
   *
   * @param next as in the constructor
   */
  public void rebind(@Nullable Object[] next) {
    parameters = next;
    memoryUsed = 0;
    step();
  }

  Transaction transaction() {
    return transaction;
  }

  RowScratch scratch() {
    RowScratch known = scratch;
    if (known == null) {
      known = new RowScratch();
      scratch = known;
    }
    return known;
  }

  /** The catalog; all of it counts as read. */
  Catalog catalog() {
    transaction.readWhole(SystemTrees.CATALOG);
    return catalog;
  }

  @Nullable Object parameter(int index) {
    return parameters[index];
  }

  SequenceAccess sequences() {
    return sequences;
  }

  Session session() {
    return session;
  }

  /** What the statement does about rows that other transactions hold, as the session has it. */
  Patience patience() {
    Patience known = patience;
    if (known == null) {
      Patience usual = session.patience();
      known =
          new Patience(
              usual.kind(),
              usual.nanos(),
              () -> cancelled.getAsBoolean() || usual.cancelled().getAsBoolean());
      patience = known;
    }
    return known;
  }

  @Nullable Object[] correlated(int slot) {
    return correlated[slot];
  }

  void correlate(int slot, @Nullable Object[] row) {
    correlated[slot] = row;
  }

  /** Full rows that an INSERT wrote, in order; null unless asked for. */
  public @Nullable List<@Nullable Object[]> insertedRows() {
    return insertedRows;
  }

  /**
   * To be called for each row that is read.
   *
   * @throws MosqlException 57014 when the statement was cancelled
   */
  void step() {
    if (++steps % CANCEL_INTERVAL == 0) {
      checkCancelled();
    }
  }

  void checkCancelled() {
    if (cancelled.getAsBoolean()) {
      throw new MosqlException(SqlState.QUERY_CANCELED, "the statement was cancelled");
    }
  }

  /**
   * Accounts for a row that is kept.
   *
   * @throws MosqlException 53200 when the budget is spent
   */
  public void charge(@Nullable Object[] row) {
    long bytes = 24 + 8L * row.length;
    for (Object value : row) {
      if (value instanceof String text) {
        bytes += 48 + text.length();
      } else if (value instanceof byte[] array) {
        bytes += 16 + array.length;
      } else if (value != null) {
        bytes += 20;
      }
    }
    memoryUsed += bytes;
    if (memoryUsed > memoryLimit) {
      throw new MosqlException(
          SqlState.OUT_OF_MEMORY,
          "the statement needs more than its memory limit of " + (memoryLimit >> 20) + " MB");
    }
  }
}
