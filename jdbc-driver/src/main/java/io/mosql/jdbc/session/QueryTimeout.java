package io.mosql.jdbc.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The query timeout of a text that is prepared and executed in one call: the session limits only
 * the execution, and this class cancels the session when both together exceed the timeout. After
 * close no cancel is pending, so that the next statement is not affected.
 */
public final class QueryTimeout implements AutoCloseable {
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private final AtomicBoolean decided = new AtomicBoolean();
  private @Nullable Future<?> planned;
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final long millis;
  private volatile boolean passed;

  private QueryTimeout(long millis) {
    this.millis = millis;
  }

  /** Removes cancelled tasks at once, so that long timeouts of many statements use no memory. */
  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "mosql-query-timeout");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(10, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  /** Starts a timeout; 0 for no limit. */
  public static QueryTimeout of(Session session, long millis) {
    QueryTimeout limit = new QueryTimeout(millis);
    if (millis == 0) {
      return limit;
    }
    // A cancel may need a connection to the server, which must not delay other timeouts.
    limit.planned =
        TIMER.schedule(() -> apart(() -> limit.cancel(session)), millis, TimeUnit.MILLISECONDS);
    return limit;
  }

  /**
   * Converts the failure of a statement cancelled by this timeout; other failures are unchanged.
   */
  public Throwable explained(Throwable failure) {
    return passed
            && failure instanceof MosqlException e
            && e.state() == SqlState.QUERY_CANCELED
            && !String.valueOf(e.getMessage()).contains("timeout")
        ? DriverErrorMessage.QUERY_TIMEOUT_EXCEEDED.causedBy(
            e, String.valueOf(e.getMessage()), millis)
        : failure;
  }

  private static void apart(Runnable work) {
    Thread thread = new Thread(work, "mosql-cancel");
    thread.setDaemon(true);
    thread.start();
  }

  private void cancel(Session session) {
    if (decided.compareAndSet(false, true)) {
      passed = true;
      try {
        session.cancel();
      } finally {
        cancelled.countDown();
      }
    }
  }

  @Override
  public void close() {
    if (planned == null) {
      return;
    }
    planned.cancel(false);
    if (decided.compareAndSet(false, true)) {
      return;
    }
    boolean interrupted = false;
    while (true) {
      try {
        cancelled.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
