package io.mosql.sql.exec.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerPoolTest {
  private final AtomicInteger statements = new AtomicInteger(1);
  private final WorkerPool pool = new WorkerPool(4, statements::get);
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void close() {
    end.countDown();
    pool.close();
    assertThat(pool.working()).isZero();
  }

  private boolean run(int limit, boolean always) {
    return pool.tryRun(limit, always, this::work, () -> {});
  }

  private void work() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void workersTakeIdleProcessorsOnly() {
    assertThat(run(8, false)).isTrue();
    assertThat(run(8, false)).isTrue();
    assertThat(run(8, false)).isTrue();
    assertThat(pool.isCrowded()).isFalse();
    assertThat(run(8, false)).isFalse();
    assertThat(pool.working()).isEqualTo(3);
    assertThat(run(8, true)).isTrue();
  }

  @Test
  void workersLeaveWhenStatementsNeedTheirProcessors() {
    assertThat(run(8, false)).isTrue();
    assertThat(run(8, false)).isTrue();
    statements.set(2);
    assertThat(pool.isCrowded()).isFalse();
    assertThat(run(8, false)).isFalse();
    statements.set(3);
    assertThat(pool.isCrowded()).isTrue();
  }

  /** The rows of a query may be fetched when its statement has ended. */
  @Test
  void aQueryCountsWithoutItsStatement() {
    statements.set(0);
    for (int i = 0; i < 3; i++) {
      assertThat(run(8, false)).isTrue();
    }
    assertThat(run(8, false)).isFalse();
  }

  @Test
  void noMoreWorkersThanTheLimit() {
    assertThat(run(2, true)).isTrue();
    assertThat(run(2, true)).isTrue();
    assertThat(run(2, true)).isFalse();
    assertThat(run(3, true)).isTrue();
  }

  /** A query that knows of the end finds the worker free. */
  @Test
  void aWorkerIsFreeWhenItsEndIsKnown() throws InterruptedException {
    AtomicInteger working = new AtomicInteger(-1);
    CountDownLatch ended = new CountDownLatch(1);
    Runnable after =
        () -> {
          working.set(pool.working());
          ended.countDown();
        };
    assertThat(pool.tryRun(1, true, () -> {}, after)).isTrue();
    ended.await();
    assertThat(working.get()).isZero();
  }

  @Test
  void aClosedPoolHasNoWorkers() {
    assertThat(run(1, true)).isTrue();
    end.countDown();
    pool.close();
    assertThat(run(1, true)).isFalse();
  }
}
