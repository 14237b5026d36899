package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.wire.Response;

/** Converts failures sent by a server. */
final class ServerErrors {
  private ServerErrors() {}

  static MosqlException of(Response.Failed failed) {
    return of(failed.sqlState(), failed.message(), failed.position());
  }

  /** Converts a failure; a newer server may send SQLSTATEs unknown to this driver. */
  static MosqlException of(String sqlState, String message, int position) {
    SqlState state = SqlState.ofCode(sqlState);
    return state != null
        ? new MosqlException(state, message, position, null)
        : new MosqlException(
            SqlState.INTERNAL_ERROR, message + " (" + sqlState + ")", position, null);
  }
}
