package io.mosql.testkit.files;

import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.Objects;

/**
 * A handle on a file of {@link FaultyDirectory}; valid for the process that opened it. Thread-safe.
 */
final class FaultyFile implements StorageFile {
  private final FaultyDisk disk;
  private final int process;
  private final String name;
  private final FaultyContent content;
  private boolean closed;

  FaultyFile(FaultyDisk disk, int process, String name, FaultyContent content) {
    this.disk = disk;
    this.process = process;
    this.name = name;
    this.content = content;
  }

  @Override
  public int read(long position, byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    synchronized (disk) {
      requireOpen();
      disk.run(process, FileOperation.READ, "read " + name);
      return content.read(position, target, offset, length);
    }
  }

  @Override
  public void write(long position, byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    synchronized (disk) {
      requireOpen();
      Fault fault = disk.begin(process, FileOperation.WRITE);
      if (fault == Fault.POWER_CUT) {
        content.write(position, source, offset, length);
      } else if (fault == Fault.SHORT_WRITE && length > 0) {
        content.write(position, source, offset, disk.shortened(length));
      }
      disk.failForSpace(fault, "write " + name);
      long growth = Math.max(0, position + length - content.size());
      int missing = (int) growth - disk.roomFor(growth);
      if (missing < length) {
        content.write(position, source, offset, length - missing);
      }
      disk.failForSpace(missing == 0 ? null : Fault.DISK_FULL, "write " + name);
    }
  }

  @Override
  public void sync() throws IOException {
    synchronized (disk) {
      requireOpen();
      Fault fault = disk.begin(process, FileOperation.SYNC);
      if (fault != null) {
        disk.failSync(content, fault);
      }
      disk.fail(fault, "sync " + name);
      content.sync();
    }
  }

  @Override
  public long size() throws IOException {
    synchronized (disk) {
      requireOpen();
      disk.run(process, FileOperation.LOOK, "size " + name);
      return content.size();
    }
  }

  @Override
  public void resize(long size) throws IOException {
    synchronized (disk) {
      requireOpen();
      Fault fault = disk.begin(process, FileOperation.RESIZE);
      if (fault == Fault.POWER_CUT) {
        content.resize(size);
      }
      disk.failForSpace(fault, "resize " + name);
      long growth = Math.max(0, size - content.size());
      boolean fits = disk.roomFor(growth) == growth;
      disk.failForSpace(fits ? null : Fault.DISK_FULL, "resize " + name);
      content.resize(size);
    }
  }

  @Override
  public void close() {
    synchronized (disk) {
      closed = true;
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException(name + " is closed");
    }
  }
}
