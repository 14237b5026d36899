package io.mosql.storage.commit;

import io.mosql.core.port.Clock;
import org.jspecify.annotations.Nullable;

/** The system's clock, whose wall time throws an error from a moment on. */
final class FailingClock implements Clock {
  /** An error that cannot be described either: each attempt fails with it again. */
  static final class NoMemory extends OutOfMemoryError {
    private static final long serialVersionUID = 1L;

    NoMemory() {
      super("no memory");
    }

    @Override
    public synchronized Throwable getCause() {
      throw this;
    }
  }

  private volatile @Nullable Error error;

  void failWith(Error with) {
    error = with;
  }

  @Override
  public long wallMicros() {
    Error thrown = error;
    if (thrown != null) {
      throw thrown;
    }
    return Clock.SYSTEM.wallMicros();
  }

  @Override
  public long nanoTime() {
    return Clock.SYSTEM.nanoTime();
  }
}
