package io.mosql.benchmarks.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reader of SQL scripts among the resources.
 *
 * @param place class beside which the scripts are
 */
public record SqlResources(Class<?> place) {

  /**
   * Reads the statements of a file, each of which ends with a semicolon at the end of a line,
   * without lines of comments.
   */
  public List<String> statements(String name) {
    String text =
        lines(name).stream()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n", "", "\n"));
    return Arrays.stream(text.split(";\n")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  public List<String> lines(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("there is no " + name));
  }

  public Optional<List<String>> find(String name) {
    try (InputStream stream = place.getResourceAsStream(name)) {
      if (stream == null) {
        return Optional.empty();
      }
      return Optional.of(
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))
              .lines()
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
