package io.mosql.sql.exec.runtime;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.sort.TemporaryFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory account of one session: the memory of its statements and open cursors, checked against the
 * limit of the session and against the memory that all sessions share. Executions reserve memory in
 * pieces, and the first piece of each is free, so that small executions never access the account.
 * Thread-safe: the workers of a statement reserve memory at the same time. An execution is ended by
 * the thread of its statement only.
 */
public final class MemoryAccount {
  /**
   * Bytes that each execution may use without a charge, and the size of reservations made ahead.
   */
  public static final long PIECE = 64 << 10;

  private static final long MB = 1 << 20;

  /** Guarded by this. */
  private final List<ExecutionContext> holders = new ArrayList<>(0);

  private final @Nullable TemporaryFiles temporaryFiles;
  private final LongSupplier shared;
  private volatile long limit;
  private final AtomicLong used = new AtomicLong();

  /** Shared memory available at the last check, less the reservations since; guarded by this. */
  private long sharedRoom = Long.MAX_VALUE;

  /**
   * Creates an account without shared memory.
   *
   * @param limit bytes
   */
  public MemoryAccount(long limit) {
    this(limit, () -> Long.MAX_VALUE, null);
  }

  /**
   * Creates an account.
   *
   * @param limit bytes
   * @param shared bytes of the shared memory that no session has reserved
   * @param spilling files to which statements spill; null for none
   */
  public MemoryAccount(long limit, LongSupplier shared, @Nullable TemporaryFiles spilling) {
    this.limit = limit;
    this.shared = shared;
    this.temporaryFiles = spilling != null && spilling.isOnDisk() ? spilling : null;
  }

  @Nullable TemporaryFiles temporaryFiles() {
    return temporaryFiles;
  }

  /** Creates an account without limit. */
  public static MemoryAccount unlimited() {
    return new MemoryAccount(Long.MAX_VALUE);
  }

  public long limit() {
    return limit;
  }

  /** Sets the limit; existing reservations remain. */
  public void setLimit(long bytes) {
    limit = bytes;
  }

  /** Bytes reserved now, including small reservations made ahead. */
  public long used() {
    return used.get();
  }

  /** Releases the memory of an ended statement, except that of a cursor that it left open. */
  public synchronized void statementEnded() {
    if (!holders.isEmpty()) {
      for (ExecutionContext holder : List.copyOf(holders)) {
        if (!holder.isCursor()) {
          holder.end();
        }
      }
    }
  }

  synchronized void enter(ExecutionContext holder) {
    holders.add(holder);
  }

  synchronized void leave(ExecutionContext holder, long drawn) {
    holders.remove(holder);
    release(drawn);
  }

  /**
   * Reserves bytes, and a piece ahead if the limit allows it.
   *
   * @return number of bytes reserved, at least those needed
   * @throws MosqlException 53200 when the limit is exceeded
   */
  public synchronized long reserveAhead(long needed) {
    long own = require(needed);
    long taken = Math.min(Math.max(needed, PIECE), Math.min(own, sharedRoom));
    add(taken);
    sharedRoom -= taken;
    return taken;
  }

  /**
   * Reserves bytes.
   *
   * @throws MosqlException 53200 when the limit is exceeded
   */
  public synchronized void reserve(long bytes) {
    require(bytes);
    add(bytes);
    sharedRoom -= bytes;
  }

  /** Returns the bytes that the session may still reserve, at least those needed. */
  private long require(long needed) {
    long own = limit - used.get();
    if (needed > own) {
      SqlErrorMessage message =
          temporaryFiles == null
              ? SqlErrorMessage.MEMORY_LIMIT_IN_MEMORY
              : SqlErrorMessage.MEMORY_LIMIT_EXCEEDED;
      throw message.error(shown(limit));
    }
    sharedRoom = shared.getAsLong();
    if (needed > sharedRoom) {
      throw SqlErrorMessage.MEMORY_TAKEN_BY_SESSIONS.error();
    }
    HeapGuard.PROCESS.require();
    return own;
  }

  /**
   * Memory available to an operator and to later operators, including what it uses.
   *
   * @param kept bytes that the operator buffers
   */
  synchronized long available(long kept) {
    long others = Math.max(0, used.get() - kept);
    return Math.min(limit - others, Math.min(sharedRoom, Long.MAX_VALUE - kept) + kept);
  }

  public void release(long bytes) {
    add(-bytes);
  }

  private void add(long bytes) {
    InvariantViolation.check(
        used.addAndGet(bytes) >= 0, "a session releases no more memory than it has reserved");
  }

  private static String shown(long bytes) {
    return bytes % MB == 0 ? bytes / MB + " MB" : bytes + " bytes";
  }
}
