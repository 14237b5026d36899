package io.mosql.benchmarks.report;

import java.util.List;
import java.util.Map;

/** What the results of all benchmarks can say, so that results can be set side by side. */
public interface Result {
  Product product();

  Machine machine();

  /** How many worked at a time. */
  int clients();

  /** The same titles in the same order for all results of a benchmark, the most important first. */
  List<Figure> figures();

  Map<String, ErrorCount> errors();

  /** Everything that makes the run count as failed. */
  List<String> problems();
}
