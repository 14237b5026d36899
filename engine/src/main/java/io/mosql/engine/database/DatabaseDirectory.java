package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.storage.backup.BackupDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The marker and the lock of a database directory.
 *
 * <pre>
 * mosql.format   text: "mosql 2" and a line feed; written first, synced before anything else is
 * mosql.lock     locked while the database is open
 * </pre>
 *
 * A directory with other contents and no marker is not changed. A database of format 1, which has a
 * log and no pages, is marked as 2 before use: releases that know only format 1 would miss the
 * contents of pages.
 */
public final class DatabaseDirectory {
  public static final String MARKER = "mosql.format";
  public static final String LOCK = "mosql.lock";

  private static final String FORMAT = "mosql 2\n";
  private static final String LOG_ONLY = "mosql 1\n";
  private static final String NEW_MARKER = "mosql.format.new";
  private static final int MARKER_MAX = 64;

  /** Files that may exist in a directory whose marker was lost in a power failure. */
  private static final List<String> OWN = List.of(LOCK, NEW_MARKER);

  private DatabaseDirectory() {}

  /**
   * Locks the directory and checks its marker.
   *
   * @return the lock
   * @throws MosqlException 55006 when another process has locked it, 08001 when it is foreign or of
   *     another format
   */
  static AutoCloseable enter(StorageDirectory files) {
    try {
      List<String> names = files.list();
      boolean marked = names.contains(MARKER);
      if (!marked && names.stream().anyMatch(name -> !OWN.contains(name))) {
        throw (names.contains(BackupDirectory.MARKER)
                ? EngineErrorMessage.BACKUP_AS_DATABASE
                : EngineErrorMessage.NOT_A_DATABASE_NOT_EMPTY)
            .error(files.describe());
      }
      AutoCloseable lock = locked(files);
      try {
        mark(files);
      } catch (IOException | MosqlException e) {
        release(lock);
        throw e;
      }
      return lock;
    } catch (IOException e) {
      throw EngineErrorMessage.DATABASE_NOT_OPENED.causedBy(
          e, files.describe(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * Locks an empty directory that will receive a database; {@link #mark} marks it as the last step.
   *
   * @throws MosqlException 22023 when it is not empty
   */
  public static AutoCloseable enterEmpty(StorageDirectory files) throws IOException {
    if (files.list().stream().anyMatch(name -> !LOCK.equals(name))) {
      throw EngineErrorMessage.DATABASE_DIRECTORY_NOT_EMPTY.error(files.describe());
    }
    return locked(files);
  }

  /**
   * Locks a database for reading only.
   *
   * @throws MosqlException 08001 when there is none or its format is unknown, 55006 when another
   *     process has locked it
   */
  public static AutoCloseable enterToRead(StorageDirectory files) throws IOException {
    requireDatabase(files);
    // Without the lock file no process has ever opened it.
    return files.exists(LOCK) ? locked(files) : () -> {};
  }

  /**
   * Checks the marker of a database that another process may have open.
   *
   * @throws MosqlException 08001 when there is none or its format is unknown
   */
  public static void requireDatabase(StorageDirectory files) throws IOException {
    if (!files.exists(MARKER)) {
      throw EngineErrorMessage.NOT_A_DATABASE.error(files.describe());
    }
    String text = read(files);
    if (!text.equals(FORMAT) && !text.equals(LOG_ONLY)) {
      throw unknown(files, text);
    }
  }

  private static AutoCloseable locked(StorageDirectory files) throws IOException {
    AutoCloseable lock = files.tryLock(LOCK);
    if (lock == null) {
      throw EngineErrorMessage.DATABASE_OPEN_ELSEWHERE.error(files.describe());
    }
    return lock;
  }

  /** Marks a directory as a database, durably; no effect when it is marked. */
  public static void mark(StorageDirectory files) throws IOException {
    String text = files.exists(MARKER) ? read(files) : "";
    if (!isUnfinished(text) && !text.equals(LOG_ONLY) && !text.equals(FORMAT)) {
      throw unknown(files, text);
    }
    // The sync of the marker's name may have failed before: the name may be visible without being
    // durable.
    boolean alone = files.list().stream().allMatch(n -> OWN.contains(n) || n.equals(MARKER));
    if (alone || !text.equals(FORMAT)) {
      write(files);
    }
  }

  /**
   * Whether a marker is incomplete: a crash may leave the beginning of the text, a power failure
   * the size without the text.
   */
  private static boolean isUnfinished(String text) {
    boolean begins = FORMAT.startsWith(text) || LOG_ONLY.startsWith(text);
    return begins && text.length() < FORMAT.length() || text.chars().allMatch(c -> c == 0);
  }

  private static MosqlException unknown(StorageDirectory files, String text) {

    return text.matches("mosql [0-9]+\n")
        ? EngineErrorMessage.DATABASE_FORMAT_UNKNOWN.error(MARKER, files.describe())
        : EngineErrorMessage.DATABASE_MARKER_DAMAGED.error(
            MARKER, files.describe(), FORMAT.strip());
  }

  private static String read(StorageDirectory files) throws IOException {
    try (StorageFile marker = files.open(MARKER, false)) {
      byte[] bytes = new byte[MARKER_MAX];
      int length = marker.read(0, bytes, 0, bytes.length);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
    }
  }

  private static void write(StorageDirectory files) throws IOException {
    try (StorageFile marker = files.open(NEW_MARKER, true)) {
      byte[] format = FORMAT.getBytes(StandardCharsets.US_ASCII);
      marker.resize(0);
      marker.write(0, format, 0, format.length);
      marker.sync();
    }
    files.rename(NEW_MARKER, MARKER);
    files.syncDirectory();
  }

  public static void release(@Nullable AutoCloseable lock) {
    if (lock != null) {
      try {
        lock.close();
      } catch (Exception e) {
        throw EngineErrorMessage.LOCK_NOT_RELEASED.causedBy(e);
      }
    }
  }
}
