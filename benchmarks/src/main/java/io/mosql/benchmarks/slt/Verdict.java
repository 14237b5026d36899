package io.mosql.benchmarks.slt;

/** What a record showed. */
enum Verdict {
  RIGHT,
  WRONG,
  UNSUPPORTED
}
