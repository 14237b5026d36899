package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.report.BenchmarkResult;
import io.mosql.benchmarks.report.JsonReport;
import io.mosql.benchmarks.tpcc.report.RunResult;
import io.mosql.benchmarks.workload.WorkloadResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Benchmark that can be compared: its command writes results as JSON. */
enum ComparableBenchmark {
  TPCC(RunResult.class, "--warehouses", "--terminals"),
  TPCB(WorkloadResult.class, "--scale", "--clients");

  private final Class<? extends BenchmarkResult> type;
  private final String sizeOption;
  private final String clientsOption;

  ComparableBenchmark(
      Class<? extends BenchmarkResult> type, String sizeOption, String clientsOption) {
    this.type = type;
    this.sizeOption = sizeOption;
    this.clientsOption = clientsOption;
  }

  /** Name of its command. */
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }

  String sizeOption() {
    return sizeOption;
  }

  String clientsOption() {
    return clientsOption;
  }

  /** Name of its concurrent clients, in the plural. */
  String clients() {
    return clientsOption.substring(2);
  }

  List<? extends BenchmarkResult> read(Path json) throws IOException {
    return JsonReport.read(json, type);
  }

  @Override
  public String toString() {
    return command();
  }
}
