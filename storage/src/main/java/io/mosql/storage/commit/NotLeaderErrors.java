package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;

/** Errors of operations that need the leader on a node that is not the leader. Pure. */
public final class NotLeaderErrors {
  private NotLeaderErrors() {}

  /** Error of an operation that certainly did not happen, and may be retried on another node. */
  static MosqlException notLeader() {
    return new MosqlException(
        SqlState.NOT_LEADER, "this node does not lead the database: another one takes what writes");
  }

  /** Error of a commit that was written, with an outcome unknown to this node. */
  static MosqlException outcomeUnknown() {
    return new MosqlException(
        SqlState.COMMIT_OUTCOME_UNKNOWN,
        "this node lost the lead while the transaction was being written; it may have committed");
  }

  /** Error of a transaction of an earlier lead of this node. */
  public static MosqlException leadershipLost() {
    return new MosqlException(
        SqlState.SERIALIZATION_FAILURE,
        "this node has lost the lead since the transaction began; run it again");
  }
}
