package io.mosql.benchmarks.slt;

import org.jspecify.annotations.Nullable;

/**
 * Result of one record.
 *
 * @param feature required feature, if unsupported
 * @param detail description, if wrong
 */
record RecordResult(RecordStatus verdict, @Nullable UnsupportedFeature feature, String detail) {
  static final RecordResult RIGHT = new RecordResult(RecordStatus.RIGHT, null, "");

  static RecordResult wrong(String detail) {
    return new RecordResult(RecordStatus.WRONG, null, detail);
  }

  static RecordResult unsupported(UnsupportedFeature feature) {
    return new RecordResult(RecordStatus.UNSUPPORTED, feature, "");
  }
}
