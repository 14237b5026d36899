package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever wants more memory than a small heap has ends with 53200 or by files, never with an
 * OutOfMemoryError, and what comes after it runs.
 */
final class HostileStatementsTest {
  private static List<String> fates(Path directory, String heap, int sessions) throws IOException {
    String url = "jdbc:mosql:file:" + directory.resolve("db");
    List<String> lines = new ArrayList<>();
    try (ChildJvm child =
        new ChildJvm(
            List.of(heap, "-XX:+ExitOnOutOfMemoryError"),
            HostileStatements.class,
            url,
            Integer.toString(sessions))) {
      for (String line = child.readLine(); line != null; line = child.readLine()) {
        lines.add(line);
      }
    }
    List<String> fates = lines.stream().filter(line -> !line.startsWith("SLF4J")).toList();
    assertThat(fates)
        .hasSize(sessions * HostileStatements.ALL.size())
        .allMatch(fate -> fate.startsWith("rows ") || fate.startsWith("53200 "));
    return fates;
  }

  @Test
  void endWithRowsOrAnError(@TempDir Path directory) throws IOException {
    List<String> fates = fates(directory, "-Xmx64m", 1);
    for (int i = 0; i < fates.size(); i++) {
      assertThat(fates.get(i)).endsWith(HostileStatements.ALL.get(i));
    }
    assertThat(fates.get(0)).as("a sort goes to files").startsWith("rows");
    assertThat(fates.get(fates.size() - 1)).as("the last one").startsWith("rows");
    assertThat(fates).as("those that are too much").anyMatch(fate -> fate.startsWith("53200"));
  }

  @Test
  void endSoInSessionsThatShareTheHeap(@TempDir Path directory) throws IOException {
    List<String> fates = fates(directory, "-Xmx96m", 3);
    String last = "rows " + HostileStatements.ALL.get(HostileStatements.ALL.size() - 1);
    assertThat(fates).filteredOn(last::equals).hasSize(3);
  }
}
