package io.mosql.core.files;

import java.nio.file.Path;

/** Tries to acquire a lock in a separate process, and reports the result by its exit code. */
final class LockingProcess {
  static final int LOCKED = 10;
  static final int REFUSED = 11;

  private LockingProcess() {}

  public static void main(String[] args) throws Exception {
    try (AutoCloseable lock = DiskDirectory.open(Path.of(args[0])).tryLock("lock")) {
      System.exit(lock == null ? REFUSED : LOCKED);
    }
  }
}
