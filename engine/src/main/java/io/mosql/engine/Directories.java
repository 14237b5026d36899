package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskFiles;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.Files;
import java.io.IOException;
import java.nio.file.Path;

/** Directories that somebody named on the command line. */
final class Directories {
  private Directories() {}

  /**
   * A directory that is there.
   *
   * @throws MosqlException 58P01 when it is not
   */
  static Files existing(Path path) throws IOException {
    if (!java.nio.file.Files.isDirectory(path)) {
      throw new MosqlException(SqlState.UNDEFINED_FILE, "there is no directory " + path);
    }
    return DiskFiles.open(path);
  }

  /** What went wrong with files, as the exception that people get to see. */
  static MosqlException failed(String what, IOException cause) {
    return cause instanceof DiskFullException
        ? new MosqlException(SqlState.DISK_FULL, what + ": no space is left", cause)
        : new MosqlException(SqlState.IO_ERROR, what + ": " + cause.getMessage(), cause);
  }
}
