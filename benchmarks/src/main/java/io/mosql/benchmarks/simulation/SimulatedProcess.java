package io.mosql.benchmarks.simulation;

/** Simulated process, with the processors and the disk of its machine. */
final class SimulatedProcess {
  private final EventSchedule timeline;
  private final QueueingStation processors;
  private final QueueingStation disk;
  private final long delay;

  /**
   * @param delay one-way delay to any other node
   */
  SimulatedProcess(
      EventSchedule timeline, QueueingStation processors, QueueingStation disk, long delay) {
    this.timeline = timeline;
    this.processors = processors;
    this.disk = disk;
    this.delay = delay;
  }

  /** Executes work of a session. */
  void execute(long work, Runnable done) {
    processors.serve(work, done);
  }

  /** Executes work of the log or of the network, with priority. */
  void serve(long work, Runnable done) {
    processors.serveUrgently(work, done);
  }

  /** Executes an fdatasync; concurrent ones are executed one after another. */
  void sync(Runnable done) {
    disk.serve(ServiceTimes.SYNC, done);
  }

  /**
   * Sends a message; a message to itself costs nothing.
   *
   * @param cost processor time for sending, and again for receiving
   * @param received action on the receiving process
   */
  void send(SimulatedProcess to, long cost, Runnable received) {
    if (to == this) {
      received.run();
    } else {
      serve(cost, () -> timeline.after(delay, () -> to.serve(cost, received)));
    }
  }
}
