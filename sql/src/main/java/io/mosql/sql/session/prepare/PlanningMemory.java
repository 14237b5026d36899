package io.mosql.sql.session.prepare;

import io.mosql.core.port.Interrupts;
import io.mosql.sql.exec.runtime.HeapGuard;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.parser.MosqlParser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the heap used by parsing and planning one statement.
 *
 * <ul>
 *   <li>An estimate by the length and the tokens of the text is charged to the session's memory
 *       before the text is parsed, so that a statement that is too large is refused before any tree
 *       of it exists.
 *   <li>Only few planning threads may allocate much memory at a time: a thread that exceeds {@link
 *       #MUCH} waits for a permit.
 *   <li>As it allocates more, {@link HeapGuard} checks the free heap.
 * </ul>
 *
 * The limits are enforced at the steps of planning that check for cancellation. Used by one thread,
 * between {@link #begin} and {@link #close}.
 */
final class PlanningMemory implements BooleanSupplier, AutoCloseable {
  /**
   * Bytes of syntax trees for each token, and of copies for each character; measured for IN lists.
   */
  static final long TOKEN_BYTES = 400;

  static final long CHARACTER_BYTES = 6;

  /** Allocated bytes from which on planning needs a permit. */
  private static final long MUCH = 8L << 20;

  /** Allocated bytes between two checks of the heap. */
  private static final long LOOK = 1L << 20;

  /** Bytes of heap for each concurrent large planning. */
  private static final long HEAP_EACH = 256L << 20;

  private static final Semaphore TURNS =
      new Semaphore((int) Math.max(1, Math.min(64, Runtime.getRuntime().maxMemory() / HEAP_EACH)));

  private final MemoryAccount memory;
  private final BooleanSupplier cancelled;
  private final long drawn;

  /** Bytes that the thread had allocated at the first check; -1 before it. */
  private long start = -1;

  private long nextLook;
  private boolean turn;
  private @Nullable Interrupts before;

  private PlanningMemory(MemoryAccount memory, BooleanSupplier cancelled, long drawn) {
    this.memory = memory;
    this.cancelled = cancelled;
    this.drawn = drawn;
    this.nextLook = LOOK;
  }

  /** Estimated bytes of the syntax trees of a statement, by its text. */
  static long estimate(String sql) {
    return sql.length() * CHARACTER_BYTES + MosqlParser.tokens(sql) * TOKEN_BYTES;
  }

  /**
   * Begins parsing and planning of the statement in this thread.
   *
   * @param cancelled whether it was cancelled
   * @throws io.mosql.core.error.MosqlException 53200 when the session has no memory for it
   */
  static PlanningMemory begin(String sql, MemoryAccount memory, BooleanSupplier cancelled) {
    long estimate = estimate(sql);
    long drawn = estimate <= MemoryAccount.PIECE ? 0 : memory.reserveAhead(estimate);
    PlanningMemory planning = new PlanningMemory(memory, cancelled, drawn);
    planning.before = new Interrupts(planning, HeapGuard.PROCESS).begin();
    return planning;
  }

  @Override
  public boolean getAsBoolean() {
    if (start < 0) {
      start = HeapGuard.bytesAllocatedByThread();
    }
    long sofar = HeapGuard.bytesAllocatedByThread() - start;
    if (sofar >= nextLook) {
      if (sofar >= MUCH && !turn && !awaitTurn()) {
        return true;
      }
      HeapGuard.PROCESS.require();
      nextLook = sofar + LOOK;
    }
    return cancelled.getAsBoolean();
  }

  /** Waits for a permit; returns false when the statement was cancelled. */
  private boolean awaitTurn() {
    try {
      while (!TURNS.tryAcquire(10, TimeUnit.MILLISECONDS)) {
        if (cancelled.getAsBoolean()) {
          return false;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    turn = true;
    return true;
  }

  @Override
  public void close() {
    Interrupts.end(before);
    if (turn) {
      turn = false;
      TURNS.release();
    }
    if (drawn != 0) {
      memory.release(drawn);
    }
  }
}
