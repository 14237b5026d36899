package io.mosql.engine;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A storage directory that tracks files with unsynced writes, and can skip syncs. */
final class WatchedFiles implements StorageDirectory {
  private final StorageDirectory files;
  private final Runnable beforeSync;
  private final boolean lies;
  private final Set<String> unsynced = ConcurrentHashMap.newKeySet();

  /**
   * @param beforeSync called before each sync of a file
   * @param lies whether syncs are not done
   */
  WatchedFiles(StorageDirectory files, Runnable beforeSync, boolean lies) {
    this.files = files;
    this.beforeSync = beforeSync;
    this.lies = lies;
  }

  /** Names of the files with unsynced writes. */
  Set<String> unsynced() {
    return Set.copyOf(unsynced);
  }

  @Override
  public StorageFile open(String name, boolean create) throws IOException {
    return new Watched(name, files.open(name, create));
  }

  @Override
  public boolean exists(String name) throws IOException {
    return files.exists(name);
  }

  @Override
  public List<String> list() throws IOException {
    return files.list();
  }

  @Override
  public void rename(String from, String to) throws IOException {
    files.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    files.delete(name);
    unsynced.remove(name);
  }

  @Override
  public void syncDirectory() throws IOException {
    files.syncDirectory();
  }

  @Override
  public @Nullable AutoCloseable tryLock(String name) throws IOException {
    return files.tryLock(name);
  }

  @Override
  public String describe() {
    return files.describe();
  }

  @Override
  public void close() {
    files.close();
  }

  private final class Watched implements StorageFile {
    private final String name;
    private final StorageFile file;

    Watched(String name, StorageFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
      return file.read(position, target, offset, length);
    }

    @Override
    public void write(long position, byte[] source, int offset, int length) throws IOException {
      unsynced.add(name);
      file.write(position, source, offset, length);
    }

    @Override
    public void sync() throws IOException {
      beforeSync.run();
      if (!lies) {
        file.sync();
      }
      unsynced.remove(name);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void resize(long size) throws IOException {
      file.resize(size);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
