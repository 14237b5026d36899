package io.mosql.consensus.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.LeaderWatch.Standing;
import org.junit.jupiter.api.Test;

/** When a leader that gets nowhere had better step down. */
final class LeaderWatchTest {
  private static final long PATIENCE = 100;

  private final LeaderWatch watch = new LeaderWatch(PATIENCE);

  private static Standing leads(boolean ready, long committed, long last) {
    return new Standing(true, ready, true, 3, committed, committed, last);
  }

  @Test
  void whoNeverBecomesReadyIsStuck() {
    assertThat(watch.judge(0, leads(false, 7, 7))).isNull();
    assertThat(watch.judge(99, leads(false, 7, 7))).isNull();
    assertThat(watch.judge(100, leads(false, 7, 7))).contains("ready").contains("term 3");
    // Once for each time.
    assertThat(watch.judge(101, leads(false, 7, 7))).isNull();
    assertThat(watch.judge(200, leads(false, 7, 7))).isNotNull();
  }

  @Test
  void whoseFollowersTakeNothingIsStuck() {
    assertThat(watch.judge(0, leads(true, 7, 9))).isNull();
    assertThat(watch.judge(100, leads(true, 7, 10))).contains("after entry 7");
  }

  @Test
  void whoMovesIsNot() {
    for (int i = 0; i < 10; i++) {
      assertThat(watch.judge(i * PATIENCE, leads(true, i, i + 5))).isNull();
    }
    Standing applying = new Standing(true, false, true, 3, 9, 5, 9);
    assertThat(watch.judge(2000, applying)).isNull();
    assertThat(watch.judge(2100, new Standing(true, false, true, 3, 9, 6, 9))).isNull();
  }

  @Test
  void whoOwesNothingOrHearsOfNobodyOrFollowsIsNot() {
    Standing alone = new Standing(true, true, false, 3, 7, 7, 9);
    Standing follows = new Standing(false, false, true, 3, 7, 7, 9);
    for (Standing standing : new Standing[] {leads(true, 9, 9), alone, follows}) {
      assertThat(watch.judge(0, standing)).isNull();
      assertThat(watch.judge(500, standing)).isNull();
    }
  }

  @Test
  void theTimeBeginsWhenItGotStuck() {
    assertThat(watch.judge(0, leads(true, 9, 9))).isNull();
    assertThat(watch.judge(500, leads(true, 9, 10))).isNull();
    assertThat(watch.judge(599, leads(true, 9, 10))).isNull();
    assertThat(watch.judge(600, leads(true, 9, 10))).isNotNull();
  }
}
