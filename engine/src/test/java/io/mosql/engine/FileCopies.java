package io.mosql.engine;

import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The files of a database directory as values. */
public final class FileCopies {
  private FileCopies() {}

  /** Names and contents, without locks. */
  public static Map<String, byte[]> read(StorageDirectory files) throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    for (String name : files.list()) {
      if (!name.endsWith(".lock")) {
        try (StorageFile file = files.open(name, false)) {
          byte[] bytes = new byte[Math.toIntExact(file.size())];
          file.read(0, bytes, 0, bytes.length);
          contents.put(name, bytes);
        }
      }
    }
    return contents;
  }

  static void write(Map<String, byte[]> contents, StorageDirectory files) throws IOException {
    for (Map.Entry<String, byte[]> entry : contents.entrySet()) {
      try (StorageFile file = files.open(entry.getKey(), true)) {
        file.write(0, entry.getValue(), 0, entry.getValue().length);
        file.sync();
      }
    }
    files.syncDirectory();
  }

  public static StorageDirectory inMemory(Map<String, byte[]> contents) throws IOException {
    StorageDirectory files = new MemoryDirectory("copy");
    write(contents, files);
    return files;
  }
}
