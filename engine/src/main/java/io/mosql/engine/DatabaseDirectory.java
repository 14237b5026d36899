package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Files;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The marker and the lock of a database directory.
 *
 * <pre>
 * mosql.format   text: "mosql 1" and a line feed; written first, synced before anything else is
 * mosql.lock     locked while the database is open
 * </pre>
 *
 * A directory that holds other things and no marker is not touched.
 */
final class DatabaseDirectory {
  static final String MARKER = "mosql.format";
  static final String LOCK = "mosql.lock";

  private static final String FORMAT = "mosql 1\n";
  private static final int MARKER_MAX = 64;

  private DatabaseDirectory() {}

  /**
   * Locks the directory and makes sure that it is ours.
   *
   * @return the lock
   * @throws MosqlException 55006 when another process has it, 08001 when it is foreign or of
   *     another format
   */
  static AutoCloseable enter(Files files) {
    try {
      List<String> names = files.list();
      boolean marked = names.contains(MARKER);
      if (!marked && names.stream().anyMatch(name -> !name.equals(LOCK))) {
        throw new MosqlException(
            SqlState.CONNECTION_FAILED,
            files.describe() + " is not a MoSQL database and not empty: choose another directory");
      }
      AutoCloseable lock = files.tryLock(LOCK);
      if (lock == null) {
        throw new MosqlException(
            SqlState.OBJECT_IN_USE, "database " + files.describe() + " is open in another process");
      }
      try {
        mark(files);
      } catch (IOException | MosqlException e) {
        release(lock);
        throw e;
      }
      return lock;
    } catch (IOException e) {
      throw new MosqlException(
          SqlState.CONNECTION_FAILED,
          "cannot open database " + files.describe() + ": " + e.getMessage(),
          e);
    }
  }

  private static void mark(Files files) throws IOException {
    boolean existed = files.exists(MARKER);
    try (StorageFile marker = files.open(MARKER, true)) {
      byte[] bytes = new byte[MARKER_MAX];
      int length = existed ? marker.read(0, bytes, 0, bytes.length) : 0;
      String text = new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
      if (isUnfinished(text)) {
        byte[] format = FORMAT.getBytes(StandardCharsets.US_ASCII);
        marker.write(0, format, 0, format.length);
        marker.sync();
        files.syncDirectory();
      } else if (!text.equals(FORMAT)) {
        throw unknown(files, text);
      }
    }
  }

  /** A crash may leave the beginning of the text, a power cut the size without the text. */
  private static boolean isUnfinished(String text) {
    return text.length() < FORMAT.length() && FORMAT.startsWith(text)
        || text.chars().allMatch(c -> c == 0);
  }

  private static MosqlException unknown(Files files, String text) {
    String file = "file " + MARKER + " of database " + files.describe();
    return text.matches("mosql [0-9]+\n")
        ? new MosqlException(
            SqlState.CONNECTION_FAILED,
            file + " names a format that this release does not know: open it with a newer one")
        : new MosqlException(
            SqlState.DATA_CORRUPTED,
            file + " is damaged: it is one line, \"" + FORMAT.strip() + "\" in this release");
  }

  static void release(@Nullable AutoCloseable lock) {
    if (lock != null) {
      try {
        lock.close();
      } catch (Exception e) {
        throw new MosqlException(SqlState.IO_ERROR, "cannot release the lock of a database", e);
      }
    }
  }
}
