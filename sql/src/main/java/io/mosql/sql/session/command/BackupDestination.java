package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.storage.backup.Backup;

/**
 * The destination of BACKUP TO. Names come from SQL text, so an implementation must confine them to
 * the directory that was configured when the database was opened. Thread-safe.
 */
@FunctionalInterface
public interface BackupDestination {
  /** No destination is configured; every backup is refused. */
  BackupDestination NONE =
      (directory, verify, progress) -> {
        throw SqlErrorMessage.BACKUP_NOT_ALLOWED.error();
      };

  /**
   * Brings a backup up to date.
   *
   * @param directory as the statement names it
   * @param verify whether files already in the directory are compared by hash
   * @param progress ends the backup by throwing
   * @throws MosqlException 42501 when the name leads out of the configured directory, 0A000 for a
   *     database in memory, else as {@link Backup#write}
   */
  Backup.Figures write(String directory, boolean verify, Backup.Progress progress);
}
