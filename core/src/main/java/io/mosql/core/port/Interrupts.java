package io.mosql.core.port;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cancellation points of the statement that a thread runs. Code that can take long calls {@link
 * #check} at each step: every {@value #INTERVAL}th call checks whether the statement was cancelled.
 * The statement is found by its thread, so that parsers, type factories and functions of one value
 * need no parameter for it; on a thread without a statement a check does nothing. An object belongs
 * to one thread at a time.
 */
public final class Interrupts {
  /** Steps per check of the cancellation: the check costs more than counting. */
  public static final int INTERVAL = 32;

  private static final ThreadLocal<@Nullable Interrupts> CURRENT = new ThreadLocal<>();

  /** Bytes that may be kept before memory is requested again. */
  private static final long KEPT = 1L << 20;

  private final BooleanSupplier cancelled;
  private final Memory memory;
  private int steps;
  private long kept;
  private boolean promised;

  /** Memory that must be reserved before large values are created. */
  @FunctionalInterface
  public interface Memory {
    /** For work without a memory limit. */
    Memory UNLIMITED = bytes -> true;

    /**
     * Announces that the thread is about to create values of this many bytes, and has created those
     * announced before.
     *
     * @return whether there is memory for them
     */
    boolean tryRequire(long bytes);

    /**
     * The same as {@link #tryRequire}.
     *
     * @throws MosqlException 53200 when there is no memory for them
     */
    default void require(long bytes) {
      if (!tryRequire(bytes)) {
        throw refusal();
      }
    }

    /** The error of a statement for which there is no memory. */
    static MosqlException refusal() {
      return CoreErrorMessage.OUT_OF_SERVER_MEMORY.error();
    }

    /** Announces that the thread has created the announced values. */
    default void made() {}
  }

  /**
   * Creates one for work without a memory limit.
   *
   * @param cancelled whether the statement was cancelled; it may throw, to give the reason
   */
  public Interrupts(BooleanSupplier cancelled) {
    this(cancelled, Memory.UNLIMITED);
  }

  /**
   * @param cancelled whether the statement was cancelled; it may throw, to give the reason
   * @param memory from which large values are reserved
   */
  public Interrupts(BooleanSupplier cancelled, Memory memory) {
    this.cancelled = cancelled;
    this.memory = memory;
  }

  /** For a part of the thread's work, with the same memory limit as the whole. */
  public static Interrupts part(BooleanSupplier cancelled) {
    Interrupts whole = CURRENT.get();
    return new Interrupts(cancelled, whole == null ? Memory.UNLIMITED : whole.memory);
  }

  /** For short work, such as planning the expressions of a table. */
  public static Interrupts never() {
    return new Interrupts(() -> false);
  }

  /**
   * Sets the statement that the thread runs from now on.
   *
   * @return the previous one, for {@link #end}
   */
  public @Nullable Interrupts begin() {
    Interrupts before = CURRENT.get();
    CURRENT.set(this);
    return before;
  }

  /** Restores the previous statement of the thread. */
  public static void end(@Nullable Interrupts before) {
    Interrupts ended = CURRENT.get();
    if (ended != null) {
      ended.made();
    }
    CURRENT.set(before);
  }

  /**
   * A step of the statement that this thread runs.
   *
   * @throws MosqlException 57014 when it was cancelled
   */
  public static void check() {
    Interrupts current = CURRENT.get();
    if (current != null) {
      current.step();
    }
  }

  /**
   * The same as {@link #check}, for a step that takes as long as some hundred others: checks at
   * once.
   *
   * @throws MosqlException 57014 when it was cancelled
   */
  public static void checkNow() {
    Interrupts current = CURRENT.get();
    if (current != null) {
      current.ask();
    }
  }

  /**
   * A step of the statement that this thread runs, which keeps memory that no budget counts: that
   * of a large value, or of a part of one.
   *
   * @param bytes estimated size
   * @throws MosqlException 57014 when it was cancelled, 53200 when its memory limit is reached
   */
  public static void chargeMemory(long bytes) {
    Interrupts current = CURRENT.get();
    if (current != null) {
      current.step();
      current.require(bytes);
    }
  }

  /**
   * The same as {@link #chargeMemory}, where the statement cannot be cancelled any more.
   *
   * @param bytes estimated size
   * @throws MosqlException 53200 when its memory limit is reached
   */
  public static void chargeMemoryUncancelled(long bytes) {
    Interrupts current = CURRENT.get();
    if (current != null) {
      current.require(bytes);
    }
  }

  /**
   * A step of this statement.
   *
   * @throws MosqlException 57014 when it was cancelled
   */
  public void step() {
    if (steps++ % INTERVAL == 0) {
      ask();
    }
  }

  private void require(long bytes) {
    kept += bytes;
    if (kept >= KEPT) {
      long asked = kept;
      kept = 0;
      promised = true;
      memory.require(asked);
    }
  }

  private void made() {
    if (promised) {
      promised = false;
      memory.made();
    }
  }

  private void ask() {
    made();
    if (cancelled.getAsBoolean()) {
      throw CoreErrorMessage.STATEMENT_CANCELLED.error();
    }
  }
}
