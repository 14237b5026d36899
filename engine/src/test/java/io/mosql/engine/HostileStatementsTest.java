package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Nightly;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.Shard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statements that need more memory than a small heap has fail with 53200 or spill to files, never
 * cause an OutOfMemoryError, and later statements work.
 */
@Shard(index = 2, of = 3)
final class HostileStatementsTest {
  private static List<String> fates(Path directory, String heap, int sessions) throws IOException {
    List<String> fates = lines(directory, heap, Integer.toString(sessions));
    assertThat(fates)
        .hasSize(sessions * HostileStatements.PLAYED.size())
        .allMatch(fate -> fate.startsWith("rows ") || fate.startsWith("53200 "));
    return fates;
  }

  private static List<String> lines(Path directory, String heap, String... arguments)
      throws IOException {
    String url = "jdbc:mosql:file:" + directory.resolve("db");
    List<String> lines = new ArrayList<>();
    try (ChildJvm child =
        new ChildJvm(
            List.of(
                heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-Dmosql.nightly=" + Rotation.isNightly(),
                "-Dmosql.seed=" + Rotation.seed()),
            HostileStatements.class,
            Stream.concat(Stream.of(url), Stream.of(arguments)).toArray(String[]::new))) {
      for (String line = child.readLine(); line != null; line = child.readLine()) {
        lines.add(line);
      }
    }
    return lines.stream()
        .filter(line -> !line.startsWith("SLF4J") && !line.startsWith("rotation:"))
        .toList();
  }

  @Test
  void largeTextsEndWithRowsOrAnError(@TempDir Path directory) throws IOException {
    int size = 4_000;
    List<String> all = HostileTexts.of(size);
    List<String> fates = lines(directory, "-Xmx64m", "1", Integer.toString(size));
    assertThat(fates)
        .hasSize(all.size())
        .allMatch(
            fate ->
                fate.startsWith("rows ")
                    || fate.startsWith("22003 ")
                    || HostileTexts.REFUSALS.contains(fate.substring(0, 5)));
    assertThat(fates).filteredOn(("rows " + all.get(all.size() - 1))::equals).hasSize(1);
  }

  @Test
  void endWithRowsOrAnError(@TempDir Path directory) throws IOException {
    List<String> fates = fates(directory, "-Xmx64m", 1);
    for (int i = 0; i < fates.size(); i++) {
      assertThat(fates.get(i)).endsWith(HostileStatements.PLAYED.get(i));
    }
    assertThat(fates.get(0)).as("a sort goes to files").startsWith("rows");
    assertThat(fates.get(fates.size() - 1)).as("the last one").startsWith("rows");
    assertThat(fates).as("those that are too much").anyMatch(fate -> fate.startsWith("53200"));
  }

  @Nightly
  @Test
  void endSoInSessionsThatShareTheHeap(@TempDir Path directory) throws IOException {
    List<String> fates = fates(directory, "-Xmx96m", 3);
    String last = "rows " + HostileStatements.PLAYED.get(HostileStatements.PLAYED.size() - 1);
    assertThat(fates).filteredOn(last::equals).hasSize(3);
  }
}
