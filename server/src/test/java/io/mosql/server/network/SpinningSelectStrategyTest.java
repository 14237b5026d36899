package io.mosql.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import org.junit.jupiter.api.Test;

final class SpinningSelectStrategyTest {
  private static final long SPIN = 100;

  private long now;
  private final SpinningSelectStrategy select = new SpinningSelectStrategy(SPIN, () -> now);

  /** Calls the strategy without work, the given nanoseconds after the previous call. */
  private int idle(long after) throws Exception {
    now += after;
    return select.calculateStrategy(() -> 0, false);
  }

  private int work(long after) throws Exception {
    now += after;
    return select.calculateStrategy(() -> 1, false);
  }

  @Test
  void aLoopWithoutExperienceSleeps() throws Exception {
    assertThat(idle(10)).isEqualTo(SelectStrategy.SELECT);
  }

  @Test
  void whereWorkComesSoonItIsWaitedFor() throws Exception {
    assertThat(idle(1)).isEqualTo(SelectStrategy.SELECT);
    // Woken after 50.
    assertThat(idle(50)).isEqualTo(SelectStrategy.CONTINUE);
    assertThat(idle(SPIN - 1)).isEqualTo(SelectStrategy.CONTINUE);
    assertThat(work(10)).isEqualTo(1);
    assertThat(idle(50)).isEqualTo(SelectStrategy.CONTINUE);
    assertThat(idle(SPIN)).isEqualTo(SelectStrategy.SELECT);
  }

  @Test
  void vainWaitsEndAndBeginAgainWithWorkThatComesSoon() throws Exception {
    for (int i = 0; i < 20; i++) {
      work(1);
      idle(1);
      idle(1);
    }
    int spins = 0;
    for (int i = 0; i < 20; i++) {
      while (idle(SPIN / 2) != SelectStrategy.SELECT) {
        spins++;
      }
      now += 1_000_000;
    }
    assertThat(spins).isBetween(1, 20);
    assertThat(idle(1)).isEqualTo(SelectStrategy.SELECT);
    assertThat(idle(10)).isEqualTo(SelectStrategy.CONTINUE);
  }

  @Test
  void tasksAreWork() throws Exception {
    now += 1;
    assertThat(select.calculateStrategy(() -> 0, true)).isZero();
    assertThat(idle(1)).isEqualTo(SelectStrategy.SELECT);
  }

  @Test
  void itCanBeTurnedOff() throws Exception {
    SpinningSelectStrategy off = new SpinningSelectStrategy(0, () -> now);
    for (int i = 0; i < 5; i++) {
      assertThat(off.calculateStrategy(() -> 0, false)).isEqualTo(SelectStrategy.SELECT);
    }
    assertThat(off.calculateStrategy(() -> 2, true)).isEqualTo(2);
  }
}
