package io.mosql.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of the delays after failed logins. */
final class LoginThrottleTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LoginThrottle delays = new LoginThrottle(100);
  private long now = -5 * SECOND;

  private long fail(String user, String address) {
    long wait = delays.acquireDelayNanos(user, address, now);
    now += wait;
    delays.failed(user, address, now);
    return wait;
  }

  @Test
  void aFewFailuresAreFreeAndThenPausesGrow() {
    for (int i = 0; i < 4; i++) {
      assertThat(fail("ann", "here")).isZero();
    }
    assertThat(fail("ann", "here")).isEqualTo(SECOND / 4);
    assertThat(fail("ann", "here")).isEqualTo(SECOND / 2);
    assertThat(fail("ann", "here")).isEqualTo(SECOND);
    assertThat(fail("ann", "here")).isEqualTo(2 * SECOND);
    for (int i = 0; i < 10; i++) {
      fail("ann", "here");
    }
    assertThat(fail("ann", "here")).isEqualTo(30 * SECOND);
  }

  @Test
  void attemptsAtTheSameTimeTakeTurns() {
    for (int i = 0; i < 5; i++) {
      fail("ann", "here");
    }
    long first = delays.acquireDelayNanos("ann", "here", now);
    long second = delays.acquireDelayNanos("ann", "here", now);
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void aUserIsHeldUpElsewhereForASecondAtMost() {
    for (int i = 0; i < 15; i++) {
      fail("ann", "here");
    }
    now += SECOND;
    delays.acquireDelayNanos("ann", "there", now);
    assertThat(delays.acquireDelayNanos("ann", "there", now))
        .isPositive()
        .isLessThanOrEqualTo(SECOND);
    assertThat(delays.acquireDelayNanos("bob", "there", now)).isZero();
  }

  @Test
  void anAddressIsHeldUpForAllUsers() {
    for (int i = 0; i < 25; i++) {
      fail("user " + i, "here");
    }
    delays.acquireDelayNanos("new", "here", now);
    assertThat(delays.acquireDelayNanos("new", "here", now)).isPositive();
    assertThat(delays.acquireDelayNanos("new", "there", now)).isZero();
  }

  @Test
  void successAndTimeForgive() {
    for (int i = 0; i < 10; i++) {
      fail("ann", "here");
    }
    delays.succeeded("ann", "here");
    assertThat(delays.acquireDelayNanos("ann", "here", now)).isZero();
    for (int i = 0; i < 10; i++) {
      fail("bob", "here");
    }
    now += TimeUnit.HOURS.toNanos(1);
    assertThat(delays.acquireDelayNanos("bob", "here", now)).isZero();
    assertThat(delays.acquireDelayNanos("bob", "here", now)).isZero();
  }

  @Test
  void memoryIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      fail("user " + i, "address " + i);
    }
    assertThat(delays.size()).isLessThanOrEqualTo(100);
  }
}
