package io.mosql.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bugs that {@code ./planted-bugs} plants name tests that exist. The script checks that the
 * patches apply and that these tests then fail: that takes minutes.
 */
final class PlantedBugsTest {
  private static final Path TREE = Path.of("..");

  static List<Path> patches() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src", "test", "planted-bugs"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void thereAreSome() throws IOException {
    assertThat(patches()).hasSizeGreaterThan(15);
  }

  @ParameterizedTest
  @MethodSource("patches")
  void namesATestThatThereIs(Path patch) throws IOException {
    List<String> lines = Files.readAllLines(patch);
    assertThat(lines.get(0)).startsWith("What: ");
    assertThat(lines.get(1)).startsWith("Test: ");
    String[] named = lines.get(1).substring("Test: ".length()).split(" ", -1);
    assertThat(named).hasSize(2);
    try (Stream<Path> files = Files.walk(TREE.resolve(named[0]).resolve("src/test/java"))) {
      assertThat(files.filter(file -> file.endsWith(named[1] + ".java"))).hasSize(1);
    }
  }
}
