package io.mosql.consensus.ratis.group;

/** Factory of the daemon threads of the replicated log. */
public final class DaemonThreads {
  private DaemonThreads() {}

  public static Thread create(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
