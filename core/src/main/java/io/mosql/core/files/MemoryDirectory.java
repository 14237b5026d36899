package io.mosql.core.files;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.FileNotFoundException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A directory in memory, for databases that live no longer than their process. Durability calls do
 * nothing. A deleted file stays usable through handles that are open. Thread-safe.
 */
public final class MemoryDirectory implements StorageDirectory {
  private final String name;
  private final TreeMap<String, MemoryFile> files = new TreeMap<>();
  private final Set<String> locks = new HashSet<>();

  public MemoryDirectory(String name) {
    this.name = name;
  }

  @Override
  public synchronized StorageFile open(String fileName, boolean create)
      throws FileNotFoundException {
    MemoryFile file = files.get(FileNameCheck.checked(fileName));
    if (file == null) {
      if (!create) {
        throw new FileNotFoundException(fileName);
      }
      file = new MemoryFile();
      files.put(fileName, file);
    }
    return file;
  }

  @Override
  public synchronized boolean exists(String fileName) {
    return files.containsKey(FileNameCheck.checked(fileName));
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public synchronized void rename(String from, String to) throws FileNotFoundException {
    FileNameCheck.checked(to);
    MemoryFile file = files.remove(FileNameCheck.checked(from));
    if (file == null) {
      throw new FileNotFoundException(from);
    }
    files.put(to, file);
  }

  @Override
  public synchronized void delete(String fileName) throws FileNotFoundException {
    if (files.remove(FileNameCheck.checked(fileName)) == null) {
      throw new FileNotFoundException(fileName);
    }
  }

  @Override
  public void syncDirectory() {}

  @Override
  public synchronized @Nullable AutoCloseable tryLock(String lockName) {
    return locks.add(FileNameCheck.checked(lockName)) ? () -> unlock(lockName) : null;
  }

  @Override
  public String describe() {
    return name;
  }

  @Override
  public void close() {}

  private synchronized void unlock(String lockName) {
    locks.remove(lockName);
  }
}
