package io.mosql.benchmarks.slt;

/** Status of a record. */
enum RecordStatus {
  RIGHT,
  WRONG,
  UNSUPPORTED
}
