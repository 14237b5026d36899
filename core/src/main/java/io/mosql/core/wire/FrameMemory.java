package io.mosql.core.wire;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;

/**
 * The memory budget that large frames of all connections share: their bytes, received and to be
 * sent, and the values decoded from them. Small frames are free. Thread-safe.
 */
public interface FrameMemory {
  /** An unlimited budget. */
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

  /** Reserves bytes, which the thread is about to allocate, if they are available. */
  boolean tryReserve(long bytes);

  /** Announces that the thread has allocated the reserved bytes. */
  default void allocated() {}

  /** Counts bytes that exist already, whether they are available or not. */
  void add(long bytes);

  void release(long bytes);

  /** Whether the limit is exceeded. */
  boolean isExceeded();

  /**
   * Reserves bytes.
   *
   * @throws MosqlException 53200 when they are not available
   */
  default void reserve(long bytes) {
    if (!tryReserve(bytes)) {
      throw refusal();
    }
  }

  static MosqlException refusal() {
    return CoreErrorMessage.OUT_OF_MESSAGE_MEMORY.error();
  }
}
