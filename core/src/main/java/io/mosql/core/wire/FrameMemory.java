package io.mosql.core.wire;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;

/**
 * The memory that large frames of all connections share: their bytes, as they come in and go out,
 * and what is read from them. Frames that are not large are free. Thread-safe.
 */
public interface FrameMemory {
  /** One that refuses nothing. */
  FrameMemory UNLIMITED =
      new FrameMemory() {
        @Override
        public boolean tryReserve(long bytes) {
          return true;
        }

        @Override
        public void add(long bytes) {}

        @Override
        public void release(long bytes) {}

        @Override
        public boolean isExceeded() {
          return false;
        }
      };

  /** Takes so many bytes, which the thread is about to allocate, if they are left. */
  boolean tryReserve(long bytes);

  /** The thread has allocated what it took. */
  default void allocated() {}

  /** Counts bytes that exist already, whether they are left or not. */
  void add(long bytes);

  void release(long bytes);

  /** Whether more is counted than there may be. */
  boolean isExceeded();

  /**
   * Takes so many bytes.
   *
   * @throws MosqlException 53200 when they are not left
   */
  default void reserve(long bytes) {
    if (!tryReserve(bytes)) {
      throw refusal();
    }
  }

  static MosqlException refusal() {
    return new MosqlException(
        SqlState.OUT_OF_MEMORY,
        "the message needs more memory than the server has left for messages; try again later");
  }
}
