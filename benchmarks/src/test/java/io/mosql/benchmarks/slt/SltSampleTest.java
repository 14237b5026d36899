package io.mosql.benchmarks.slt;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Test that runs 5,000 queries from all regions of SQLite's corpus, or a third of them, with some
 * thousand statements. README.md next to the sample names its source.
 */
final class SltSampleTest {
  private static final Path SAMPLE = Path.of("src/test/resources/slt/sample.zip");
  private static final int SECONDS_PER_RECORD = 60;

  private final List<String> wrong = new ArrayList<>();
  private StatusCounts tally = StatusCounts.NONE;
  private int queries;

  @Test
  void nothingIsWrong() throws Exception {
    int stride = Rotation.size(3, 1);
    int offset = Rotation.offset(stride);
    try (Corpus corpus = Corpus.open(SAMPLE)) {
      for (String name : corpus.names("**")) {
        try (BufferedReader lines = corpus.read(name)) {
          new FileRun(
                  "jdbc:mosql:mem:slt-sample",
                  SECONDS_PER_RECORD,
                  (record, finding) -> note(name, record, finding))
              .run(new RecordReader(lines), query -> query % stride == offset, true);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(queries).isBetween(Rotation.size(1_000, 5_000), 5_000);
    assertThat(tally.unsupported()).isLessThan(tally.all() / 100);
  }

  private void note(String file, TestRecord record, RecordResult finding) {
    tally = tally.plus(finding.verdict());
    queries += record instanceof TestRecord.Query ? 1 : 0;
    if (finding.verdict() == RecordStatus.WRONG) {
      wrong.add(file + ":" + record.line() + ": " + record.sql() + " -- " + finding.detail());
    }
  }
}
