package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.error.EngineErrorMessage;
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
      throw EngineErrorMessage.UNDEFINED_DIRECTORY.error(path);
    }
    return DiskDirectory.open(path);
  }

  /** Converts a failure of files to the exception shown to users. */
  public static MosqlException failed(String what, IOException cause) {
    return cause instanceof DiskFullException
        ? EngineErrorMessage.FILES_DISK_FULL.causedBy(cause, what)
        : EngineErrorMessage.FILES_NOT_ACCESSIBLE.causedBy(
            cause, what, String.valueOf(cause.getMessage()));
  }
}
