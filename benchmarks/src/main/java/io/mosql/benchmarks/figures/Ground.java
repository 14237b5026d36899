package io.mosql.benchmarks.figures;

import io.mosql.benchmarks.measure.Workplace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of where a figure is measured, common to all commands. */
@SuppressWarnings("NullAway.Init")
final class Ground {
  private static final String DIRECTORY = "{dir}";

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql:file:" + DIRECTORY,
      description = {
        "Embedded database; {dir} in it stands for its directory.",
        "Default jdbc:mosql:file:{dir}."
      })
  private String url;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where to make the fresh directory, which is deleted afterwards.")
  private @Nullable Path parent;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Heap of the JVMs that it starts, as in -Xmx; default as this one's.")
  private @Nullable String heap;

  /**
   * @param keep a directory to work in and to keep; null for a fresh one
   * @param defaultHeap when the options name none; null as this JVM's
   */
  Site open(PrintWriter out, @Nullable Path keep, @Nullable String defaultHeap)
      throws IOException, SQLException {
    if (!url.contains(DIRECTORY)) {
      throw new IllegalArgumentException("the URL has no {dir}: only embedded databases fit here");
    }
    Site site = new Site(out, workplace(keep), heap == null ? defaultHeap : heap, url);
    site.printHeader();
    return site;
  }

  private Workplace workplace(@Nullable Path keep) throws IOException {
    if (keep != null) {
      return Workplace.kept(keep.toAbsolutePath());
    }
    return parent == null
        ? Workplace.fresh()
        : Workplace.freshIn(Files.createDirectories(parent.toAbsolutePath()));
  }
}
