package io.mosql.sql.exec.batch;

import io.mosql.sql.exec.runtime.ExecutionContext;

/**
 * A compiled operator that passes rows on in batches; each execution opens it as a {@link
 * BatchStream}. Its input is read to the end, since it reads ahead. Immutable, shared between
 * threads.
 */
@FunctionalInterface
interface BatchOperator {
  BatchStream open(ExecutionContext context);
}
