package io.mosql.benchmarks.slt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Corpus of SQL logic tests, in a jar or other zip file or in a directory. Files are named by their
 * path below it, such as {@code test/index/in/10/slt_good_0.test}. Not thread-safe.
 */
final class Corpus implements AutoCloseable {
  private static final String SUFFIX = ".test";

  private final Path place;
  private final @Nullable ZipFile zip;
  private final List<String> names;

  private Corpus(Path place, @Nullable ZipFile zip, List<String> names) {
    this.place = place;
    this.zip = zip;
    this.names = names;
  }

  static Corpus open(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      try (Stream<Path> files = Files.walk(place, FileVisitOption.FOLLOW_LINKS)) {
        return new Corpus(
            place,
            null,
            tests(files.map(file -> place.relativize(file).toString().replace('\\', '/'))));
      }
    }
    ZipFile zip = new ZipFile(place.toFile());
    return new Corpus(place, zip, tests(zip.stream().map(ZipEntry::getName)));
  }

  private static List<String> tests(Stream<String> names) {
    return names.filter(name -> name.endsWith(SUFFIX)).sorted().toList();
  }

  /**
   * Returns the names of matching files, in order.
   *
   * @param glob that the name must match; {@code *} does not match {@code /}, {@code **} does
   */
  List<String> names(String glob) {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    return names.stream().filter(name -> matcher.matches(Path.of(name))).toList();
  }

  BufferedReader read(String name) throws IOException {
    return new BufferedReader(new InputStreamReader(stream(name), StandardCharsets.UTF_8));
  }

  private InputStream stream(String name) throws IOException {
    if (zip == null) {
      return Files.newInputStream(place.resolve(name));
    }
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw new IOException("There is no " + name + " in " + place);
    }
    return zip.getInputStream(entry);
  }

  @Override
  public void close() throws IOException {
    if (zip != null) {
      zip.close();
    }
  }
}
