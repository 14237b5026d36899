package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageDirectory;
import java.io.IOException;
import java.nio.file.Path;

/** Opens existing directories named on the command line. */
public final class ExistingDirectories {
  private ExistingDirectories() {}

  /**
   * Opens an existing directory.
   *
   * @throws MosqlException 58P01 when it is absent
   */
  public static StorageDirectory existing(Path path) throws IOException {
    if (!java.nio.file.Files.isDirectory(path)) {
      throw new MosqlException(SqlState.UNDEFINED_FILE, "there is no directory " + path);
    }
    return DiskDirectory.open(path);
  }

  /** Converts a failure of files to the exception shown to users. */
  public static MosqlException failed(String what, IOException cause) {
    return cause instanceof DiskFullException
        ? new MosqlException(SqlState.DISK_FULL, what + ": no space is left", cause)
        : new MosqlException(SqlState.IO_ERROR, what + ": " + cause.getMessage(), cause);
  }
}
