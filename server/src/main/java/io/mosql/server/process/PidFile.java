package io.mosql.server.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * File with the process id. Exclusive use of a data directory is ensured by the lock on the
 * directory, not by this file, so a file left by a crash is overwritten.
 */
final class PidFile implements AutoCloseable {
  private final Path path;

  private PidFile(Path path) {
    this.path = path;
  }

  static PidFile write(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(path, ProcessHandle.current().pid() + "\n");
    return new PidFile(path);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
