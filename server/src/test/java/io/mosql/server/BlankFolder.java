package io.mosql.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Factory of temporary folders with a blank in their names. */
final class BlankFolder implements TempDirFactory {
  BlankFolder() {}

  @Override
  public Path createTempDirectory(
      AnnotatedElementContext elementContext, ExtensionContext extensionContext)
      throws IOException {
    return Files.createTempDirectory("mosql launcher");
  }
}
