package io.mosql.sql.exec.batch;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** An operator that is measured for EXPLAIN ANALYZE. */
record MeteredBatches(PlanNode node, BatchOperator measured, BatchMeter meter)
    implements BatchOperator {
  @Override
  public BatchStream open(ExecutionContext context) {
    return metered(meter.open(node, context, () -> measured.open(context)), meter, context);
  }

  @Override
  public @Nullable SharedInput share(ExecutionContext context, boolean forced) {
    SharedInput shared = measured.share(context, forced);
    return shared == null ? null : shared.then(this::metered);
  }

  private BatchStream metered(BatchStream stream, ScanParticipant participant) {
    BatchMeter own = participant.meter();
    return own == null
        ? stream
        : metered(own.open(node, participant.context(), () -> stream), own, participant.context());
  }

  private BatchStream metered(BatchStream stream, BatchMeter by, ExecutionContext context) {
    return () ->
        by.<@Nullable Batch>next(
            node, context, stream::next, batch -> batch == null ? 0 : batch.count());
  }
}
