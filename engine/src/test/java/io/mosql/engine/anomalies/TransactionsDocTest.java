package io.mosql.engine.anomalies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plays the examples of docs/transactions.md: each block of {@code mosql} is a scene. */
final class TransactionsDocTest {
  private static final Path DOCUMENT = Path.of("../docs/transactions.md");
  private static final String BEGIN = "```mosql";
  private static final String END = "```";

  @Test
  void examplesGiveWhatTheDocumentSays() throws IOException, SQLException {
    List<String> actual = new ArrayList<>();
    List<String> block = new ArrayList<>();
    boolean within = false;
    int examples = 0;
    for (String line : Files.readAllLines(DOCUMENT)) {
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
    assertThat(examples).isPositive();
    assertThat(within).as("a block is not closed").isFalse();
    ScriptFile.check(DOCUMENT, actual);
  }
}
