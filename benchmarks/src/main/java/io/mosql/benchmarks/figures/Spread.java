package io.mosql.benchmarks.figures;

import java.util.List;

/** Of several runs. */
record Spread(double min, double median, double max) {
  static Spread of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return new Spread(sorted.get(0), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
  }
}
