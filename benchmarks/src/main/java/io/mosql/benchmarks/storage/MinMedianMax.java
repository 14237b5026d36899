package io.mosql.benchmarks.storage;

import java.util.List;

/** Minimum, median and maximum of several runs. */
record MinMedianMax(double min, double median, double max) {
  static MinMedianMax of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return new MinMedianMax(
        sorted.get(0), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
  }
}
