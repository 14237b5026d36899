package io.mosql.core.port;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cancellation points of the statement that a thread runs. Code that can take long calls {@link
 * #check} at each step: every {@value #INTERVAL}th asks whether the statement is to stop. The
 * statement is known by its thread, so that parsers, type factories and functions of one value need
 * no parameter for it; on a thread that runs no statement a check does nothing. An object belongs
 * to one thread at a time.
 */
public final class Interrupts {
  /** Steps for one question: asking costs more than counting. */
  public static final int INTERVAL = 32;

  private static final ThreadLocal<@Nullable Interrupts> CURRENT = new ThreadLocal<>();

  /** Bytes that are kept between two questions for memory. */
  private static final long KEPT = 1L << 20;

  private final BooleanSupplier cancelled;
  private final Memory memory;
  private int steps;
  private long kept;
  private boolean promised;

  /** What is asked before large values are made. */
  @FunctionalInterface
  public interface Memory {
    /** Of work that is not asked for its memory. */
    Memory UNLIMITED = bytes -> true;

    /**
     * The thread is about to make values of so many bytes, and has made those that it asked for
     * before.
     *
     * @return whether there is memory for them
     */
    boolean tryRequire(long bytes);

    /**
     * As {@link #tryRequire}.
     *
     * @throws MosqlException 53200 when there is no memory for them
     */
    default void require(long bytes) {
      if (!tryRequire(bytes)) {
        throw refusal();
      }
    }

    /** The error of a statement that there is no memory for. */
    static MosqlException refusal() {
      return new MosqlException(
          SqlState.OUT_OF_MEMORY,
          "the statement needs more memory than the server has left; try again later");
    }

    /** The thread has made what it asked for. */
    default void made() {}
  }

  /**
   * Of work that is not asked for its memory.
   *
   * @param cancelled whether the statement is to stop; it may throw, to say why
   */
  public Interrupts(BooleanSupplier cancelled) {
    this(cancelled, Memory.UNLIMITED);
  }

  /**
   * @param cancelled whether the statement is to stop; it may throw, to say why
   * @param memory asked before large values are made
   */
  public Interrupts(BooleanSupplier cancelled, Memory memory) {
    this.cancelled = cancelled;
    this.memory = memory;
  }

  /** Of a part of what the thread runs, which is asked for its memory as the whole is. */
  public static Interrupts part(BooleanSupplier cancelled) {
    Interrupts whole = CURRENT.get();
    return new Interrupts(cancelled, whole == null ? Memory.UNLIMITED : whole.memory);
  }

  /** Of work that is short, such as planning the expressions of a table. */
  public static Interrupts never() {
    return new Interrupts(() -> false);
  }

  /**
   * From now on the thread runs this statement.
   *
   * @return what it ran before, for {@link #end}
   */
  public @Nullable Interrupts begin() {
    Interrupts before = CURRENT.get();
    CURRENT.set(this);
    return before;
  }

  /** The thread goes on with what it ran before. */
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
   * As {@link #check}, for a step that takes as long as some hundred others: asks at once.
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
   * A step of the statement that this thread runs, by which it keeps memory that no budget counts:
   * that of a large value, or of a part of one.
   *
   * @param bytes by estimate
   * @throws MosqlException 57014 when it was cancelled, 53200 when it is to have no more memory
   */
  public static void chargeMemory(long bytes) {
    Interrupts current = CURRENT.get();
    if (current != null) {
      current.step();
      current.require(bytes);
    }
  }

  /**
   * As {@link #chargeMemory}, where the statement is not to be cancelled any more.
   *
   * @param bytes by estimate
   * @throws MosqlException 53200 when it is to have no more memory
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
      throw new MosqlException(SqlState.QUERY_CANCELED, "the statement was cancelled");
    }
  }
}
