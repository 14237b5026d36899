package io.mosql.testkit.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The next seed of each kind of soak test, in a file of the repository. It is not in a build
 * directory, so that neither a clean build nor another machine plays the same seeds again.
 */
public final class SoakSeeds {
  private final Path file;
  private final Map<String, Long> next = new TreeMap<>();

  public SoakSeeds(Path file) throws IOException {
    this.file = file;
    Properties properties = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    for (String kind : properties.stringPropertyNames()) {
      next.put(kind, Long.valueOf(properties.getProperty(kind).strip()));
    }
  }

  /** The next unused seed of a kind. */
  public long take(String kind) {
    Long seed = next.get(kind);
    if (seed == null) {
      throw new IllegalArgumentException(file + " has no seed for " + kind);
    }
    next.put(kind, seed + 1);
    return seed;
  }

  /** Records the used seeds; the comment at the head of the file is kept. */
  public void save() throws IOException {
    List<String> lines =
        new ArrayList<>(Files.readAllLines(file).stream().filter(l -> l.startsWith("#")).toList());
    next.forEach((kind, seed) -> lines.add(kind + "=" + seed));
    Files.write(file, lines);
  }
}
