package io.mosql.sql.exec.batch;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * An operator that handles each batch of its input alone, such as a filter or a projection.
 *
 * @param step what it does; shared between threads
 */
record BatchStep(BatchOperator input, Step step) implements BatchOperator {
  /** Makes the stream of an execution, or of one of its workers. */
  @FunctionalInterface
  interface Step {
    BatchStream over(BatchStream input, ExecutionContext context);
  }

  @Override
  public BatchStream open(ExecutionContext context) {
    return step.over(input.open(context), context);
  }

  @Override
  public @Nullable SharedInput share(ExecutionContext context, boolean forced) {
    SharedInput shared = input.share(context, forced);
    return shared == null
        ? null
        : shared.then((stream, participant) -> step.over(stream, participant.context()));
  }
}
