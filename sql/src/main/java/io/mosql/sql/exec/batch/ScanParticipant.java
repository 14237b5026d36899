package io.mosql.sql.exec.batch;

import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread that takes part in reading a {@link SharedInput}. Not thread-safe. */
final class ScanParticipant {
  private final ExecutionContext context;
  private final @Nullable BatchMeter meter;
  private final BooleanSupplier leaves;
  private int part = -1;

  /**
   * @param context of the execution, or of a worker
   * @param meter measures its operators; null for none
   * @param leaves whether it is not to begin another part
   */
  ScanParticipant(ExecutionContext context, @Nullable BatchMeter meter, BooleanSupplier leaves) {
    this.context = context;
    this.meter = meter;
    this.leaves = leaves;
  }

  ExecutionContext context() {
    return context;
  }

  @Nullable BatchMeter meter() {
    return meter;
  }

  /** The part whose rows it reads, or read last; -1 before the first. */
  int part() {
    return part;
  }

  /** Begins the next part; false when none is left for it. */
  boolean advance(ScanParts parts) {
    int next = leaves.getAsBoolean() ? -1 : parts.take();
    if (next < 0) {
      return false;
    }
    part = next;
    return true;
  }
}
