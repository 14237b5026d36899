package io.mosql.storage.page;

import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A reference-counted open file: it is closed when it is retired and its last user has left.
 * Thread-safe.
 */
final class RefCountedFile {
  private final StorageFile file;

  /** The owner counts as one. */
  private final AtomicInteger users = new AtomicInteger(1);

  RefCountedFile(StorageFile file) {
    this.file = file;
  }

  StorageFile file() {
    return file;
  }

  /** False when it is closed already. */
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

  /** For each user once, and once for the owner. */
  void leave() {
    if (users.decrementAndGet() == 0) {
      try {
        file.close();
      } catch (IOException e) {
        // Nothing is lost: what was to be durable was synced before.
      }
    }
  }
}
