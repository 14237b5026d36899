package io.mosql.benchmarks.start;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Figures of one JVM of {@link StartMain}. Times are in milliseconds.
 *
 * @param furtherWall mean of the databases after the first
 * @param classes classes that the JVM loaded, its own included
 */
record StartResult(
    double firstWall, double firstCpu, double furtherWall, double furtherCpu, double classes) {
  /** Prefix of the output line with the figures. */
  static final String MARK = "@start ";

  static StartResult parse(String line) {
    String[] words = line.substring(MARK.length()).split(" ", -1);
    return new StartResult(
        Double.parseDouble(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Double.parseDouble(words[3]),
        Double.parseDouble(words[4]));
  }

  /** Returns the median of one figure of several JVMs. */
  static double median(List<StartResult> results, ToDoubleFunction<StartResult> figure) {
    List<Double> values = new ArrayList<>();
    for (StartResult result : results) {
      values.add(figure.applyAsDouble(result));
    }
    values.sort(null);
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }
}
