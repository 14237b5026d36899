package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import io.mosql.testkit.files.FileOperation;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Injects a fault into the first, second, third ... operation of a {@link ScriptedLife}, until a
 * life ends without one. After each fault the surviving files are opened: all acknowledged changes
 * are present, no change is partial, and the life continues to its end.
 */
final class FaultAtEachOperationTest {
  /** Factor between the operations with a fault; nightly runs test all operations. */
  private static final int SPARSE = 19;

  private static final List<String> STATES = ScriptedLife.states();

  /**
   * A fault, injected into every n-th operation of a kind.
   *
   * @param kind operation for which it differs from a simple error; null for all
   */
  private record Trial(Fault fault, @Nullable FileOperation kind, int stride) {}

  @TestFactory
  Stream<DynamicTest> survives() {
    return Stream.of(
            new Trial(Fault.POWER_CUT, null, 1),
            new Trial(Fault.ERROR, null, 2),
            new Trial(Fault.DEVICE_GONE, null, 5),
            new Trial(Fault.SHORT_WRITE, FileOperation.WRITE, 1),
            new Trial(Fault.LOSING_SYNC, FileOperation.SYNC, 1),
            new Trial(Fault.LOSING_SYNC, FileOperation.SYNC_DIRECTORY, 1),
            new Trial(Fault.DISK_FULL, FileOperation.WRITE, 1),
            new Trial(Fault.DISK_FULL, FileOperation.RESIZE, 1),
            new Trial(Fault.DISK_FULL, FileOperation.CREATE, 1))
        .map(
            trial ->
                DynamicTest.dynamicTest(
                    trial.toString(), () -> assertThat(survive(trial)).isPositive()));
  }

  /** Returns the number of lives with the fault. */
  private static long survive(Trial trial) {
    int stride = Rotation.size(trial.stride * SPARSE, 1);
    long lives = 0;
    long n = 1;
    while (survive(trial, n)) {
      lives++;
      n = 1 + Rotation.offset(stride) + lives * stride;
    }
    return lives;
  }

  private static boolean survive(Trial trial, long n) {
    try {
      ScriptedLife life = new ScriptedLife(STATES, SmallDatabases.TINY, n);
      FaultyDirectory files = new FaultyDirectory(n);
      if (trial.kind == null) {
        files.failAt(n, trial.fault);
      } else {
        files.failAt(trial.kind, n, trial.fault);
      }
      OpenDatabase left = life.live(files, Integer.MAX_VALUE, false);
      boolean met = !files.met().isEmpty();
      FaultyDirectory survived = n % 2 == 0 ? files.cutPower() : files.kill();
      if (left != null) {
        ScriptedLife.close(left, false);
      }
      finish(life, survived, n);
      return met;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("operation " + n + " of " + trial, e);
    }
  }

  private static void finish(ScriptedLife life, FaultyDirectory files, long n) {
    OpenDatabase whole = life.live(files, n % 5 == 0 ? Integer.MAX_VALUE : 1, true);
    // A second time: the files after the first recovery must be valid as well.
    FaultyDirectory again = n % 3 == 0 ? files.cutPower() : files.kill();
    ScriptedLife.close(Objects.requireNonNull(whole), false);
    ScriptedLife.close(Objects.requireNonNull(life.live(again, 0, true)), true);
    if (n % 4 == 0) {
      SmallDatabases.TINY.verify(again.kill());
    }
  }
}
