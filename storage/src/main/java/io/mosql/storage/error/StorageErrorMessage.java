package io.mosql.storage.error;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;

/** The catalogue of the storage module's error messages, in the order of their states. */
public enum StorageErrorMessage implements ErrorMessage {
  BACKUP_OF_MEMORY_DATABASE(
      SqlState.FEATURE_NOT_SUPPORTED, "cannot back up a database in memory; it has no files"),
  UNKNOWN_BACKUP_FORMAT(
      SqlState.FEATURE_NOT_SUPPORTED,
      "file \"%s\" of %s has an unknown format; use the release that wrote it, or a newer one"),
  UNKNOWN_FILE_VERSION(
      SqlState.FEATURE_NOT_SUPPORTED,
      "file \"%s\" has format version %s, this release reads version %s; open the database with the"
          + " release that wrote it, or a newer one"),
  UNKNOWN_PAGE_FORMAT(
      SqlState.FEATURE_NOT_SUPPORTED,
      "the %s has format %s, this release reads format %s; open the database with the release that"
          + " wrote it, or a newer one"),
  UNKNOWN_RECORD_VERSION(
      SqlState.FEATURE_NOT_SUPPORTED,
      "a record of the log has version %s; it needs a newer release"),

  SEQUENCE_EXHAUSTED(SqlState.SEQUENCE_LIMIT_EXCEEDED, "the sequence has no number left"),

  BACKUP_INCOMPLETE(
      SqlState.INVALID_PARAMETER, "the backup in %s is incomplete; it has no manifest"),
  BACKUP_TARGET_NOT_EMPTY(
      SqlState.INVALID_PARAMETER, "%s is neither empty nor a backup; choose another directory"),
  LOG_ENDS_BEFORE_RECOVERY_TARGET(
      SqlState.INVALID_PARAMETER, "the log ends at position %s, before the recovery target %s"),
  LOG_OF_ANOTHER_TIMELINE(
      SqlState.INVALID_PARAMETER,
      "the log does not continue the backup; it belongs to another database, or to another timeline"
          + " of it"),
  NOT_A_BACKUP(SqlState.INVALID_PARAMETER, "%s is not a backup"),
  POSITION_NEEDS_LOG(
      SqlState.INVALID_PARAMETER,
      "the backup ends at position %s; a later recovery target needs the log"),
  RECORD_WITHOUT_TIME(
      SqlState.INVALID_PARAMETER,
      "record %s of the log has no time; use a position as the recovery target"),
  RECOVERY_POSITION_BEFORE_BACKUP(
      SqlState.INVALID_PARAMETER,
      "the recovery target %s is before the position of the backup, %s; use an older backup"),
  RECOVERY_TIME_BEFORE_BACKUP(
      SqlState.INVALID_PARAMETER,
      "the recovery target is before the time of the backup; use an older backup"),
  TIME_NEEDS_LOG(SqlState.INVALID_PARAMETER, "a recovery target by time needs the log"),

  READ_ONLY_TRANSACTION(SqlState.READ_ONLY_TRANSACTION, "the transaction is read-only"),

  TRANSACTION_TERMINATED(
      SqlState.TRANSACTION_FAILED, "the transaction was terminated while it waited for a row lock"),

  LEADERSHIP_LOST(
      SqlState.SERIALIZATION_FAILURE,
      "this node has lost the lead since the transaction began; run it again"),

  COMMIT_IN_DOUBT(
      SqlState.COMMIT_OUTCOME_UNKNOWN,
      "this node lost the lead while the transaction was being written; it may have committed"),
  LOG_FAILED_IN_COMMIT(
      SqlState.COMMIT_OUTCOME_UNKNOWN,
      "the log failed while the transaction was being written; it may have committed"),

  DEADLOCK_DETECTED(SqlState.DEADLOCK, "deadlock detected on row"),

  CHECKPOINT_OUT_OF_MEMORY(SqlState.OUT_OF_MEMORY, "out of memory for a checkpoint"),
  COMMIT_OUT_OF_MEMORY(SqlState.OUT_OF_MEMORY, "out of memory for a commit"),
  UNWRITTEN_CHANGES_EXCEEDED(
      SqlState.OUT_OF_MEMORY, "out of memory for changes, and the last checkpoint failed: %s"),
  WRITE_MEMORY_EXCEEDED(
      SqlState.OUT_OF_MEMORY,
      "out of memory for the changes of open transactions, limited to %s MB; commit more often"),

  BACKUP_DISK_FULL(SqlState.DISK_FULL, "no space left on device for the backup"),
  CHECKPOINT_DISK_FULL(SqlState.DISK_FULL, "no space left on device for a checkpoint"),
  RESTORATION_DISK_FULL(SqlState.DISK_FULL, "no space left on device for the database"),

