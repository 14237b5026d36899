package io.mosql.benchmarks.slt;

import org.jspecify.annotations.Nullable;

/**
 * What one record showed.
 *
 * @param feature what it needs, when unsupported
 * @param detail for people, when wrong
 */
record Finding(Verdict verdict, @Nullable Feature feature, String detail) {
  static final Finding RIGHT = new Finding(Verdict.RIGHT, null, "");

  static Finding wrong(String detail) {
    return new Finding(Verdict.WRONG, null, detail);
  }

  static Finding unsupported(Feature feature) {
    return new Finding(Verdict.UNSUPPORTED, feature, "");
  }
}
