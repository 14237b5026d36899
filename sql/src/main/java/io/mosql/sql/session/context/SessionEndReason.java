package io.mosql.sql.session.context;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;

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
      case KILLED -> new MosqlException(SqlState.SHUTTING_DOWN, "the session was ended by KILL");
      case SHUT_DOWN -> new MosqlException(SqlState.SHUTTING_DOWN, "the database is closed");
      case CLOSED, NONE -> new MosqlException(SqlState.CONNECTION_CLOSED, "the session is closed");
    };
  }
}
