package io.mosql.sql.exec.batch;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * A compiled operator that passes rows on in batches; each execution opens it as a {@link
 * BatchStream}. Its input is read to the end, since it reads ahead. Immutable, shared between
 * threads.
 */
@FunctionalInterface
interface BatchOperator {
  BatchStream open(ExecutionContext context);

  /**
   * Opens the operator for several threads.
   *
   * @param forced whether few rows are worth it as well
   * @return null, without effect, when one thread has to compute it
   */
  default @Nullable SharedInput share(ExecutionContext context, boolean forced) {
    return null;
  }
}
