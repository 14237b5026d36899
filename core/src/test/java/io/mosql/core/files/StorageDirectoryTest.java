package io.mosql.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory on disk and one in memory behave the same. */
final class StorageDirectoryTest {
  abstract static class Contract {
    abstract StorageDirectory files() throws IOException;

    @Test
    void readsWhatWasWritten() throws IOException {
      Random random = new Random(3);
      byte[] model = new byte[400_000];
      try (StorageFile file = files().open("a", true)) {
        int size = 0;
        for (int i = 0; i < 300; i++) {
          int at = random.nextInt(300_000);
          byte[] bytes = new byte[random.nextInt(i % 20 == 0 ? 90_000 : 900)];
          random.nextBytes(bytes);
          file.write(at, bytes, 0, bytes.length);
          System.arraycopy(bytes, 0, model, at, bytes.length);
          size = bytes.length == 0 ? size : Math.max(size, at + bytes.length);
          if (i % 50 == 49) {
            int cut = random.nextInt(size) + 1;
            file.resize(cut);
            java.util.Arrays.fill(model, cut, model.length, (byte) 0);
            file.resize(size);
          }
          assertThat(file.size()).isEqualTo(size);
        }
        byte[] read = new byte[model.length];
        assertThat(file.read(0, read, 0, read.length)).isEqualTo(size);
        assertThat(read).isEqualTo(model);
        assertThat(file.read(size, read, 0, 10)).isZero();
        assertThat(file.read(size - 3L, read, 5, 10)).isEqualTo(3);
        file.sync();
      }
    }

    @Test
    void writesAndReadsLargeBlocksAtOnce() throws IOException {
      byte[] bytes = new byte[3 << 20];
      new Random(4).nextBytes(bytes);
      try (StorageFile file = files().open("a", true)) {
        file.write(100, bytes, 0, bytes.length);
        byte[] read = new byte[bytes.length];
        assertThat(file.read(100, read, 0, read.length)).isEqualTo(read.length);
        assertThat(read).isEqualTo(bytes);
      }
    }

    @Test
    void keepsNames() throws IOException {
      StorageDirectory files = files();
      assertThat(files.list()).isEmpty();
      files.open("b", true).close();
      files.open("a", true).close();
      assertThat(files.list()).containsExactly("a", "b");
      try (StorageFile file = files.open("a", false)) {
        file.write(0, new byte[] {1}, 0, 1);
      }
      files.rename("a", "b");
      assertThat(files.exists("a")).isFalse();
      try (StorageFile file = files.open("b", true)) {
        assertThat(file.size()).isEqualTo(1);
      }
      files.delete("b");
      files.syncDirectory();
      assertThat(files.list()).isEmpty();
      assertThatThrownBy(() -> files.open("b", false)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> files.delete("b")).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> files.rename("b", "c")).isInstanceOf(IOException.class);
    }

    @Test
    void takesPlainNamesOnly() throws IOException {
      StorageDirectory files = files();
      for (String name : new String[] {"", ".", "..", "a/b", "..\\a", "/etc/passwd", "c:", "a\0"}) {
        assertThatThrownBy(() -> files.open(name, true))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> files.delete(name)).isInstanceOf(IllegalArgumentException.class);
      }
    }

    @Test
    void isNotHarmedByInterrupts() throws IOException {
      StorageDirectory files = files();
      Thread.currentThread().interrupt();
      try (StorageFile file = files.open("a", true)) {
        file.resize(10_000);
        file.write(0, new byte[] {7}, 0, 1);
        file.sync();
        byte[] read = new byte[1];
        assertThat(file.read(0, read, 0, 1)).isEqualTo(1);
        assertThat(read[0]).isEqualTo((byte) 7);
      }
      files.rename("a", "b");
      files.syncDirectory();
      assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    }

    @Test
    void locksOnce() throws Exception {
      StorageDirectory files = files();
      try (AutoCloseable lock = files.tryLock("lock")) {
        assertThat(lock).isNotNull();
        assertThat(files.tryLock("lock")).isNull();
        assertThat(files.tryLock("lock")).isNull();
      }
      try (AutoCloseable lock = files.tryLock("lock")) {
        assertThat(lock).isNotNull();
      }
    }
  }

  @Nested
  final class OnDisk extends Contract {
    @TempDir Path directory = Path.of(".");

    @Override
    StorageDirectory files() throws IOException {
      return DiskDirectory.open(directory.resolve("new/database"));
    }

    @Test
    void aTemporaryFileIsGoneWithItsHandle() throws IOException {
      StorageDirectory files = files();
      try (StorageFile file = files.createTemporary("a")) {
        file.write(0, new byte[] {7, 8}, 0, 2);
        byte[] read = new byte[2];
        assertThat(file.read(0, read, 0, 2)).isEqualTo(2);
        assertThat(read).containsExactly(7, 8);
        boolean unlinked = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        assertThat(files.list())
            .as("a process that is killed leaves none")
            .hasSize(unlinked ? 0 : 1);
      }
      assertThat(files.list()).isEmpty();
      files.open("a", true).close();
      assertThatThrownBy(() -> files.createTemporary("a")).isInstanceOf(IOException.class);
    }

    @Test
    void hidesItsFilesFromOthers() throws IOException {
      org.junit.jupiter.api.Assumptions.assumeTrue(
          FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
      StorageDirectory files = files();
      files.open("a", true).close();
      Path database = directory.resolve("new/database");
      assertThat(mode(database)).isEqualTo("rwx------");
      assertThat(mode(database.resolve("a"))).isEqualTo("rw-------");
    }

    private static String mode(Path path) throws IOException {
      return PosixFilePermissions.toString(java.nio.file.Files.getPosixFilePermissions(path));
    }

    @Test
    void aLockHoldsUnderEveryNameOfTheDirectory() throws Exception {
      StorageDirectory files = files();
      Path other = directory.resolve("new/../new/database");
      try (AutoCloseable lock = files.tryLock("lock")) {
        assertThat(lock).isNotNull();
        assertThat(DiskDirectory.open(other).tryLock("lock")).isNull();
      }
    }

    @Test
    void aLockKeepsOtherProcessesOut() throws Exception {
      StorageDirectory files = files();
      try (AutoCloseable lock = files.tryLock("lock")) {
        assertThat(lock).isNotNull();
        // A second attempt in this process must not release the first one's lock.
        assertThat(files.tryLock("lock")).isNull();
        assertThat(lockInAnotherProcess()).isEqualTo(LockingProcess.REFUSED);
      }
      assertThat(lockInAnotherProcess()).isEqualTo(LockingProcess.LOCKED);
    }

    private int lockInAnotherProcess() throws Exception {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  LockingProcess.class.getName(),
                  directory.resolve("new/database").toString())
              .inheritIO()
              .start();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return process.exitValue();
    }
  }

  @Nested
  final class InMemory extends Contract {
    private final MemoryDirectory files = new MemoryDirectory("test");

    @Override
    StorageDirectory files() {
      return files;
    }

    @Test
    void aDeletedFileStaysUsableThroughItsHandle() throws IOException {
      try (StorageFile file = files.open("a", true)) {
        files.delete("a");
        file.write(0, new byte[] {1}, 0, 1);
        assertThat(file.size()).isEqualTo(1);
      }
      try (StorageFile file = files.open("a", true)) {
        assertThat(file.size()).isZero();
      }
    }
  }
}
