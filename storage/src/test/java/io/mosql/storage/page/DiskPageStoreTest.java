package io.mosql.storage.page;

import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.StorageDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DiskPageStoreTest extends PageStoreConformance {
  @TempDir Path directory = Path.of("");

  @Override
  StorageDirectory files() throws IOException {
    return DiskDirectory.open(directory);
  }

  @Override
  int flips() {
    return 40;
  }
}
