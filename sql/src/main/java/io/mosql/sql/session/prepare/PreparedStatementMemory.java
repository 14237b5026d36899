package io.mosql.sql.session.prepare;

import io.mosql.sql.exec.runtime.MemoryAccount;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Charges the texts and plans of a session's prepared statements to its memory. A fixed amount is
 * free of charge, so that ordinary statements are never refused. Thread-safe.
 */
public final class PreparedStatementMemory {
  /** Bytes free of charge; a share of the heap, since limits of sessions may be small. */
  static final long FREE = Math.max(512 << 10, Runtime.getRuntime().maxMemory() / 64);

  private final MemoryAccount memory;
  private final AtomicLong held = new AtomicLong();

  public PreparedStatementMemory(MemoryAccount memory) {
    this.memory = memory;
  }

  /**
   * Charges a new prepared statement.
   *
   * @return bytes, for {@link #release}
   * @throws io.mosql.core.error.MosqlException 53200 when the session has no memory for it
   */
  public long reserve(String sql) {
    long bytes = PlanningMemory.estimate(sql);
    long now = held.addAndGet(bytes);
    long charged = charged(now) - charged(now - bytes);
    if (charged > 0) {
      try {
        memory.reserve(charged);
      } catch (RuntimeException e) {
        held.addAndGet(-bytes);
        throw e;
      }
    }
    return bytes;
  }

  /** Releases the memory of a closed statement. */
  public void release(long bytes) {
    long now = held.addAndGet(-bytes);
    memory.release(charged(now + bytes) - charged(now));
  }

  private static long charged(long bytes) {
    return Math.max(0, bytes - FREE);
  }
}
