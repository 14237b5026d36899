package io.mosql.storage.page;

import io.mosql.core.files.DiskFiles;
import io.mosql.core.port.Files;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DiskPageStoreTest extends PageStoreConformance {
  @TempDir Path directory = Path.of("");

  @Override
  Files files() throws IOException {
    return DiskFiles.open(directory);
  }

  @Override
  int flips() {
    return 40;
  }
}
