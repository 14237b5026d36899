package io.mosql.server;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Source tree of the project, in which the tests run. */
public final class Checkout {
  private Checkout() {}

  /** Folder of the root pom and the launcher. */
  public static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".mvn"))) {
        return folder;
      }
    }
    throw new IllegalStateException(start + " is not inside a checkout");
  }

  /** Jar with engine, driver and command line; it exists after the package phase. */
  public static Path mosqlJar() {
    return root().resolve("server/target/mosql.jar");
  }

  /** Folder of this module's test classes. */
  public static Path tests() {
    return root().resolve("server/target/test-classes");
  }

  /** Lists all files with this ending, without build output. */
  static List<Path> files(String ending) throws IOException {
    Path root = root();
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = directory.getFileName().toString();
            boolean ours =
                directory.equals(root) || !(name.equals("target") || name.startsWith("."));
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(ending)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
