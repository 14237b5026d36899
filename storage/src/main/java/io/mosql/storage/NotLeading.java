package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;

/** What those are told who want a node to judge that does not lead the log. Pure. */
final class NotLeading {
  private NotLeading() {}

  /** It certainly did not happen, and may be tried elsewhere. */
  static MosqlException exception() {
    return new MosqlException(
        SqlState.NOT_LEADER, "this node does not lead the database: another one takes what writes");
  }

  /** It was written, and nobody here knows what became of it. */
  static MosqlException unknown() {
    return new MosqlException(
        SqlState.COMMIT_OUTCOME_UNKNOWN,
        "this node lost the lead while the transaction was being written; it may have committed");
  }

  /** A transaction of a time when this node led. */
  static MosqlException lost() {
    return new MosqlException(
        SqlState.SERIALIZATION_FAILURE,
        "this node has lost the lead since the transaction began; run it again");
  }
}
