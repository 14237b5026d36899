package io.mosql.storage.page;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A reference-counted open file: it is closed when it is retired and its last user has released it.
 * Thread-safe.
 */
final class RefCountedFile {
  private final StorageFile file;

  /** The owner's reference is counted. */
  private final AtomicInteger users = new AtomicInteger(1);

  RefCountedFile(StorageFile file) {
    this.file = file;
  }

  StorageFile file() {
    return file;
  }

  /** Acquires a reference; false when the file is closed already. */
  boolean enter() {
    int count = users.get();
    while (count > 0) {
      if (users.compareAndSet(count, count + 1)) {
        return true;
      }
      count = users.get();
    }
    return false;
  }

  /** Releases a reference: once for each user, and once for the owner. */
  void leave() {
    int left = users.decrementAndGet();
    InvariantViolation.check(left >= 0, "a file is released once for each reference", left, 0);
    if (left == 0) {
      try {
        file.close();
      } catch (IOException e) {
        // Nothing is lost: data that must be durable was synced before.
      }
    }
  }
}
