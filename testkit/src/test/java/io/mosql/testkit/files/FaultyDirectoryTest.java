package io.mosql.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The faults of the directory are those documented, and no others. */
final class FaultyDirectoryTest {
  private static final int SECTOR = FaultyContent.SECTOR_BYTES;
  private static final int SEEDS = 1000;

  private static void write(StorageDirectory files, String name, int sectors, int value)
      throws IOException {
    byte[] bytes = new byte[sectors * SECTOR];
    Arrays.fill(bytes, (byte) value);
    try (StorageFile file = files.open(name, true)) {
      file.write(0, bytes, 0, bytes.length);
    }
  }

  private static void sync(StorageDirectory files, String name) throws IOException {
    try (StorageFile file = files.open(name, false)) {
      file.sync();
    }
  }

  /** One character for each sector; fails on a sector that is no whole one. */
  private static String read(StorageDirectory files, String name) throws IOException {
    try (StorageFile file = files.open(name, false)) {
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      StringBuilder sectors = new StringBuilder();
      for (int at = 0; at < bytes.length; at += SECTOR) {
        for (int i = at; i < at + SECTOR; i++) {
          assertThat(bytes[i]).isEqualTo(bytes[at]);
        }
        sectors.append(bytes[at]);
      }
      return sectors.toString();
    }
  }

  private static FaultyDirectory withSyncedFile(long seed) throws IOException {
    FaultyDirectory files = new FaultyDirectory(seed);
    write(files, "a", 3, 1);
    sync(files, "a");
    files.syncDirectory();
    return files;
  }

