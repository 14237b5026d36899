package io.mosql.core.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for the end of threads. */
@Timeout(60)
class DaemonThreadsTest {
  private static final Duration LONG = Duration.ofSeconds(50);

  private final CountDownLatch latch = new CountDownLatch(1);
  private final DaemonThreads threads = new DaemonThreads("test");

  private void work() {
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException e) {
        // Goes on.
      }
    }
  }

  @Test
  void executorsThatWereShutDownAreWaitedFor() {
    ExecutorService executor = Executors.newCachedThreadPool(threads.named("mosql-test-pool"));
    ExecutorService ofPart =
        Executors.newSingleThreadExecutor(threads.part("part").named("mosql-test-part"));
    for (int i = 0; i < 20; i++) {
      executor.execute(this::work);
    }
    ofPart.execute(this::work);
    assertThat(ThreadEnd.named(name -> name.startsWith("mosql-test-"))).hasSize(21);
    executor.shutdown();
    ofPart.shutdown();
    latch.countDown();
    threads.awaitEnd(LONG);
    assertThat(ThreadEnd.named(name -> name.startsWith("mosql-test-"))).isEmpty();
  }

  @Test
  void aWaitIsLimitedAndTellsWhatStillRuns() {
    Thread ended = threads.create(() -> {}, "mosql-test-ended");
    Thread running = threads.create(this::work, "mosql-test-running");
    Thread unstarted = threads.create(this::work, "mosql-test-unstarted");
    ended.start();
    running.start();
    ThreadEnd.await(ended);
    List<Thread> all = List.of(ended, running, unstarted, Thread.currentThread());
    assertThat(ThreadEnd.await(all, Duration.ofMillis(1))).containsExactly(running);
    Thread.currentThread().interrupt();
    assertThat(ThreadEnd.await(all, Duration.ofMillis(1))).containsExactly(running);
    latch.countDown();
    assertThat(ThreadEnd.await(all, LONG)).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(running.isAlive()).isFalse();
  }
}
