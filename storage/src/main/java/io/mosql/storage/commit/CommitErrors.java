package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import java.util.concurrent.CompletionException;

/** Errors of commits, and of a commit path that has stopped. Pure. */
final class CommitErrors {
  private CommitErrors() {}

  /** Error of a store that an unexpected failure has stopped; it names a violated invariant. */
  static MosqlException stopped(Throwable failure) {
    Throwable violation = InvariantViolation.in(failure);
    return violation == null
        ? StorageErrorMessage.COMMIT_PATH_FAILED.causedBy(failure)
        : StorageErrorMessage.INVARIANT_VIOLATED.causedBy(
            failure, String.valueOf(violation.getMessage()));
  }

  /** Error of a commit that failed before its append. */
  static MosqlException beforeAppend(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof MosqlException known) {
      return known;
    }
    if (InvariantViolation.in(cause) != null) {
      return stopped(cause);
    }
    if (cause instanceof OutOfMemoryError) {
      return StorageErrorMessage.COMMIT_OUT_OF_MEMORY.causedBy(cause);
    }
    return cause instanceof RuntimeException
        ? StorageErrorMessage.COMMIT_FAILED.causedBy(cause)
        : StorageErrorMessage.COMMIT_NOT_WRITTEN.causedBy(cause);
  }
}
