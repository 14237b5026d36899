package io.mosql.consensus.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No acknowledged or delivered record is lost, under any fault and any power cut. */
final class LocalLogFaultTest {
  private static final LogOptions OPTIONS = LogOptions.small(8 << 10);
  private static final List<Fault> FAULTS = List.of(Fault.values());
  private static final int SEEDS = 600;

  /** Fails the first, second, third ... operation, until one run meets no fault. */
  @ParameterizedTest
  @EnumSource(Fault.class)
  void survivesAFaultAtEachOperation(Fault fault) {
    long n = 0;
    boolean met = true;
    while (met) {
      n++;
      for (int round = 0; round < Rotation.size(1, 4); round++) {
        met = surviveFaultAt(n, fault, 1000 * n + round);
      }
    }
    assertThat(n).isGreaterThan(150);
  }

  private static boolean surviveFaultAt(long n, Fault fault, long seed) {
    LogHistory history = new LogHistory(seed % 1000, OPTIONS);
    FaultyDirectory files = new FaultyDirectory(seed);
    runOn(history, files, 10);
    files = files.kill().failAt(n, fault);
    runOn(history, files, 60);
    boolean met = files.operations() >= n;
    files = seed % 2 == 0 ? files.kill() : files.cutPower();
    runOn(history, files, 10);
    mustOpen(history, files.cutPower());
    return met;
  }

  /** Leaves a last record that stays readable, but may not be on disk. */
  private static void failASync(LogHistory history, FaultyDirectory files) {
    LocalLog log = Objects.requireNonNull(history.open(files), "cannot be opened");
    files.failAt(files.operations() + 2, Fault.ERROR);
    assertThat(history.append(log, new byte[] {1, 2, 3})).isFalse();
    log.close();
  }

  private static void runOn(LogHistory history, FaultyDirectory files, int appends) {
    LocalLog log = history.open(files);
    if (log != null) {
      history.append(log, appends);
      log.close();
    }
  }

  private static void mustOpen(LogHistory history, FaultyDirectory files) {
    LocalLog log = Objects.requireNonNull(history.open(files), "cannot be opened");
    assertThat(history.append(log, 1)).isTrue();
    log.close();
  }

  /** Many runs that end at any moment, also during recovery. */
  @Test
  void survivesRandomLives() {
    long records = 0;
    List<Long> seeds = Rotation.seeds(60, SEEDS);
    for (long seed : seeds) {
      records += liveOn(seed);
    }
    assertThat(records).isGreaterThan(seeds.size() * 20L);
  }

  private static int liveOn(long seed) {
    SeededRandom random = new SeededRandom(seed);
    LogHistory history = new LogHistory(random.nextLong(), OPTIONS);
    FaultyDirectory files = new FaultyDirectory(random.nextLong());
    try {
      for (int life = 0; life < 12; life++) {
        if (random.percent(70)) {
          Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
          files.failAt(1 + random.nextInt(random.percent(50) ? 30 : 150), fault);
        }
        runOn(history, files, random.nextInt(40));
        files = random.percent(50) ? files.cutPower() : files.kill();
      }
      mustOpen(history, files);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
    return history.size();
  }

  /** Cuts the power at every operation of a recovery, and at every operation of the next one. */
  @Test
  void recoversEquallyFromTwoPowerCutsDuringRecovery() {
    boolean firstMet = true;
    for (long first = 1; firstMet; first++) {
      boolean secondMet = true;
      for (long second = 1; secondMet; second++) {
        LogHistory history = new LogHistory(first, OPTIONS);
        FaultyDirectory files = new FaultyDirectory(first * 1000 + second);
        runOn(history, files, 25);
        files = files.kill();
        failASync(history, files);
        files = files.kill().failAt(first, Fault.POWER_CUT);
        firstMet = history.open(files) == null;
        files = files.cutPower().failAt(second, Fault.POWER_CUT);
        secondMet = history.open(files) == null;
        mustOpen(history, files.cutPower());
      }
    }
  }
}
