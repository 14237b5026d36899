package io.mosql.core.session;

import io.mosql.core.error.MosqlException;

/** The failure of one tuple of a batch. */
public final class BatchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient long[] updateCounts;
  private final MosqlException failure;

  /**
   * @param updateCounts of the tuples before the failed one; owned by this object from now on
   */
  public BatchFailure(long[] updateCounts, MosqlException failure) {
    super(failure.getMessage(), failure);
    this.updateCounts = updateCounts;
    this.failure = failure;
  }

  /** Update counts of the executed tuples. */
  public long[] updateCounts() {
    return updateCounts.clone();
  }

  public MosqlException failure() {
    return failure;
  }
}
