package io.mosql.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.Files;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The twin is as bad as it promises, and no worse. */
final class FaultyFilesTest {
  private static final int SECTOR = FaultyContent.SECTOR_BYTES;
  private static final int SEEDS = 1000;

  private static void write(Files files, String name, int sectors, int value) throws IOException {
    byte[] bytes = new byte[sectors * SECTOR];
    Arrays.fill(bytes, (byte) value);
    try (StorageFile file = files.open(name, true)) {
      file.write(0, bytes, 0, bytes.length);
    }
  }

  private static void sync(Files files, String name) throws IOException {
    try (StorageFile file = files.open(name, false)) {
      file.sync();
    }
  }

  /** One character for each sector; fails on a sector that is no whole one. */
  private static String read(Files files, String name) throws IOException {
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

  private static FaultyFiles withSyncedFile(long seed) throws IOException {
    FaultyFiles files = new FaultyFiles(seed);
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
      FaultyFiles files = withSyncedFile(seed);
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
      FaultyFiles files = withSyncedFile(seed);
      write(files, "a", 5, 1);
      seen.add(read(files.cutPower(), "a"));
    }
    assertThat(seen).containsExactlyInAnyOrder("111", "11111", "11110", "11101", "11100");
  }

  @Test
  void namesAreLostUnlessTheDirectoryWasSynced() throws IOException {
    Set<List<String>> seen = new java.util.HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      FaultyFiles files = withSyncedFile(seed);
      write(files, "b", 1, 2);
      sync(files, "b");
      files.rename("a", "c");
      files.delete("c");
      FaultyFiles after = files.cutPower();
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
      FaultyFiles files = withSyncedFile(seed);
      write(files, "a", 3, 2);
      FaultyFiles next = files.kill();
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
      FaultyFiles files = withSyncedFile(seed);
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
    FaultyFiles files = withSyncedFile(1);
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
  void aLockIsFreeAfterItsProcess() throws Exception {
    FaultyFiles files = new FaultyFiles(1);
    AutoCloseable lock = files.tryLock("lock");
    assertThat(lock).isNotNull();
    assertThat(files.tryLock("lock")).isNull();
    FaultyFiles next = files.kill();
    assertThat(next.tryLock("lock")).isNotNull();
    if (lock != null) {
      lock.close();
    }
    assertThat(next.tryLock("lock")).as("a dead process frees nothing").isNull();
  }
}
