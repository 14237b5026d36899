package io.mosql.sql.exec.runtime;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.sort.TemporaryFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory account of one session: what its statements and open cursors keep, against the session's
 * limit and against the memory that all sessions share. They draw on it by the piece, and each has
 * a piece free, so that those that keep little never come here. Used by one thread at a time; its
 * numbers are read, and the limit is set, by any.
 */
public final class MemoryAccount {
  /** What each execution may keep without being counted, and what is drawn ahead. */
  public static final long PIECE = 64 << 10;

  private static final long MB = 1 << 20;

  private final List<ExecutionContext> holders = new ArrayList<>(0);
  private final @Nullable TemporaryFiles temporaryFiles;
  private final LongSupplier shared;
  private volatile long limit;
  private final AtomicLong used = new AtomicLong();

  /** What was shared when it was last looked at, less what was drawn since. */
  private long sharedRoom = Long.MAX_VALUE;

  /**
   * @param limit bytes
   */
  public MemoryAccount(long limit) {
    this(limit, () -> Long.MAX_VALUE, null);
  }

  /**
   * @param limit bytes
   * @param shared bytes that no session has taken of what there is for all of them
   * @param spilling where statements put what they have no room for; null for nowhere
   */
  public MemoryAccount(long limit, LongSupplier shared, @Nullable TemporaryFiles spilling) {
    this.limit = limit;
    this.shared = shared;
    this.temporaryFiles = spilling != null && spilling.isOnDisk() ? spilling : null;
  }

  @Nullable TemporaryFiles temporaryFiles() {
    return temporaryFiles;
  }

  /** One that refuses nothing. */
  public static MemoryAccount unlimited() {
    return new MemoryAccount(Long.MAX_VALUE);
  }

  public long limit() {
    return limit;
  }

  /** What is held already stays. */
  public void setLimit(long bytes) {
    limit = bytes;
  }

  /** Bytes that are held now, and a little that was drawn ahead. */
  public long used() {
    return used.get();
  }

  /** A statement has ended: what was held by it, and not by a cursor that it left, is free. */
  public void statementEnded() {
    if (!holders.isEmpty()) {
      for (ExecutionContext holder : List.copyOf(holders)) {
        if (!holder.isCursor()) {
          holder.end();
        }
      }
    }
  }

  void enter(ExecutionContext holder) {
    holders.add(holder);
  }

  void leave(ExecutionContext holder, long drawn) {
    holders.remove(holder);
    release(drawn);
  }

  /**
   * Takes some bytes, and a piece ahead where there is room for it.
   *
   * @return what was taken, at least what is needed
   * @throws MosqlException 53200 when the limit does not allow it
   */
  public long reserveAhead(long needed) {
    long own = require(needed);
    long taken = Math.min(Math.max(needed, PIECE), Math.min(own, sharedRoom));
    add(taken);
    sharedRoom -= taken;
    return taken;
  }

  /**
   * Takes so many bytes.
   *
   * @throws MosqlException 53200 when the limit does not allow it
   */
  public void reserve(long bytes) {
    require(bytes);
    add(bytes);
    sharedRoom -= bytes;
  }

  /** What the session may still take, at least what is needed. */
  private long require(long needed) {
    long own = limit - used.get();
    if (needed > own) {
      throw new MosqlException(
          SqlState.OUT_OF_MEMORY,
          "the statement needs more than the session's memory limit of " + shown(limit));
    }
    sharedRoom = shared.getAsLong();
    if (needed > sharedRoom) {
      throw new MosqlException(
          SqlState.OUT_OF_MEMORY,
          "the statement needs more memory than other sessions leave; try again later");
    }
    HeapGuard.PROCESS.require();
    return own;
  }

  /**
   * What an operator and those that come after it may still keep, with what it has.
   *
   * @param kept bytes that it keeps
   */
  long available(long kept) {
    long others = Math.max(0, used.get() - kept);
    return Math.min(limit - others, Math.min(sharedRoom, Long.MAX_VALUE - kept) + kept);
  }

  public void release(long bytes) {
    add(-bytes);
  }

  private void add(long bytes) {
    used.addAndGet(bytes);
  }

  private static String shown(long bytes) {
    return bytes % MB == 0 ? bytes / MB + " MB" : bytes + " bytes";
  }
}
