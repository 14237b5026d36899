package io.mosql.consensus.ratis.error;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;

/** The catalogue of the replicated log's error messages, in the order of their states. */
public enum RatisErrorMessage implements ErrorMessage {
  UNKNOWN_ENTRY_VERSION(
      SqlState.FEATURE_NOT_SUPPORTED,
      "entry %s of the replicated log has version %s; it needs a newer release"),

  TLS_REQUIRED(SqlState.INVALID_PARAMETER, "nodes listen on %s only with certificates"),

  UNDEFINED_MEMBER(SqlState.UNDEFINED_OBJECT, "the group has no member \"%s\""),
  UNDEFINED_VOTER(SqlState.UNDEFINED_OBJECT, "the group has no voting member \"%s\""),

  LOG_DISK_LOW(SqlState.DISK_FULL, "the disk of the replicated log is nearly full"),

  CHANGE_OUTCOME_UNKNOWN(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "the outcome of the change of the group is not known: %s"),
  GROUP_NOT_CHANGED(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the group did not change: %s"),
  LAST_VOTER(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "cannot remove the last voting member of the group"),
  NODE_NOT_REACHABLE(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "could not connect to node \"%s\" at %s:%s"),

  LEADERSHIP_TRANSFERRED(
      SqlState.NOT_LEADER, "leadership was transferred to node \"%s\"; run the change again on it"),
  NOT_GROUP_LEADER(SqlState.NOT_LEADER, "this node does not lead the group"),

  CHECKPOINT_NOT_DISCARDED(
      SqlState.IO_ERROR, "could not discard a checkpoint that was not installed"),
  CHECKPOINT_NOT_INSTALLED(SqlState.IO_ERROR, "could not install a received checkpoint: %s"),
  GROUP_CLOSED(SqlState.IO_ERROR, "the group was closed on this node"),
  LOG_NOT_OPENED(SqlState.IO_ERROR, "the replicated log could not be opened: %s"),
  SERVER_NOT_STARTED(SqlState.IO_ERROR, "could not start the Raft server: %s"),

  DAMAGED_LOG(SqlState.DATA_CORRUPTED, "the replicated log is damaged: %s"),
  DAMAGED_SEGMENT(SqlState.DATA_CORRUPTED, "file %s of the Raft log %s"),
  EMPTY_ENTRY(SqlState.DATA_CORRUPTED, "entry %s of the replicated log is empty"),
  LOG_BEGINS_LATER(
      SqlState.DATA_CORRUPTED, "the replicated log begins with entry %s, but entry %s comes next"),
  LOG_ENDS_EARLIER(
      SqlState.DATA_CORRUPTED,
      "the replicated log ends early, but the database is at its entry %s; restore the log, or the"
          + " database from a backup"),
  LOG_HAS_GAP(
      SqlState.DATA_CORRUPTED,
      "the replicated log continues with entry %s, but entry %s is expected"),
  LOG_MISSING(
      SqlState.DATA_CORRUPTED,
      "the replicated log is missing, but the database is at its entry %s; remove this member and"
          + " add it again, empty"),
  STATE_NOT_AT_LOG(SqlState.DATA_CORRUPTED, "the database is at %s, but the log at %s"),

  RECORD_REJECTED(SqlState.INTERNAL_ERROR, "the state machine rejected record %s"),
  STATE_MACHINE_FAILED(SqlState.INTERNAL_ERROR, "the state machine failed");

  private final SqlState state;
  private final String format;

  RatisErrorMessage(SqlState state, String format) {
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
