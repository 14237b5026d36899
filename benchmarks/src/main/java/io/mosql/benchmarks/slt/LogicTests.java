package io.mosql.benchmarks.slt;

import io.mosql.benchmarks.testbed.Console;
import java.io.BufferedReader;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Runs slices of many files, first of all files the first one, then of all the second, until all is
 * done or the time is over. A slice that was begun is finished. Not thread-safe.
 */
final class LogicTests {
  private static final String URL = "jdbc:mosql:mem:slt-";
  private static final int SECONDS_PER_RECORD = 20;
  private static final int WRONG_KEPT = 100;

  private final Corpus corpus;
  private final List<String> names;
  private final Slices slices;
  private final Ledger ledger;
  private final Console console;
  private int databases;

  LogicTests(Corpus corpus, List<String> names, Slices slices, Ledger ledger, Console console) {
    this.corpus = corpus;
    this.names = List.copyOf(names);
    this.slices = slices;
    this.ledger = ledger;
    this.console = console;
  }

  /**
   * @param enough asked before each slice whether it is to be left alone
   * @return whether everything is done
   */
  boolean run(BooleanSupplier enough) throws IOException {
    for (int slice = 0; slice < Slices.COUNT; slice++) {
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
        Tally sum = sum();
        console.line(
            "%5.1f %% of each file: %,d right, %,d wrong, %,d unsupported",
            100 * Slices.share(slice), sum.right(), sum.wrong(), sum.unsupported());
      }
    }
    return true;
  }

  private Tally sum() {
    Tally sum = Tally.NONE;
    for (Ledger.Found found : ledger.files().values()) {
      sum = sum.plus(found.tally());
    }
    return sum;
  }

  private Ledger.Found run(String name, int slice) throws IOException {
    SliceResult result = new SliceResult();
    try (BufferedReader lines = corpus.read(name)) {
      new FileRun(URL + databases++, SECONDS_PER_RECORD, result::add)
          .run(new RecordReader(lines), query -> slices.of(name, query) == slice, slice == 0);
    } catch (IOException | SQLException e) {
      throw new IOException(name + ": " + e.getMessage(), e);
    }
    return result.found();
  }

  /** What is found in one slice; of what is wrong the first hundred are kept in words. */
  private static final class SliceResult {
    private final List<String> wrong = new ArrayList<>();
    private final Map<Feature, Long> lacking = new EnumMap<>(Feature.class);
    private Tally tally = Tally.NONE;

    void add(TestRecord record, Finding finding) {
      tally = tally.plus(finding.verdict());
      Feature feature = finding.feature();
      if (feature != null) {
        lacking.merge(feature, 1L, Long::sum);
      }
      if (finding.verdict() == Verdict.WRONG && wrong.size() < WRONG_KEPT) {
        String text = record.sql() + "  -- " + finding.detail();
        wrong.add(record.line() + "\t" + text.replaceAll("\\s+", " "));
      }
    }

    Ledger.Found found() {
      return new Ledger.Found(1, tally, wrong, lacking);
    }
  }
}
