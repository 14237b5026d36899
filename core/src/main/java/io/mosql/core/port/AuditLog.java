package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/** An audit trail of logins and of changes of privileges and schemas. Thread-safe. */
public interface AuditLog {
  /** An audit log that discards all events. */
  AuditLog NONE = event -> {};

  /** Records an event. Never throws and never blocks on a disk. */
  void record(Event event);

  /** The subject of an event. */
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
   * An audited action, done or refused.
   *
   * @param user account that performed or attempted it
   * @param clientAddress address of the client; null within the process
   * @param database in which it happened; null for none
   * @param sqlState of the refusal; null when it was done
   * @param text description; a statement without its secrets
   */
  record Event(
      Kind kind,
      String user,
      @Nullable String clientAddress,
      @Nullable String database,
      @Nullable String sqlState,
      String text) {}
}
