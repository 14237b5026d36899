package io.mosql.consensus.local;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;

/** The catalogue of the local log's error messages, in the order of their states. */
public enum LocalLogErrorMessage implements ErrorMessage {
  UNKNOWN_SEGMENT_VERSION(
      SqlState.FEATURE_NOT_SUPPORTED,
      "log segment %s has format version %s, this release reads version %s; open the database with"
          + " the release that wrote it, or a newer one"),

  LOG_DISK_FULL(SqlState.DISK_FULL, "no space left on device for the log of %s"),

  LOG_CLOSED_AFTER_ERROR(SqlState.IO_ERROR, "the log is closed after an error"),
  LOG_NOT_OPENED(SqlState.IO_ERROR, "could not open the log of %s"),
  LOG_NOT_READABLE(SqlState.IO_ERROR, "could not read the log of %s"),
  RECORD_NOT_DURABLE(SqlState.IO_ERROR, "could not make record %s durable; the log is closed"),
  SEGMENT_NOT_ALLOCATED(SqlState.IO_ERROR, "could not allocate a log segment; the log is closed"),

  DAMAGED_SEGMENT(
      SqlState.DATA_CORRUPTED,
      "log segment %s of %s is damaged at offset %s: record %s does not pass its check, but a later"
          + " one stands at offset %s"),
  DAMAGED_SEGMENT_HEADER(
      SqlState.DATA_CORRUPTED,
      "log segment %s is damaged at offset 0: its header does not pass its check"),
  LOG_BEGINS_LATER(
      SqlState.DATA_CORRUPTED, "the log of %s begins with record %s: records %s to %s are missing"),
  LOG_ENDS_EARLIER(
      SqlState.DATA_CORRUPTED, "the log of %s ends with record %s at %s, before record %s"),
  LOG_HAS_GAP(
      SqlState.DATA_CORRUPTED,
      "the log of %s has a gap: record %s is expected after %s, but segment %s begins with %s"),
  SEGMENT_HEADER_TRUNCATED(
      SqlState.DATA_CORRUPTED, "log segment %s is damaged at offset %s: it ends in its header"),
  SEGMENT_MISNAMED(
      SqlState.DATA_CORRUPTED,
      "the log of %s is damaged at offset 24 of segment %s: another segment has its name"),
  STATE_AHEAD_OF_LOG(
      SqlState.DATA_CORRUPTED, "the log ends with index %s, but the state machine is at index %s"),
  STATE_BEFORE_LOG(
      SqlState.DATA_CORRUPTED, "the log begins after %s, but the state machine is at %s"),
  STATE_NOT_IN_LOG(
      SqlState.DATA_CORRUPTED, "the log does not contain the record at %s of the state machine"),

  RECORD_REJECTED(
      SqlState.INTERNAL_ERROR, "the state machine rejected record %s; the log is closed");

  private final SqlState state;
  private final String format;

  LocalLogErrorMessage(SqlState state, String format) {
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
