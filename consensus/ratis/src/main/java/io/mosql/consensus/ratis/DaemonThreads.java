package io.mosql.consensus.ratis;

/** Makes the daemon threads of the replicated log. */
final class DaemonThreads {
  private DaemonThreads() {}

  static Thread create(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
