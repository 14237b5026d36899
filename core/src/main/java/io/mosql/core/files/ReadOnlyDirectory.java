package io.mosql.core.files;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read-only view of a directory: every write fails. Closing it leaves the directory open.
 * Thread-safe.
 */
public final class ReadOnlyDirectory implements StorageDirectory {
  private final StorageDirectory files;

  public ReadOnlyDirectory(StorageDirectory files) {
    this.files = files;
  }

  @Override
  public StorageFile open(String name, boolean create) throws IOException {
    if (create) {
      throw refusal();
    }
    return new ReadOnlyFile(files.open(name, false));
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
    throw refusal();
  }

  @Override
  public void delete(String name) throws IOException {
    throw refusal();
  }

  @Override
  public void syncDirectory() throws IOException {
    throw refusal();
  }

  @Override
  public @Nullable AutoCloseable tryLock(String name) throws IOException {
    throw refusal();
  }

  @Override
  public @Nullable Path directory() {
    return files.directory();
  }

  @Override
  public String describe() {
    return files.describe();
  }

  @Override
  public void close() {}

  private static IOException refusal() {
    return new IOException("nothing may be changed here");
  }

  /** A read-only view of a file. */
  private record ReadOnlyFile(StorageFile file) implements StorageFile {
    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
      return file.read(position, target, offset, length);
    }

    @Override
    public void write(long position, byte[] source, int offset, int length) throws IOException {
      throw refusal();
    }

    @Override
    public void sync() throws IOException {
      throw refusal();
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void resize(long size) throws IOException {
      throw refusal();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
