package io.mosql.storage.page;

import io.mosql.core.files.MemoryFiles;
import io.mosql.core.port.Files;

class MemoryPageStoreTest extends PageStoreConformance {
  @Override
  Files files() {
    return new MemoryFiles("test");
  }

  @Override
  int flips() {
    return 1000;
  }
}
