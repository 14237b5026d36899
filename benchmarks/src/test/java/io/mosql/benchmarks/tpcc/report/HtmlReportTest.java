package io.mosql.benchmarks.tpcc.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.database.EngineCounters;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.report.ErrorCount;
import io.mosql.benchmarks.report.JsonReport;
import io.mosql.benchmarks.report.MachineInfo;
import io.mosql.benchmarks.report.TransactionTypeResult;
import io.mosql.benchmarks.tpcc.check.TransactionCounts;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import io.mosql.benchmarks.tpcc.run.ThroughputSeries;
import io.mosql.benchmarks.tpcc.run.TransactionMix;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

final class HtmlReportTest {
  @TempDir Path directory;

  @Test
  void thePageNeedsNothingElse() {
    String page = HtmlReport.page(result());
    assertThat(page).doesNotContain("http:", "https:", "<script", "<link", "<img", "src=");
    assertThat(page).contains("54,321</span> tpmC", "Load: 9.5 s", "1 of 2");
  }

  @Test
  void namesAndProblemsAreEscaped() {
    String page = HtmlReport.page(result());
    assertThat(page).contains("Data&lt;Base&gt; 1 &amp; 2", "5 &lt; 6 went wrong");
    assertThat(page).doesNotContain("Data<Base>");
  }

  @Test
  void chartsAreWellFormedAndShowTheirFigures()
      throws ParserConfigurationException, IOException, SAXException {
    Matcher charts =
        Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(HtmlReport.page(result()));
    int found = 0;
    while (charts.find()) {
      found++;
      var document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(charts.group())));
      assertThat(document.getElementsByTagName("text").getLength()).isGreaterThan(5);
      assertThat(charts.group()).doesNotContain("NaN", "Infinity");
    }
    assertThat(found).isEqualTo(3);
  }

  @Test
  void anEmptyRunStillHasAPage() {
    RunResult full = result();
    RunResult empty =
        new RunResult(
            full.product(),
            full.machine(),
            1,
            full.plan(),
            null,
            0,
            0,
            0,
            new TransactionCounts(0, 0, 0),
            Map.of("New-Order", new TransactionTypeResult(0, 0, 0, 0, 0, 0, 0, 0, 0)),
            Map.of(),
            0,
            null,
            0,
            0,
            List.of(),
            List.of(),
            List.of(),
            List.of());
    assertThat(HtmlReport.page(empty)).contains("</html>").doesNotContain("NaN");
  }

  @Test
  void jsonReadsBackAsWritten() throws IOException {
    Path file = directory.resolve("run.json");
    JsonReport.write(List.of(result()), file);
    assertThat(JsonReport.read(file, RunResult.class)).containsExactly(result());
  }

  @Test
  void textHasTheTwoLinesThatProgramsLookFor() {
    assertThat(TextReport.lines(result()))
        .contains("Measured tpmC (NewOrders) = 54321.00", "Measured tpmTOTAL = 120000.50")
        .contains("  40001  3 times, first: Payment: lost", "PROBLEM: 5 < 6 went wrong")
        .contains("Longest time without a completed transaction: 80.0 ms");
  }

  private static RunResult result() {
    return new RunResult(
        new DatabaseProduct(
            "x", "Data<Base>", "1 & 2", "driver", "jdbc:x", "serializable", "all of it"),
        new MachineInfo(2, "Linux", "JVM 17", "/d", true, "ext4", 90.5, 20.5),
        1,
        new RunPlan(1, 3, 0, 0, true, TransactionMix.STANDARD, 0, 1),
        9.5,
        3,
        54_321,
        120_000.5,
        new TransactionCounts(2716, 2600, 2400),
        Map.of("New-Order", new TransactionTypeResult(2740, 24, 0.4, 0.35, 0.5, 0.6, 1.5, 9, 80)),
        Map.of("40001", new ErrorCount(3, "Payment: lost")),
        0,
        new EngineCounters(600, 300, 4L, 1L),
        0.01,
        4.5,
        List.of(new ConditionResult(1, "a = b", true, null, 1)),
        List.of(
            new ConditionResult(1, "a = b", true, null, 1),
            new ConditionResult(2, "c = d", false, "c = 1", 1)),
        List.of(
            new ThroughputSeries.Second(900, 2000, 80),
            new ThroughputSeries.Second(950, 2100, 4.5),
            new ThroughputSeries.Second(866, 1900, 3)),
        List.of("5 < 6 went wrong"));
  }
}
