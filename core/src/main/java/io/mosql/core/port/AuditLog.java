package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/** Audit trail of logins and of changes of privileges and schemas. Thread-safe. */
public interface AuditLog {
  /** Keeps nothing. */
  AuditLog NONE = event -> {};

  /** Never throws and never waits for a disk. */
  void record(Event event);

  /** What an event is about. */
  enum Kind {
    LOGIN,
    LOGIN_FAILED,
    LOGOUT,
    ACCOUNT,
    RIGHTS,
    SCHEMA,
    DATABASE,
    KILL,
    CLUSTER
  }

  /**
   * Something that happened, done or refused.
   *
   * @param user who did it, or tried to
   * @param clientAddress where from; null within the process
   * @param database in which; null where none
   * @param sqlState of the refusal; null when it was done
   * @param text what was done, for people; a statement without its secrets
   */
  record Event(
      Kind kind,
      String user,
      @Nullable String clientAddress,
      @Nullable String database,
      @Nullable String sqlState,
      String text) {}
}