  LARGE_OBJECT_TOO_LONG(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "a large object has at most 2147483647 bytes"),
  TRANSACTION_TOO_LARGE(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "the transaction writes more than %s bytes"),

  BACKUP_IN_USE(SqlState.OBJECT_IN_USE, "the backup in %s is in use"),

  LOCK_TIMEOUT(SqlState.LOCK_NOT_AVAILABLE, "canceling statement due to lock timeout on row"),
  ROW_LOCKED(SqlState.LOCK_NOT_AVAILABLE, "could not obtain lock on row"),

  LOCK_WAIT_CANCELED(
      SqlState.QUERY_CANCELED, "the statement was cancelled while it waited for a row"),

  DATABASE_CLOSED(SqlState.SHUTTING_DOWN, "the database is closed"),
  DATABASE_SHUT_DOWN(SqlState.SHUTTING_DOWN, "the database is shut down"),

  NOT_LEADER(SqlState.NOT_LEADER, "this node does not lead the database; run writes on the leader"),
  REPLICA_DISCARDED(
      SqlState.NOT_LEADER, "this copy of the database is being replaced by a newer one"),

  BACKUP_FAILED(SqlState.IO_ERROR, "could not write the backup to %s: %s"),
  CHECKPOINT_NOT_DURABLE(
      SqlState.IO_ERROR, "could not make a checkpoint durable; the database accepts no more work"),
  CHECKPOINT_NOT_READABLE(SqlState.IO_ERROR, "could not read a checkpoint"),
  CHECKPOINT_NOT_WRITTEN(SqlState.IO_ERROR, "could not write a checkpoint"),
  COMMIT_NOT_WRITTEN(SqlState.IO_ERROR, "the commit failed before it was written"),
  EPOCH_NOT_DELIVERED(SqlState.IO_ERROR, "the log did not deliver the record of this epoch"),
  FILE_NOT_READABLE(SqlState.IO_ERROR, "could not read file \"%s\" at offset %s"),
  LOG_FAILED(SqlState.IO_ERROR, "the log failed; the database accepts no more work"),
  RECORD_NOT_DELIVERED(SqlState.IO_ERROR, "the log did not deliver a record"),
  RESTORATION_NOT_WRITTEN(SqlState.IO_ERROR, "could not write the restored database"),

  SNAPSHOT_ENDED(SqlState.SNAPSHOT_TOO_OLD, "snapshot no longer available; %s"),

  DAMAGED_BACKUP_FILE(SqlState.DATA_CORRUPTED, "file \"%s\" of %s is damaged: %s"),
  DAMAGED_FILE(
      SqlState.DATA_CORRUPTED,
      "file \"%s\" is damaged at offset %s: %s; restore the database from a backup"),
  DAMAGED_LARGE_OBJECT(SqlState.DATA_CORRUPTED, "corrupted large object"),
  DAMAGED_PAGE(SqlState.DATA_CORRUPTED, "the %s is damaged: %s"),
  DAMAGED_RECORD(SqlState.DATA_CORRUPTED, "a record or request is damaged: %s"),
  ENTRY_COUNT_MISMATCH(SqlState.DATA_CORRUPTED, "the tree is damaged: entry count mismatch"),
  REPLICA_DIFFERS(SqlState.DATA_CORRUPTED, "this copy differs from the leader's at position %s"),
  REPLICA_DIVERGED(
      SqlState.DATA_CORRUPTED,
      "this copy of the database has diverged from its log: %s is missing in tree %s"),
  REPLICA_STOPPED(SqlState.DATA_CORRUPTED, "this copy of the database has stopped: %s"),

  CHECKPOINT_FAILED(SqlState.INTERNAL_ERROR, "could not write a checkpoint"),
  COMMIT_FAILED(SqlState.INTERNAL_ERROR, "the commit failed before it was written"),
  COMMIT_PATH_FAILED(
      SqlState.INTERNAL_ERROR, "the commit path failed; the database accepts no more work"),
  INVARIANT_VIOLATED(SqlState.INTERNAL_ERROR, "%s; the database accepts no more work"),
  UNDEFINED_TREE(SqlState.INTERNAL_ERROR, "tree %s does not exist"),

  UNDEFINED_LARGE_OBJECT(SqlState.UNDEFINED_OBJECT, "large object %s does not exist");

  private final SqlState state;
  private final String format;

  StorageErrorMessage(SqlState state, String format) {
    this.state = state;
    this.format = format;
  }

  @Override
  public SqlState state() {
    return state;
  }

  @Override
  public String format() {
    return format;
  }
}
