package io.mosql.storage.page;

import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageDirectory;

class MemoryPageStoreTest extends PageStoreConformance {
  @Override
  StorageDirectory files() {
    return new MemoryDirectory("test");
  }

  @Override
  int flips() {
    return 1000;
  }
}
