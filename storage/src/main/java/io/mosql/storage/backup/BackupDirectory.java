package io.mosql.storage.backup;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A directory that contains a backup.
 *
 * <pre>
 * mosql.backup        text: "mosql backup 1" and a line feed; written first
 * mosql.backup.lock   locked while a backup is written or read
 * manifest            of the checkpoint; renamed into place when all its segments are there
 * pages-*.seg         the segments it names
 * </pre>
 *
 * A directory without the marker is written to only when it is empty, so that no database and no
 * foreign file is ever changed.
 */
public final class BackupDirectory {
  /** The name of the marker. */
  public static final String MARKER = "mosql.backup";

  private static final String LOCK = "mosql.backup.lock";
  private static final String NEW_MARKER = "mosql.backup.new";
  private static final String FORMAT = "mosql backup 1\n";
  private static final int MARKER_MAX = 64;

  /** Files that may exist without the marker because a power cut lost its name. */
  private static final List<String> OWN = List.of(LOCK, NEW_MARKER);

  private BackupDirectory() {}

  /**
   * Locks a directory for a backup to be written, and marks it when it is new.
   *
   * @return the lock
   * @throws MosqlException 22023 when it contains other files, 55006 when it is in use, 0A000 when
   *     its format is unknown
   */
  static AutoCloseable enter(StorageDirectory files) throws IOException {
    List<String> names = files.list();
    if (!names.contains(MARKER) && names.stream().anyMatch(name -> !OWN.contains(name))) {
      throw StorageErrorMessage.BACKUP_TARGET_NOT_EMPTY.error(files.describe());
    }
    AutoCloseable lock = files.tryLock(LOCK);
    if (lock == null) {
      throw inUse(files);
    }
    boolean good = false;
    try {
      if (!files.exists(MARKER) || text(files).isEmpty()) {
        mark(files);
      }
      requireKnown(files);
      good = true;
      return lock;
    } finally {
      if (!good) {
        release(lock);
      }
    }
  }

  /**
   * Locks a backup for reading, where that is possible: a backup on a read-only medium cannot
   * change.
   *
   * @throws MosqlException 22023 when it is none, 55006 when it is being written, 0A000 when its
   *     format is unknown
   */
  public static AutoCloseable open(StorageDirectory files) throws IOException {
    if (!files.exists(MARKER)) {
      throw StorageErrorMessage.NOT_A_BACKUP.error(files.describe());
    }
    requireKnown(files);
    AutoCloseable lock;
    try {
      lock = files.tryLock(LOCK);
    } catch (IOException e) {
      return () -> {};
    }
    if (lock == null) {
      throw inUse(files);
    }
    return lock;
  }

  /**
   * The manifest of a backup.
   *
   * @throws MosqlException 22023 when it was never finished, XX001 when it is damaged
   */
  public static Manifest manifest(StorageDirectory files) throws IOException {
    Manifest manifest = ManifestFile.read(files);
    if (manifest == null) {
      throw StorageErrorMessage.BACKUP_INCOMPLETE.error(files.describe());
    }
    return manifest;
  }

  private static void requireKnown(StorageDirectory files) throws IOException {
    if (!text(files).equals(FORMAT)) {
      throw StorageErrorMessage.UNKNOWN_BACKUP_FORMAT.error(MARKER, files.describe());
    }
  }

  private static String text(StorageDirectory files) throws IOException {
    try (StorageFile marker = files.open(MARKER, false)) {
      byte[] bytes = new byte[MARKER_MAX];
      int length = marker.read(0, bytes, 0, bytes.length);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
    }
  }

  private static void mark(StorageDirectory files) throws IOException {
    try (StorageFile marker = files.open(NEW_MARKER, true)) {
      byte[] format = FORMAT.getBytes(StandardCharsets.US_ASCII);
      marker.resize(0);
      marker.write(0, format, 0, format.length);
      marker.sync();
    }
    files.rename(NEW_MARKER, MARKER);
    files.syncDirectory();
  }

  private static MosqlException inUse(StorageDirectory files) {
    return StorageErrorMessage.BACKUP_IN_USE.error(files.describe());
  }

  /** Releases a lock. */
  public static void release(AutoCloseable lock) throws IOException {
    try {
      lock.close();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("a lock could not be released", e);
    }
  }
}
