package io.mosql.sql.exec.scan;

import io.mosql.sql.algebra.KeySpans;
import io.mosql.sql.exec.runtime.ExecutionContext;

/** A compiled condition on key columns. Thread-safe. */
@FunctionalInterface
interface SpanCondition {
  /** Computes the spans of the keys that meet the condition, without the columns before it. */
  KeySpans spans(ExecutionContext context);
}
