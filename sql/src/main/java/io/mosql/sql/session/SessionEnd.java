package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;

/** Why a session has ended, and the error of statements and cursors that come after its end. */
enum SessionEnd {
  /** It is open. */
  NONE,
  /** Its client closed it. */
  CLOSED,
  /** KILL. */
  KILLED,
  /** The database was closed. */
  SHUT_DOWN;

  MosqlException error() {
    return switch (this) {
      case KILLED -> new MosqlException(SqlState.SHUTTING_DOWN, "the session was ended by KILL");
      case SHUT_DOWN -> new MosqlException(SqlState.SHUTTING_DOWN, "the database is closed");
      case CLOSED, NONE -> new MosqlException(SqlState.CONNECTION_CLOSED, "the session is closed");
    };
  }
}
