package io.mosql.benchmarks.slt;

import io.mosql.benchmarks.testbed.ProgressConsole;
import java.io.BufferedReader;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Run of slices of many files, until all are done or the time is over. A started slice is always
 * completed. Not thread-safe.
 */
final class CorpusRun {
  private static final String URL = "jdbc:mosql:mem:slt-";
  private static final int SECONDS_PER_RECORD = 20;
  private static final int WRONG_KEPT = 100;

  private final Corpus corpus;
  private final List<String> names;
  private final QuerySlices slices;
  private final ProgressFile ledger;
  private final ProgressConsole console;
  private int databases;

  CorpusRun(
      Corpus corpus,
      List<String> names,
      QuerySlices slices,
      ProgressFile ledger,
      ProgressConsole console) {
    this.corpus = corpus;
    this.names = List.copyOf(names);
    this.slices = slices;
    this.ledger = ledger;
    this.console = console;
  }

  /**
   * @param enough checked before each slice: whether to stop
   * @return whether all slices are done
   */
  boolean run(BooleanSupplier enough) throws IOException {
    for (int slice = 0; slice < QuerySlices.COUNT; slice++) {
      boolean anything = false;
      for (String name : names) {
        if (ledger.has(name, slice)) {
          continue;
        }
        if (enough.getAsBoolean()) {
          return false;
        }
        ledger.add(name, slice, run(name, slice));
        anything = true;
      }
      if (anything) {
        StatusCounts sum = sum();
        console.line(
            "%5.1f %% of each file: %,d right, %,d wrong, %,d unsupported",
            100 * QuerySlices.share(slice), sum.right(), sum.wrong(), sum.unsupported());
      }
    }
    return true;
  }

  private StatusCounts sum() {
    StatusCounts sum = StatusCounts.NONE;
    for (ProgressFile.FileProgress found : ledger.files().values()) {
      sum = sum.plus(found.tally());
    }
    return sum;
  }

  private ProgressFile.FileProgress run(String name, int slice) throws IOException {
    SliceResult result = new SliceResult();
    try (BufferedReader lines = corpus.read(name)) {
      new FileRun(URL + databases++, SECONDS_PER_RECORD, result::add)
          .run(new RecordReader(lines), query -> slices.of(name, query) == slice, slice == 0);
    } catch (IOException | SQLException e) {
      throw new IOException(name + ": " + e.getMessage(), e);
    }
    return result.found();
  }

  /** Result of one slice; at most the first hundred failures are kept as text. */
  private static final class SliceResult {
    private final List<String> wrong = new ArrayList<>();
    private final Map<UnsupportedFeature, Long> lacking = new EnumMap<>(UnsupportedFeature.class);
    private StatusCounts tally = StatusCounts.NONE;

    void add(TestRecord record, RecordResult finding) {
      tally = tally.plus(finding.verdict());
      UnsupportedFeature feature = finding.feature();
      if (feature != null) {
        lacking.merge(feature, 1L, Long::sum);
      }
      if (finding.verdict() == RecordStatus.WRONG && wrong.size() < WRONG_KEPT) {
        String text = record.sql() + "  -- " + finding.detail();
        wrong.add(record.line() + "\t" + text.replaceAll("\\s+", " "));
      }
    }

    ProgressFile.FileProgress found() {
      return new ProgressFile.FileProgress(1, tally, wrong, lacking);
    }
  }
}
