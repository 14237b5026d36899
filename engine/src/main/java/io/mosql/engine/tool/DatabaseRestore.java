package io.mosql.engine.tool;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.files.ReadOnlyDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.Restoration;
import io.mosql.storage.backup.BackupDirectory;
import io.mosql.storage.commit.RecoveryTarget;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentCopy;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Restores a database from a backup, optionally up to a later moment of the log that continues the
 * backup.
 *
 * <pre>
 * segments           copied from the backup, hashed on the way, synced
 * manifest           that of the backup
 * log, when given    applied, checkpointed
 * manifest           with a new timeline and a log that begins at 1
 * mosql.format       marks the directory as a database; written last
 * </pre>
 *
 * <p>After a failure the written files are deleted; the remains of a crash have no marker, and are
 * neither opened nor used as a target.
 */
public final class DatabaseRestore {
  private final StorageDirectory target;
  private final OpenDatabase.Ports ports;
  private final ToolReport report;

  public DatabaseRestore(StorageDirectory target, OpenDatabase.Ports ports, ToolReport report) {
    this.target = target;
    this.ports = ports;
    this.report = report;
  }

  /**
   * Restores.
   *
   * @param backup the backup's directory
   * @param target an empty or absent directory
   * @param log directory of the database whose log continues the backup, or of a cluster node with
   *     a replica; it may be open
   * @throws MosqlException 22023 when the directories or the end do not fit, 58P01 when one is
   *     absent, XX001 when a file is damaged, 53100 or 58030 when the target cannot be written
   */
  public static Restoration.Result restore(
      Path backup, Path target, @Nullable Path log, RecoveryTarget end, ToolReport report) {
    boolean existed = java.nio.file.Files.exists(target);
    try (StorageDirectory from = ExistingDirectories.existing(backup);
        LogSource source = log == null ? null : LogSource.of(log)) {
      AutoCloseable reading = BackupDirectory.open(from);
      try (StorageDirectory to = DiskDirectory.open(target)) {
        return new DatabaseRestore(to, OpenDatabase.Ports.system(), report)
            .run(new ReadOnlyDirectory(from), source, end);
      } catch (RuntimeException | Error | IOException e) {
        if (!existed) {
          deleteEmpty(target, e);
        }
        throw e;
      } finally {
        BackupDirectory.release(reading);
      }
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot restore into " + target, e);
    }
  }

  private static void deleteEmpty(Path target, Throwable reason) {
    try {
      java.nio.file.Files.deleteIfExists(target);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /** Restores from a backup that is locked. */
  public Restoration.Result run(
      StorageDirectory backup, @Nullable LogSource log, RecoveryTarget end) throws IOException {
    Manifest manifest = BackupDirectory.manifest(backup);
    Restoration.ReplaySource found = log == null ? null : log.after(manifest);
    AutoCloseable lock = DatabaseDirectory.enterEmpty(target);
    try {
      copy(backup, manifest);
      Restoration.Result result = replayLog(found, end);
      DatabaseDirectory.mark(target);
      return result;
    } catch (RuntimeException | Error | IOException e) {
      discard(e);
      throw e;
    } finally {
      DatabaseDirectory.release(lock);
    }
  }

  private void copy(StorageDirectory backup, Manifest manifest) throws IOException {
    long total = manifest.segments().stream().mapToLong(SegmentEntry::bytes).sum();
    long[] done = {0};
    for (SegmentEntry segment : manifest.segments()) {
      SegmentCopy.copy(
          backup,
          target,
          segment,
          step -> {
            done[0] += step;
            report.progress("segments", done[0], total);
          });
    }
    target.syncDirectory();
    ManifestFile.write(target, manifest);
    report.done(
        "segments",
        manifest.segments().size()
            + " copied, "
            + total
            + " bytes, position "
            + manifest.position());
  }

  private Restoration.Result replayLog(Restoration.@Nullable ReplaySource log, RecoveryTarget end)
      throws IOException {
    try (PageStore pages = PageStore.open(target, ports.random(), ports.pages())) {
      Restoration restoration =
          new Restoration(
              pages, ports.clock(), ports.options().shape(), ports.checkpoints().dirtyBytesMax());
      Restoration.Result result = restoration.run(ports.random(), end, log);
      if (log != null) {
        report.done("log", result.records() + " records applied, position " + result.position());
      }
      return result;
    }
  }

  private void discard(Throwable reason) {
    try {
      for (String name : List.copyOf(target.list())) {
        if (SegmentId.ofFileName(name) != null
            || name.startsWith(ManifestFile.NAME)
            || name.startsWith("mosql.")) {
          target.delete(name);
        }
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }
}
