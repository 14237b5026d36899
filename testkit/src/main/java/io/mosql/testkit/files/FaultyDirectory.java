package io.mosql.testkit.files;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A directory in memory that distinguishes written and synced changes, as seen by one process.
 * {@link #cutPower} loses, reorders and tears unsynced changes, sector by sector (512 bytes), and
 * loses names (creations, renames, deletions) in an unsynced directory, each of them or all from
 * one on; {@link #kill} ends the process and keeps all its writes. Either way the old object and
 * its handles fail from then on, and a new object is for the next process. Any operation can be
 * made to fail, and the disk can be made small.
 *
 * <p>Injected faults are reported with the seed and the operation's number. All random choices
 * follow from the seed, as long as one thread uses it. Thread-safe.
 */
public final class FaultyDirectory implements StorageDirectory {
  private final FaultyDisk disk;
  private final int process;

  public FaultyDirectory(long seed) {
    this(new FaultyDisk(seed));
  }

  private FaultyDirectory(FaultyDisk disk) {
    this.disk = disk;
    this.process = disk.startProcess();
  }

  /** Injects a fault into the n-th operation from the beginning of this process; 1 is the first. */
  public FaultyDirectory failAt(long operation, Fault fault) {
    synchronized (disk) {
      disk.faultAt(null, operation, fault);
      return this;
    }
  }

  /** Injects a fault into the n-th operation of a kind in this process; 1 is the first. */
  public FaultyDirectory failAt(FileOperation kind, long n, Fault fault) {
    synchronized (disk) {
      disk.faultAt(kind, n, fault);
      return this;
    }
  }

  /**
   * Limits the size of the disk: an operation that would make the sum of all files larger fails,
   * until files were deleted; a write then leaves its beginning.
   */
  public FaultyDirectory limitTo(long bytes) {
    synchronized (disk) {
      disk.limitTo(bytes);
      return this;
    }
  }

  /** Number of operations of this process so far. */
  public long operations() {
    synchronized (disk) {
      return disk.operations(null);
    }
  }

  /** Number of operations of a kind of this process so far. */
  public long operations(FileOperation kind) {
    synchronized (disk) {
      return disk.operations(kind);
    }
  }

  /** How often each requested fault was injected, in this process and those before it. */
  public Map<Fault, Long> met() {
    synchronized (disk) {
      return disk.met();
    }
  }

  /** Bytes of all files. */
  public long size() {
    synchronized (disk) {
      return disk.size();
    }
  }

  /**
   * Cuts the power, unless a fault did it before, and starts a process on the surviving contents.
   */
  public FaultyDirectory cutPower() {
    synchronized (disk) {
      if (disk.isRunning(process)) {
        disk.cutPower();
      }
      return new FaultyDirectory(disk);
    }
  }

  /** Kills the process and starts another one, which finds all writes. */
  public FaultyDirectory kill() {
    synchronized (disk) {
      return new FaultyDirectory(disk);
    }
  }

  @Override
  public StorageFile open(String name, boolean create) throws IOException {
    synchronized (disk) {
      boolean creates = create && !disk.exists(name);
      Fault fault = disk.begin(process, creates ? FileOperation.CREATE : FileOperation.OPEN);
      if (creates) {
        if (fault == Fault.POWER_CUT) {
          disk.create(name);
        }
        disk.failForSpace(fault, "create " + name);
      } else {
        disk.fail(fault, "open " + name);
      }
      return new FaultyFile(disk, process, name, creates ? disk.create(name) : disk.find(name));
    }
  }

  @Override
  public boolean exists(String name) throws IOException {
    synchronized (disk) {
      disk.run(process, FileOperation.LOOK, "look for " + name);
      return disk.exists(name);
    }
  }

  @Override
  public List<String> list() throws IOException {
    synchronized (disk) {
      disk.run(process, FileOperation.LOOK, "list");
      return disk.list();
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    synchronized (disk) {
      Fault fault = disk.begin(process, FileOperation.RENAME);
      if (fault == Fault.POWER_CUT) {
        disk.rename(from, to);
      }
      disk.fail(fault, "rename " + from);
      disk.rename(from, to);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    synchronized (disk) {
      Fault fault = disk.begin(process, FileOperation.DELETE);
      if (fault == Fault.POWER_CUT) {
        disk.delete(name);
      }
      disk.fail(fault, "delete " + name);
      disk.delete(name);
    }
  }

  @Override
  public void syncDirectory() throws IOException {
    synchronized (disk) {
      Fault fault = disk.begin(process, FileOperation.SYNC_DIRECTORY);
      if (fault != null && fault != Fault.POWER_CUT) {
        disk.loseNames();
      }
      disk.fail(fault, "sync the directory");
      disk.syncNames();
    }
  }

  @Override
  public @Nullable AutoCloseable tryLock(String name) throws IOException {
    synchronized (disk) {
      disk.run(process, FileOperation.LOOK, "lock " + name);
      return disk.lock(name) ? () -> unlock(name) : null;
    }
  }

  @Override
  public String describe() {
    return "faulty files of seed " + disk.seed();
  }

  @Override
  public void close() {}

  private void unlock(String name) {
    synchronized (disk) {
      disk.unlock(name, process);
    }
  }
}
