package io.mosql.sql.copy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The files that COPY may read and write. Names come from SQL text, so an implementation must keep
 * them inside the place that whoever opened the database has chosen. Thread-safe.
 */
public interface CopyFiles {
  /** None at all: nobody has chosen a place. */
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
          return new MosqlException(
              SqlState.PRIVILEGE,
              "COPY may touch no files: open the database with the connection property"
                  + " copyDirectory, or set the system property mosql.copyDirectory, to the"
                  + " directory that it may use");
        }
      };

  /**
   * Opens a file to read.
   *
   * @throws MosqlException 42501 when the name leads elsewhere, 58P01 when there is no such file
   */
  Source read(String name) throws IOException;

  /**
   * Begins a file.
   *
   * @param overwrite whether it may take the place of one that is there
   * @throws MosqlException 42501 when the name leads elsewhere, 58P02 when the file is there
   */
  Target write(String name, boolean overwrite) throws IOException;

  /**
   * A file that is read.
   *
   * @param bytes in it, when it was opened
   */
  record Source(InputStream in, long bytes) {}

  /** A file that is written; nobody sees it before it is whole. */
  interface Target extends Closeable {
    OutputStream out();

    /** Makes it durable and gives it its name; {@link #out()} is closed by then. */
    void commit() throws IOException;

    /** Drops the file unless it was committed. */
    @Override
    void close() throws IOException;
  }
}
