package io.mosql.storage.backup;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.checkpoint.PinnedCheckpoint;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import io.mosql.storage.page.SegmentCheck;
import io.mosql.storage.page.SegmentCopy;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A run that updates a backup to a checkpoint of a database, which continues to work meanwhile.
 *
 * <pre>
 * segments that the backup lacks, or has damaged    copied, hashed on the way, synced
 * names                                             synced
 * manifest                                          renamed into place, names synced
 * segments that the manifest does not name          deleted
 * </pre>
 *
 * <p>Ids of segments are random and never reused, so a segment that already exists in the backup is
 * the same one. Until the rename the previous backup is unchanged; after any failure the next run
 * continues where this one ended. Used once, by one thread.
 */
public final class Backup {
  private final StorageDirectory source;
  private final Manifest manifest;
  private final StorageDirectory target;
  private final Progress progress;
  private final boolean verify;
  private int copied;
  private long copiedBytes;
  private int removed;

  /** An observer of progress; an exception that it throws ends the backup. */
  public interface Progress {
    /** Called after each step. */
    void at(long bytesDone, long bytesTotal);
  }

  /**
   * Result of a backup.
   *
   * @param position of the database in the backup
   * @param wallMicros when its checkpoint was taken
   * @param segments number of its segments
   * @param copied how many of them were copied; the others existed already
   * @param removed deleted segments of the previous backup
   * @param bytes of all segments
   * @param copiedBytes of those copied
   * @param micros duration
   */
  public record Figures(
      long position,
      long wallMicros,
      int segments,
      int copied,
      int removed,
      long bytes,
      long copiedBytes,
      long micros) {}

  private Backup(
      StorageDirectory source,
      Manifest manifest,
      StorageDirectory target,
      boolean verify,
      Progress progress) {
    this.source = source;
    this.manifest = manifest;
    this.target = target;
    this.verify = verify;
    this.progress = progress;
  }

  /**
   * Writes a backup.
   *
   * @param source the database's files
   * @param checkpoint of it; closed by the caller
   * @param target a backup, or an empty directory
   * @param verify whether existing segments are read and compared by their hash, or only by their
   *     size
   * @throws MosqlException XX001 when a file of the database is damaged, 22023 when the target is
   *     no backup, 55006 when it is in use, 53100 or 58030 when it cannot be written
   */
  public static Figures write(
      StorageDirectory source,
      PinnedCheckpoint checkpoint,
      StorageDirectory target,
      boolean verify,
      Clock clock,
      Progress progress) {
    long start = clock.nanoTime();
    Manifest manifest = checkpoint.manifest();
    Backup backup = new Backup(source, manifest, target, verify, progress);
    try {
      AutoCloseable lock = BackupDirectory.enter(target);
      try {
        backup.run();
      } finally {
        BackupDirectory.release(lock);
      }
    } catch (DiskFullException e) {
      throw StorageErrorMessage.BACKUP_DISK_FULL.causedBy(e);
    } catch (IOException e) {
      throw StorageErrorMessage.BACKUP_FAILED.causedBy(e, target.describe(), e.getMessage());
    }
    return backup.figures((clock.nanoTime() - start) / 1000);
  }

  private void run() throws IOException {
    long total = bytes();
    long[] done = {0};
    Set<String> present = new HashSet<>(target.list());
    for (SegmentEntry segment : manifest.segments()) {
      if (present.contains(segment.id().fileName()) && isSame(segment)) {
        done[0] += segment.bytes();
        progress.at(done[0], total);
      } else {
        SegmentCopy.copy(
            source,
            target,
            segment,
            step -> {
              done[0] += step;
              progress.at(done[0], total);
            });
        copied++;
        copiedBytes += segment.bytes();
      }
    }
    InvariantViolation.check(
        done[0] == total, "a backup has all bytes of its segments", done[0], total);
    target.syncDirectory();
    ManifestFile.write(target, manifest);
    removeOthers();
  }

  private boolean isSame(SegmentEntry segment) throws IOException {
    if (verify) {
      return SegmentCheck.problem(target, segment) == null;
    }
    try (StorageFile file = target.open(segment.id().fileName(), false)) {
      return file.size() == segment.bytes();
    }
  }

  private void removeOthers() throws IOException {
    Set<SegmentId> named = new HashSet<>();
    manifest.segments().forEach(segment -> named.add(segment.id()));
    for (String name : List.copyOf(target.list())) {
      SegmentId id = SegmentId.ofFileName(name);
      if (id != null && !named.contains(id)) {
        target.delete(name);
        removed++;
      }
    }
    target.syncDirectory();
  }

  private long bytes() {
    return manifest.segments().stream().mapToLong(SegmentEntry::bytes).sum();
  }

  private Figures figures(long micros) {
    return new Figures(
        manifest.position(),
        manifest.wallMicros(),
        manifest.segments().size(),
        copied,
        removed,
        bytes(),
        copiedBytes,
        micros);
  }
}
