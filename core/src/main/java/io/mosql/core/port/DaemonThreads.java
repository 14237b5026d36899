package io.mosql.core.port;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The daemon threads of an owner, which waits for their end when it is closed: an executor that has
 * terminated may still have a thread. Those of its parts are its own, too. Thread-safe.
 */
public final class DaemonThreads {
  private final String owner;
  private final @Nullable DaemonThreads whole;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  public DaemonThreads(String owner) {
    this(owner, null);
  }

  private DaemonThreads(String owner, @Nullable DaemonThreads whole) {
    this.owner = owner;
    this.whole = whole;
  }

  /** The threads of a part of the owner. */
  public DaemonThreads part(String name) {
    return new DaemonThreads(name, this);
  }

  /** Creates a thread that is not started. */
  public Thread create(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    for (DaemonThreads each = this; each != null; each = each.whole) {
      each.threads.removeIf(known -> known.getState() == Thread.State.TERMINATED);
      each.threads.add(thread);
    }
    return thread;
  }

  public ThreadFactory named(String name) {
    return task -> create(task, name);
  }

  /** Waits until all have ended, for a limited time, as {@link ThreadEnd} does. */
  public void awaitEnd(Duration within) {
    ThreadEnd.await(owner, List.copyOf(threads), within);
  }
}
