package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * Database with an {@code ItemTable} that was filled and closed cleanly, and can be reused. The
 * file {@code built.properties} next to it is written last and contains the number of rows.
 */
final class PreparedDatabase {
  private static final String ROWS = "rows";

  private final StepRunner site;
  private final Path marker;

  PreparedDatabase(StepRunner site) {
    this.site = site;
    this.marker = site.directory().resolve("built.properties");
  }

  /** Fills the database, unless it is already complete. */
  void ensure(long rows, boolean indexed) throws IOException, InterruptedException {
    if (Files.exists(marker)) {
      if (rowsThere() != rows) {
        throw new IllegalArgumentException(
            "%s has %d rows, not %d: delete it, or ask for another directory"
                .formatted(site.database(), rowsThere(), rows));
      }
      site.line("Using the database that is there, %,d rows", rows);
      return;
    }
    if (Files.exists(site.database())) {
      throw new IllegalArgumentException(site.database() + " was not finished: delete it");
    }
    site.line("Building %,d rows", rows);
    StepInput given =
        StepInput.of(site.url(), Map.of()).with("rows", rows).with("indexed", indexed);
    StepRunner.Outcome fill = site.run(StepMain.FILL, given);
    site.printMetric(
        "built, rows/s, and closed in s",
        "%,.0f  %.1f",
        rows / fill.metric("seconds"),
        fill.metric("close-seconds"));
    Properties properties = new Properties();
    properties.setProperty(ROWS, Long.toString(rows));
    try (Writer writer = Files.newBufferedWriter(marker)) {
      properties.store(writer, null);
    }
  }

  private long rowsThere() throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(marker)) {
      properties.load(reader);
    }
    return Long.parseLong(properties.getProperty(ROWS, "0"));
  }
}
