package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A heap whose use is set by hand. */
final class HeapGuardTest {
  private int used;
  private int live;
  private int collections;
  private long nanos;
  private final HeapGuard guard = new HeapGuard(() -> used, this::collect, () -> nanos);

  HeapGuardTest() {
    guard.ownHeap();
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

  @Test
  void guardsTheHeapOfServersOnly() {
    HeapGuard embedded = new HeapGuard(() -> used, this::collect, () -> nanos);
    used = 99;
    live = 99;
    embedded.require();
    assertThat(collections).isZero();
  }
}
