package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.engine.database.ByteFlips;
import io.mosql.testkit.Rotation;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A changed byte in any file of a database is detected or harmless. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ByteFlipTest {
  private static final int FLIPS = 400;

  @ParameterizedTest
  @EnumSource(ByteFlips.Ending.class)
  void givesTheRightDataOrAnErrorThatNamesTheFile(ByteFlips.Ending ending) throws IOException {
    // In-memory databases of other tests stay open in this JVM.
    Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
    ByteFlips flips = ByteFlips.of(ending);
    assertThat(flips.kinds())
        .contains("manifest", "pages-")
        .contains(
            ending == ByteFlips.Ending.BACKUP
                ? new String[] {"mosql.backup"}
                : new String[] {"log-", "mosql.format"});
    List<Long> seeds = Rotation.seeds(80, FLIPS);
    for (long seed : seeds) {
      flips.flip(seed);
    }
    noThreadIsLeft(before);
    assertThat(flips.outcomes().get("XX001")).as("damage found").isGreaterThan(seeds.size() / 16);
    assertThat(flips.outcomes().getOrDefault("torn end", 0)).isLessThan(seeds.size() / 8);
  }

  /** Checks that a failed opening leaves no thread. */
  private static void noThreadIsLeft(Set<Thread> before) {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("mosql-") && !before.contains(thread)) {
        try {
          thread.join(TimeUnit.MINUTES.toMillis(1));
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }
}
