package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.measure.BenchmarkDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for URL and directory, shared by all storage benchmarks. */
@SuppressWarnings("NullAway.Init")
final class StorageBenchOptions {
  private static final String DIRECTORY = "{dir}";

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql:file:" + DIRECTORY,
      description = {
        "URL of an embedded database; {dir} is a new directory",
        "(default: jdbc:mosql:file:{dir})"
      })
  private String url;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "parent of the new directory, which is deleted afterwards")
  private @Nullable Path parent;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "heap of child JVMs, as in -Xmx (default: that of this JVM)")
  private @Nullable String heap;

  /**
   * @param keep directory to use and keep; null for a temporary one
   * @param defaultHeap heap size without an option; null for that of this JVM
   */
  StepRunner open(PrintWriter out, @Nullable Path keep, @Nullable String defaultHeap)
      throws IOException, SQLException {
    if (!url.contains(DIRECTORY)) {
      throw new IllegalArgumentException("the URL has no {dir}: only embedded databases fit here");
    }
    StepRunner site = new StepRunner(out, workplace(keep), heap == null ? defaultHeap : heap, url);
    site.printHeader();
    return site;
  }

  private BenchmarkDirectory workplace(@Nullable Path keep) throws IOException {
    if (keep != null) {
      return BenchmarkDirectory.kept(keep.toAbsolutePath());
    }
    return parent == null
        ? BenchmarkDirectory.fresh()
        : BenchmarkDirectory.freshIn(Files.createDirectories(parent.toAbsolutePath()));
  }
}
