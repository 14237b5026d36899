package io.mosql.engine.anomalies;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays the examples of several sessions in the documentation: each block of {@code mosql} on a
 * page is a scene.
 */
final class ScenesOfPagesTest {
  private static final Path ROOT = Path.of("..");
  private static final String BEGIN = "```mosql";
  private static final String END = "```";

  static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>();
    for (Path path : Page.all(ROOT)) {
      if (Files.readAllLines(path).contains(BEGIN)) {
        pages.add(ROOT.relativize(path).toString());
      }
    }
    return pages;
  }

  @Test
  void thePageOfTransactionsHasScenes() throws IOException {
    assertThat(pages()).contains("docs/transactions.md");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void examplesGiveTheResultsOfThePage(String page) throws IOException, SQLException {
    Path path = ROOT.resolve(page);
    List<String> actual = new ArrayList<>();
    List<String> block = new ArrayList<>();
    boolean within = false;
    int examples = 0;
    for (String line : Files.readAllLines(path)) {
      if (within && line.equals(END)) {
        String title = Scene.TITLE + "example " + ++examples;
        actual.addAll(ScriptFile.scene(title, List.of("serializable"), block).play());
        block.clear();
        within = false;
      }
      if (within) {
        block.add(line);
      } else {
        actual.add(line);
        within = line.equals(BEGIN);
      }
    }
    assertThat(within).as("a block is not closed").isFalse();
    ScriptFile.check(path, actual);
  }
}
