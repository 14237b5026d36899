package io.mosql.benchmarks.tpch;

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

/** Reader of the SQL scripts among the resources. */
final class TpchResources {
  private TpchResources() {}

  /** Reads the statements of a file, each of which ends with a semicolon at the end of a line. */
  static List<String> statements(String name) {
    String text =
        lines(name).stream()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n", "", "\n"));
    return Arrays.stream(text.split(";\n")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  static List<String> lines(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("there is no " + name));
  }

  static Optional<List<String>> find(String name) {
    try (InputStream stream = TpchResources.class.getResourceAsStream(name)) {
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
