package io.mosql.consensus.local;

import static io.mosql.testkit.log.CommitLogConformance.assertFails;
import static io.mosql.testkit.log.CommitLogConformance.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Cost, retention and limits of a log. */
final class LocalLogTest {
  private static final LogOptions SMALL = LogOptions.small(8 << 10);

  private static LocalLog open(StorageDirectory files, LogOptions options, List<byte[]> delivered) {
    LocalLog log = new LocalLog(files, new ManualClock(), new SeededRandom(5), options);
    log.open(0, (index, record) -> delivered.add(record));
    return log;
  }

  @Test
  void anAppendIsOneWriteAndOneSync() {
    FaultyDirectory files = new FaultyDirectory(1);
    try (LocalLog log = open(files, LogOptions.small(64 << 10), new ArrayList<>())) {
      long before = files.operations();
      for (int i = 1; i <= 10; i++) {
        log.append(record(i, 1000)).join();
      }
      assertThat(files.operations() - before).isEqualTo(20);
    }
  }

  @Test
  void aFailedSyncClosesTheLogForGood() {
    failsForGood(2, Fault.ERROR);
  }

  @Test
  void aFailedWriteClosesTheLogForGood() {
    failsForGood(1, Fault.SHORT_WRITE);
  }

  private static void failsForGood(int operation, Fault fault) {
    FaultyDirectory files = new FaultyDirectory(1);
    List<byte[]> delivered = new ArrayList<>();
    try (LocalLog log = open(files, LogOptions.small(64 << 10), delivered)) {
      log.append(record(1, 100)).join();
      files.failAt(files.operations() + operation, fault);
      assertFails(log.append(record(2, 100)), "58030");
      long operations = files.operations();
      assertFails(log.append(record(3, 100)), "58030");
      assertFails(log.append(record(4, 9000)), "58030");
      assertThat(files.operations()).as("the files are left alone").isEqualTo(operations);
      assertThat(log.lastIndex()).isEqualTo(1);
      assertThat(delivered).containsExactly(record(1, 100));
    }
  }

  @Test
  void aFullDiskRefusesTheRecordThatNeedsSpaceAndTheLogGoesOn() {
    FaultyDirectory files = new FaultyDirectory(1);
    List<byte[]> delivered = new ArrayList<>();
    try (LocalLog log = open(files, SMALL, delivered)) {
      log.append(record(1, 3000)).join();
      files.failAt(files.operations() + 1, Fault.DISK_FULL);
      assertFails(log.append(record(2, 3000)), "53100");
      assertThat(log.append(record(3, 100)).join()).as("there is room for this").isEqualTo(2);
      assertThat(log.append(record(4, 3000)).join()).isEqualTo(3);
    }
    List<byte[]> again = new ArrayList<>();
    open(files.cutPower(), SMALL, again).close();
    assertThat(again).containsExactlyElementsOf(delivered).hasSize(3);
  }

  @Test
  void aNearlyFullDiskGivesASmallSegment() {
    FaultyDirectory files = new FaultyDirectory(1);
    LogOptions options = LogOptions.small(64 << 10);
    try (LocalLog log = open(files, options, new ArrayList<>())) {
      log.append(record(1, 50_000)).join();
      long before = files.operations();
      files.failAt(before + 4, Fault.DISK_FULL);
      assertThat(log.append(record(2, 20_000)).join()).isEqualTo(2);
      assertThat(files.operations()).as("the fault was met").isGreaterThan(before + 4);
    }
    List<byte[]> delivered = new ArrayList<>();
    open(files.cutPower(), options, delivered).close();
    assertThat(delivered).containsExactly(record(1, 50_000), record(2, 20_000));
  }

  @Test
  void purgedSegmentsAreUsedAgain() {
    MemoryDirectory files = new MemoryDirectory("test");
    try (LocalLog log = open(files, SMALL, new ArrayList<>())) {
      for (int i = 1; i <= 300; i++) {
        long index = log.append(record(i, 900)).join();
        log.purge(LogStamp.local(Math.max(0, index - 10)));
        assertThat(files.list()).hasSizeLessThanOrEqualTo(6);
      }
    }
  }

