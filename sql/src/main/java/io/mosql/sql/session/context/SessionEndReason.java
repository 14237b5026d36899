package io.mosql.sql.session.context;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.storage.error.StorageErrorMessage;

/** The reason for the end of a session, and the error of later calls. */
public enum SessionEndReason {
  /** The session is open. */
  NONE,
  /** The client closed the session. */
  CLOSED,
  /** KILL ended the session. */
  KILLED,
  /** The database was closed. */
  SHUT_DOWN;

  public MosqlException error() {
    return switch (this) {
      case KILLED -> SqlErrorMessage.SESSION_KILLED.error();
      case SHUT_DOWN -> StorageErrorMessage.DATABASE_CLOSED.error();
      case CLOSED, NONE -> SqlErrorMessage.SESSION_CLOSED.error();
    };
  }
}
