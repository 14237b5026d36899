package io.mosql.benchmarks.report;

import java.util.List;
import java.util.Map;

/** Common interface of the results of all benchmarks. */
public interface BenchmarkResult {
  DatabaseProduct product();

  MachineInfo machine();

  /** How many worked at a time. */
  int clients();

  /** The same titles in the same order for all results of a benchmark, the most important first. */
  List<BenchmarkMetric> figures();

  Map<String, ErrorCount> errors();

  /** Everything that makes the run count as failed. */
  List<String> problems();
}
