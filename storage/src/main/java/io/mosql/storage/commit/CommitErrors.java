package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.concurrent.CompletionException;

/** Errors of commits that failed before their append. Pure. */
final class CommitErrors {
  private CommitErrors() {}

  static MosqlException beforeAppend(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof MosqlException known) {
      return known;
    }
    if (cause instanceof OutOfMemoryError) {
      return new MosqlException(SqlState.OUT_OF_MEMORY, "not enough memory to commit", cause);
    }
    SqlState state =
        cause instanceof RuntimeException ? SqlState.INTERNAL_ERROR : SqlState.IO_ERROR;
    return new MosqlException(state, "the commit failed before it was written", cause);
  }
}
