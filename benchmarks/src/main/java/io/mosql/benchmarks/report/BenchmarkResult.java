package io.mosql.benchmarks.report;

import java.util.List;
import java.util.Map;

/** Common interface of the results of all benchmarks. */
public interface BenchmarkResult {
  DatabaseProduct product();

  MachineInfo machine();

  /** Number of concurrent clients. */
  int clients();

  /**
   * Metrics with the same titles in the same order for all results of a benchmark, the most
   * important first.
   */
  List<BenchmarkMetric> figures();

  Map<String, ErrorCount> errors();

  /** Problems, each of which makes the run count as failed. */
  List<String> problems();
}
