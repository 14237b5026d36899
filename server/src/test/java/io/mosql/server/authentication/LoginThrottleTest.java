package io.mosql.server.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of the delays after failed logins. */
final class LoginThrottleTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LoginThrottle delays = new LoginThrottle(100);
  private long now = -5 * SECOND;

  private long acquire(String user, String address) {
    return delays.acquireDelayNanos(user, address, now, 30 * SECOND);
  }

  private long fail(String user, String address) {
    long wait = acquire(user, address);
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
    long first = acquire("ann", "here");
    long second = acquire("ann", "here");
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void aUserIsHeldUpElsewhereForASecondAtMost() {
    for (int i = 0; i < 15; i++) {
      fail("ann", "here");
    }
    now += SECOND;
    acquire("ann", "there");
    assertThat(acquire("ann", "there")).isPositive().isLessThanOrEqualTo(SECOND);
    assertThat(acquire("bob", "there")).isZero();
  }

  @Test
  void anAddressIsHeldUpForAllUsers() {
    for (int i = 0; i < 25; i++) {
      fail("user " + i, "here");
    }
    acquire("new", "here");
    assertThat(acquire("new", "here")).isPositive();
    assertThat(acquire("new", "there")).isZero();
  }

  @Test
  void successAndTimeForgive() {
    for (int i = 0; i < 10; i++) {
      fail("ann", "here");
    }
    delays.succeeded("ann", "here");
    assertThat(acquire("ann", "here")).isZero();
    for (int i = 0; i < 10; i++) {
      fail("bob", "here");
    }
    now += TimeUnit.HOURS.toNanos(1);
    assertThat(acquire("bob", "here")).isZero();
    assertThat(acquire("bob", "here")).isZero();
  }

  @Test
  void aLoginThatIsRefusedDelaysNoOther() {
    for (int i = 0; i < 6; i++) {
      fail("ann", "here");
    }
    long delay = acquire("ann", "here");
    delay = delays.acquireDelayNanos("ann", "here", now, delay);
    assertThat(delays.acquireDelayNanos("ann", "here", now, 0)).isEqualTo(delay);
    assertThat(delays.acquireDelayNanos("ann", "here", now, 0)).isEqualTo(delay);
  }

  @Test
  void memoryIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      fail("user " + i, "address " + i);
    }
    assertThat(delays.size()).isLessThanOrEqualTo(100);
  }
}
