package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.concurrent.CompletionException;

/** What a commit that did not come to its append is told. Pure. */
final class CommitFailures {
  private CommitFailures() {}

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
