package io.mosql.sql.copy;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The files that COPY may read and write. File names come from SQL text, so an implementation must
 * confine them to the directory that is configured for the database. Thread-safe.
 */
public interface CopyFiles {
  /** No files at all: no directory is configured. */
  CopyFiles NONE =
      new CopyFiles() {
        @Override
        public Source read(String name) {
          throw refused();
        }

        @Override
        public Target write(String name, boolean overwrite) {
          throw refused();
        }

        private MosqlException refused() {
          return SqlErrorMessage.COPY_NOT_ALLOWED.error();
        }
      };

  /**
   * Opens a file for reading.
   *
   * @throws MosqlException 42501 when the name leads outside the directory, 58P01 when there is no
   *     such file
   */
  Source read(String name) throws IOException;

  /**
   * Creates a file.
   *
   * @param overwrite whether the file may replace an existing one
   * @throws MosqlException 42501 when the name leads outside the directory, 58P02 when the file
   *     exists
   */
  Target write(String name, boolean overwrite) throws IOException;

  /**
   * A file open for reading.
   *
   * @param bytes size of the file when it was opened
   */
  record Source(InputStream in, long bytes) {}

  /** A file being written; it becomes visible under its name only when it is committed. */
  interface Target extends Closeable {
    OutputStream out();

    /** Makes the file durable and gives it its name; {@link #out()} must be closed before. */
    void commit() throws IOException;

    /** Deletes the file unless it was committed. */
    @Override
    void close() throws IOException;
  }
}
