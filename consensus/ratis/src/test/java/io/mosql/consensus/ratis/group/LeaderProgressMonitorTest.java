package io.mosql.consensus.ratis.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.group.LeaderProgressMonitor.LeaderProgress;
import org.junit.jupiter.api.Test;

/** The detection of a leader without progress. */
final class LeaderProgressMonitorTest {
  private static final long TIMEOUT = 100;

  private final LeaderProgressMonitor watch = new LeaderProgressMonitor(TIMEOUT);

  private static LeaderProgress leads(boolean ready, long committed, long last) {
    return new LeaderProgress(true, ready, true, 3, committed, committed, last);
  }

  @Test
  void aLeaderThatNeverBecomesReadyIsStuck() {
    assertThat(watch.stepDownReason(0, leads(false, 7, 7))).isNull();
    assertThat(watch.stepDownReason(99, leads(false, 7, 7))).isNull();
    assertThat(watch.stepDownReason(100, leads(false, 7, 7))).contains("ready").contains("term 3");
    // Reported once per timeout.
    assertThat(watch.stepDownReason(101, leads(false, 7, 7))).isNull();
    assertThat(watch.stepDownReason(200, leads(false, 7, 7))).isNotNull();
  }

  @Test
  void aLeaderWhoseFollowersAcceptNothingIsStuck() {
    assertThat(watch.stepDownReason(0, leads(true, 7, 9))).isNull();
    assertThat(watch.stepDownReason(100, leads(true, 7, 10))).contains("after entry 7");
  }

  @Test
  void aLeaderThatMakesProgressIsNotStuck() {
    for (int i = 0; i < 10; i++) {
      assertThat(watch.stepDownReason(i * TIMEOUT, leads(true, i, i + 5))).isNull();
    }
    LeaderProgress applying = new LeaderProgress(true, false, true, 3, 9, 5, 9);
    assertThat(watch.stepDownReason(2000, applying)).isNull();
    assertThat(watch.stepDownReason(2100, new LeaderProgress(true, false, true, 3, 9, 6, 9)))
        .isNull();
  }

  @Test
  void idleIsolatedAndFollowingMembersAreNotStuck() {
    LeaderProgress alone = new LeaderProgress(true, true, false, 3, 7, 7, 9);
    LeaderProgress follows = new LeaderProgress(false, false, true, 3, 7, 7, 9);
    for (LeaderProgress progress : new LeaderProgress[] {leads(true, 9, 9), alone, follows}) {
      assertThat(watch.stepDownReason(0, progress)).isNull();
      assertThat(watch.stepDownReason(500, progress)).isNull();
    }
  }

  @Test
  void theTimeBeginsWhenItGotStuck() {
    assertThat(watch.stepDownReason(0, leads(true, 9, 9))).isNull();
    assertThat(watch.stepDownReason(500, leads(true, 9, 10))).isNull();
    assertThat(watch.stepDownReason(599, leads(true, 9, 10))).isNull();
    assertThat(watch.stepDownReason(600, leads(true, 9, 10))).isNotNull();
  }
}
