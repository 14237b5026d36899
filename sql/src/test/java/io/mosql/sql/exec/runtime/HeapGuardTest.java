package io.mosql.sql.exec.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the guard with a heap whose usage is set by the test. */
final class HeapGuardTest {
  private int used;
  private int live;
  private int collections;
  private long nanos;
  private final HeapGuard guard = guard();

  HeapGuardTest() {
    guard.enable();
  }

  private HeapGuard guard() {
    HeapGuard.HeapUsage use =
        new HeapGuard.HeapUsage() {
          @Override
          public long used() {
            return used;
          }

          @Override
          public long max() {
            return 100;
          }
        };
    return new HeapGuard(use, this::collect, () -> nanos);
  }

  private void collect() {
    collections++;
    nanos += TimeUnit.MILLISECONDS.toNanos(200);
    used = live;
  }

  @Test
  void believesWhatACollectionLeaves() {
    used = 95;
    live = 40;
    guard.require();
    assertThat(collections).isEqualTo(1);
    guard.require();
    assertThat(collections).isEqualTo(1);
  }

  @Test
  void collectsNothingWhereThereIsRoom() {
    used = HeapGuard.SUSPICIOUS - 1;
    guard.require();
    assertThat(collections).isZero();
  }

  @Test
  void refusesForSomeTimeWithoutCollectingAgain() {
    used = 95;
    live = 93;
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(guard::require)
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("53200"));
    }
    assertThat(collections).isEqualTo(1);
    nanos += TimeUnit.SECONDS.toNanos(10);
    live = 30;
    guard.require();
    assertThat(collections).isEqualTo(2);
  }

  @Test
  void acceptsAsSoonAsLessIsUsed() {
    used = 95;
    live = 93;
    assertThatThrownBy(guard::require).isInstanceOf(MosqlException.class);
    used = HeapGuard.FULL - 1;
    guard.require();
    assertThat(collections).isEqualTo(1);
  }

  /** A large value counts twice while it is made, and those of other threads count too. */
  @Test
  void keepsRoomForLargeValuesUntilTheyAreMade() throws InterruptedException {
    used = 20;
    live = 20;
    guard.require(10);
    guard.require(20);
    Thread other = new Thread(() -> guard.require(5));
    other.start();
    other.join();
    assertThat(collections).isZero();
    Runnable more =
        () -> assertThatThrownBy(() -> guard.require(10)).isInstanceOf(MosqlException.class);
    Thread refused = new Thread(more);
    refused.start();
    refused.join();
    assertThat(collections).isEqualTo(1);
    guard.made();
    guard.require(10);
  }

  /** A request that is too large is refused; garbage is not collected repeatedly for it. */
  @Test
  void refusesWhatIsTooLargeAndNothingElse() {
    used = 50;
    live = 50;
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> guard.require(20)).isInstanceOf(MosqlException.class);
      guard.require(5);
      guard.made();
    }
    assertThat(collections).isEqualTo(1);
  }

  @Test
  void guardsTheHeapOfServersOnly() {
    HeapGuard embedded = guard();
    used = 99;
    live = 99;
    embedded.require();
    assertThat(collections).isZero();
  }
}
