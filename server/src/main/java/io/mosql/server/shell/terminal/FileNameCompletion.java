package io.mosql.server.shell.terminal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Completion of file names. */
final class FileNameCompletion {
  private FileNameCompletion() {}

  /**
   * @param word beginning of a path, possibly after a single quote
   */
  static List<String> completing(String word) {
    String quote = word.startsWith("'") ? "'" : "";
    String path = word.substring(quote.length());
    String directory = path.substring(0, path.lastIndexOf('/') + 1);
    String begun = path.substring(directory.length());
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Path.of(directory.isEmpty() ? "." : directory))) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        boolean hidden = name.startsWith(".") && begun.isEmpty();
        if (name.startsWith(begun) && !hidden) {
          found.add(quote + directory + name + (Files.isDirectory(file) ? "/" : quote));
        }
      }
    } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
      return List.of();
    }
    Collections.sort(found);
    return found;
  }
}