  @Test
  void whatWasSyncedSurvives() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(read(withSyncedFile(seed).cutPower(), "a")).isEqualTo("111");
    }
  }

  @Test
  void whatWasNotSyncedIsLostKeptOrTornInAnyOrder() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      FaultyDirectory files = withSyncedFile(seed);
      write(files, "a", 3, 2);
      write(files, "a", 2, 3);
      assertThat(read(files, "a")).isEqualTo("332");
      seen.add(read(files.cutPower(), "a"));
    }
    assertThat(seen).contains("111", "332", "112", "311", "131", "222", "132");
    assertThat(seen).allMatch(sectors -> sectors.matches("[123][123][12]"));
  }

  @Test
  void whatExtendsAFileMayComeAsZerosOrNotAtAll() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      FaultyDirectory files = withSyncedFile(seed);
      write(files, "a", 5, 1);
      seen.add(read(files.cutPower(), "a"));
    }
    assertThat(seen).containsExactlyInAnyOrder("111", "11111", "11110", "11101", "11100");
  }

  @Test
  void namesAreLostUnlessTheDirectoryWasSynced() throws IOException {
    Set<List<String>> seen = new HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      FaultyDirectory files = withSyncedFile(seed);
      write(files, "b", 1, 2);
      sync(files, "b");
      files.rename("a", "c");
      files.delete("c");
      FaultyDirectory after = files.cutPower();
      seen.add(after.list());
      if (after.exists("b")) {
        assertThat(read(after, "b")).isEqualTo("2");
      }
    }
    assertThat(seen)
        .contains(List.of(), List.of("a"), List.of("a", "b"), List.of("b"), List.of("c"))
        .noneMatch(names -> names.contains("a") && names.contains("c"));
  }

  @Test
  void aKilledProcessLeavesWhatItWroteButNotWhatItSynced() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      FaultyDirectory files = withSyncedFile(seed);
      write(files, "a", 3, 2);
      FaultyDirectory next = files.kill();
      assertThatThrownBy(files::list).isInstanceOf(IOException.class);
      assertThat(read(next, "a")).isEqualTo("222");
      seen.add(read(next.cutPower(), "a"));
    }
    assertThat(seen).contains("111", "222", "121");
  }

  @Test
  void whatAFailedSyncLostStaysReadableAndIsNotSavedByTheNextSync() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      FaultyDirectory files = withSyncedFile(seed);
      write(files, "a", 3, 2);
      files.failAt(files.operations() + 2, Fault.ERROR);
      assertThatThrownBy(() -> sync(files, "a")).isInstanceOf(IOException.class);
      assertThat(read(files, "a")).isEqualTo("222");
      sync(files, "a");
      assertThat(read(files, "a")).isEqualTo("222");
      seen.add(read(files.cutPower(), "a"));
    }
    assertThat(seen).contains("111", "222", "211");
  }

  @Test
  void operationsFailAsTold() throws IOException {
    FaultyDirectory files = withSyncedFile(1);
    StorageFile file = files.open("a", false);
    byte[] bytes = new byte[SECTOR];
    files.failAt(files.operations() + 1, Fault.DISK_FULL);
    assertThatThrownBy(() -> file.resize(9999)).isInstanceOf(DiskFullException.class);
    assertThat(file.size()).isEqualTo(3 * SECTOR);
    files.failAt(files.operations() + 1, Fault.ERROR);
    assertThatThrownBy(() -> file.write(0, bytes, 0, SECTOR)).isInstanceOf(IOException.class);
    assertThat(read(files, "a")).isEqualTo("111");
    files.failAt(files.operations() + 1, Fault.SHORT_WRITE);
    Arrays.fill(bytes, (byte) 5);
    assertThatThrownBy(() -> file.write(0, bytes, 0, SECTOR)).isInstanceOf(IOException.class);
    file.read(0, bytes, 0, SECTOR);
    assertThat(bytes[SECTOR - 1]).isEqualTo((byte) 1);
    files.failAt(files.operations() + 1, Fault.POWER_CUT);
    assertThatThrownBy(file::sync).isInstanceOf(IOException.class);
    assertThatThrownBy(file::size).isInstanceOf(IOException.class);
    assertThat(files.cutPower().list()).containsExactly("a");
  }

  @Test
  void aLosingSyncSavesNothingAndTheNextOneNothingEither() throws IOException {
    for (long seed = 0; seed < 100; seed++) {
      FaultyDirectory files = withSyncedFile(seed);
      write(files, "a", 3, 2);
      files.failAt(FileOperation.SYNC, files.operations(FileOperation.SYNC) + 1, Fault.LOSING_SYNC);
      assertThatThrownBy(() -> sync(files, "a")).hasMessageContaining("LOSING_SYNC (seed " + seed);
      assertThat(read(files, "a")).isEqualTo("222");
      sync(files, "a");
      FaultyDirectory next = files.kill();
      assertThat(read(next, "a")).as("a new process reads the page cache").isEqualTo("222");
      assertThat(read(next.cutPower(), "a")).isEqualTo("111");
    }
  }

  @Test
  void aFaultWaitsForItsKindOfOperation() throws IOException {
    FaultyDirectory files = new FaultyDirectory(1).failAt(FileOperation.READ, 2, Fault.ERROR);
    write(files, "a", 1, 1);
    sync(files, "a");
    assertThat(read(files, "a")).isEqualTo("1");
    assertThatThrownBy(() -> read(files, "a")).hasMessageContaining("read a");
    assertThat(read(files, "a")).isEqualTo("1");
    assertThat(files.operations(FileOperation.READ)).isEqualTo(3);
    assertThat(files.met()).containsExactly(Map.entry(Fault.ERROR, 1L));
  }

  @Test
  void aDeviceThatIsGoneDoesNotComeBackForItsProcess() throws IOException {
    FaultyDirectory files = withSyncedFile(1);
    files.failAt(FileOperation.WRITE, 2, Fault.DEVICE_GONE);
    assertThatThrownBy(() -> write(files, "a", 1, 2)).hasMessageContaining("DEVICE_GONE");
    assertThatThrownBy(() -> read(files, "a")).hasMessageContaining("DEVICE_GONE");
    assertThatThrownBy(files::list).hasMessageContaining("DEVICE_GONE");
    assertThat(read(files.cutPower(), "a")).isEqualTo("111");
  }

  @Test
  void aSmallDiskTakesNoMoreThanFitsUntilSomethingGoes() throws IOException {
    FaultyDirectory files = withSyncedFile(1).limitTo(5 * SECTOR);
    assertThatThrownBy(() -> write(files, "b", 3, 2)).isInstanceOf(DiskFullException.class);
    assertThat(read(files, "b")).as("what fitted").isEqualTo("22");
    try (StorageFile file = files.open("a", false)) {
      assertThatThrownBy(() -> file.resize(4 * SECTOR)).isInstanceOf(DiskFullException.class);
      assertThat(file.size()).isEqualTo(3 * SECTOR);
      file.write(0, new byte[SECTOR], 0, SECTOR);
    }
    files.delete("b");
    write(files, "c", 2, 3);
    assertThat(read(files, "c")).isEqualTo("33");
    assertThat(files.size()).isEqualTo(5 * SECTOR);
  }

  /** A name that is gone on disk does not remove a later one of the same name. */
  @Test
  void aRenameThatWasNotSyncedIsUndoneOrKeptWhole() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      FaultyDirectory files = withSyncedFile(seed);
      write(files, "new", 3, 2);
      sync(files, "new");
      files.rename("new", "a");
      FaultyDirectory after = files.cutPower();
      assertThat(after.list()).contains("a");
      seen.add(read(after, "a") + after.list());
    }
    assertThat(seen).containsExactlyInAnyOrder("111[a]", "111[a, new]", "222[a]");
  }

  @Test
  void aSeedMeansTheSameAgain() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(randomLife(seed)).isEqualTo(randomLife(seed));
    }
  }

  private static List<String> randomLife(long seed) throws IOException {
    FaultyDirectory files = withSyncedFile(seed);
    write(files, "a", 4, 2);
    write(files, "b", 2, 3);
    files.rename("b", "c");
    FaultyDirectory after = files.cutPower();
    List<String> seen = new ArrayList<>(after.list());
    for (String name : after.list()) {
      seen.add(read(after, name));
    }
    return seen;
  }

  @Test
  void aLockIsFreeAfterItsProcess() throws Exception {
    FaultyDirectory files = new FaultyDirectory(1);
    AutoCloseable lock = files.tryLock("lock");
    assertThat(lock).isNotNull();
    assertThat(files.tryLock("lock")).isNull();
    FaultyDirectory next = files.kill();
    assertThat(next.tryLock("lock")).isNotNull();
    if (lock != null) {
      lock.close();
    }
    assertThat(next.tryLock("lock")).as("a dead process frees nothing").isNull();
  }
}