  @Test
  void openingAgainAndAgainPilesUpNoFilesNorUnusedSpace() throws IOException {
    MemoryDirectory files = new MemoryDirectory("test");
    LogOptions options = LogOptions.small(1 << 20);
    for (int i = 0; i < 10; i++) {
      open(files, options, new ArrayList<>()).close();
    }
    assertThat(files.list()).hasSize(1);
    try (LocalLog log = open(files, options, new ArrayList<>())) {
      log.append(record(1, 900)).join();
    }
    for (int i = 0; i < 10; i++) {
      List<byte[]> delivered = new ArrayList<>();
      open(files, options, delivered).close();
      assertThat(delivered).containsExactly(record(1, 900));
    }
    assertThat(files.list()).hasSizeLessThanOrEqualTo(2);
    for (int i = 2; i <= 21; i++) {
      try (LocalLog log = open(files, options, new ArrayList<>())) {
        log.append(record(i, 900)).join();
      }
    }
    long bytes = 0;
    for (String name : files.list()) {
      try (StorageFile file = files.open(name, false)) {
        bytes += file.size();
      }
    }
    assertThat(bytes).isLessThan(20 * (100 << 10) + (3 << 20));
  }

  @Test
  void purgingAndPreparingBesideCommitsLosesNothing() throws Exception {
    MemoryDirectory files = new MemoryDirectory("test");
    LogOptions options = new LogOptions(32 << 10, 8 << 10, 2, 1 << 20, true, 0);
    int records = 3000;
    try (LocalLog log = new LocalLog(files, Clock.SYSTEM, new SeededRandom(5), options)) {
      log.open(0, (index, record) -> {});
      AtomicBoolean done = new AtomicBoolean();
      Thread purger =
          new Thread(
              () -> {
                while (!done.get()) {
                  log.purge(LogStamp.local(Math.min(log.lastIndex(), records / 2)));
                  Thread.onSpinWait();
                }
              });
      purger.start();
      for (int i = 1; i <= records; i++) {
        assertThat(log.append(record(i, 500)).join()).isEqualTo(i);
      }
      done.set(true);
      purger.join();
    }
    List<byte[]> delivered = new ArrayList<>();
    try (LocalLog log = new LocalLog(files, Clock.SYSTEM, new SeededRandom(6), options)) {
      log.open(records / 2, (index, record) -> delivered.add(record));
    }
    assertThat(delivered).hasSize(records / 2);
    for (int i = 0; i < delivered.size(); i++) {
      assertThat(delivered.get(i)).isEqualTo(record(records / 2 + i + 1, 500));
    }
  }

  @Test
  void countsWhatItDid() {
    try (LocalLog log = open(new MemoryDirectory("test"), SMALL, new ArrayList<>())) {
      assertThat(log.statistics()).isEqualTo(LogStatistics.NONE);
      log.append(record(1, 30)).join();
      log.append(record(2, 12)).join();
      assertThat(log.statistics()).isEqualTo(new LogStatistics(2, 42, 2, 0, 0));
    }
  }

  @Test
  void isOpenedOnce() {
    try (LocalLog log = open(new MemoryDirectory("test"), SMALL, new ArrayList<>())) {
      assertThatThrownBy(() -> log.open(0, (index, record) -> {}))
          .isInstanceOf(IllegalStateException.class);
      assertThat(log.append(record(1, 30)).join()).isEqualTo(1);
    }
  }

  @Test
  void mediansOfSyncTimesAreCloseEnough() {
    SyncHistogram times = new SyncHistogram();
    assertThat(times.median()).isZero();
    for (int i = 1; i <= 1001; i++) {
      times.add(i * 1000L);
    }
    times.add(Long.MAX_VALUE / 2);
    times.add(-1);
    assertThat(times.count()).isEqualTo(1003);
    assertThat(times.median()).isBetween(470_000L, 532_000L);
  }
}
