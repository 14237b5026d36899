package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.step.ItemTable;
import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import io.mosql.benchmarks.storage.step.StorageStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench heap. */
@Command(
    name = "heap",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Heap for each row.",
    description = {
      "Heap per row of a table with keys of 18 bytes and rows of 200 bytes, after full"
          + " collections:",
      "dirty after the load, and clean after all rows were read in a new JVM with a cache for the",
      "whole table."
    })
@SuppressWarnings("NullAway.Init")
final class HeapCommand implements Callable<Integer> {
  /** Upper bound of the cache bytes per row. */
  private static final int CACHE_BYTES_PER_ROW = 600;

  private static final long CACHE_BYTES_MIN = 64 << 20;

  @Spec private CommandSpec spec;
  @Mixin private StorageBenchOptions ground;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "rows (default: 1000000)")
  private long rows;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    try (StepRunner site = ground.open(spec.commandLine().getOut(), null, null)) {
      Map<String, String> writing = site.supportedProperties(StorageStatus.NONE);
      long cache = Math.max(CACHE_BYTES_MIN, rows * CACHE_BYTES_PER_ROW);
      Map<String, String> reading =
          site.supportedProperties(Map.of("cacheBytes", Long.toString(cache)));
      StepRunner.Outcome dirty = step(site, StepMain.HEAP_DIRTY, writing);
      StepRunner.Outcome clean = step(site, StepMain.HEAP_CLEAN, reading);
      site.line(
          "Heap for each of %,d rows, bytes; key and row are %d", rows, ItemTable.BYTES_PER_ROW);
      site.printMetric("dirty", "%8.1f", dirty.metric("bytes-per-row"));
      site.printMetric("clean", "%8.1f", clean.metric("bytes-per-row"));
      return site.end((long) (dirty.metric("errors") + clean.metric("errors")));
    }
  }

  private StepRunner.Outcome step(StepRunner site, String step, Map<String, String> properties)
      throws IOException, InterruptedException {
    Path empty = site.directory().resolve("empty-" + step);
    return site.run(
        step,
        StepInput.of(site.url(), properties).with("rows", rows).with("empty-url", site.url(empty)));
  }
}
