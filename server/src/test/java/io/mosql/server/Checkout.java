package io.mosql.server;

import java.nio.file.Files;
import java.nio.file.Path;

/** The source tree that the tests run in. */
final class Checkout {
  private Checkout() {}

  /** The folder of the root pom and the launcher. */
  static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".mvn"))) {
        return folder;
      }
    }
    throw new IllegalStateException(start + " is not inside a checkout");
  }

  /** Engine, driver and command line in one file; there once the package phase ran. */
  static Path mosqlJar() {
    return root().resolve("server/target/mosql.jar");
  }
}
