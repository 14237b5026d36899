package io.mosql.benchmarks.simulation;

/** Simulated process, with the processors and the disk of its machine. */
final class SimulatedProcess {
  private final EventSchedule timeline;
  private final QueueingStation processors;
  private final QueueingStation disk;
  private final long delay;

  /**
   * @param delay to any other node
   */
  SimulatedProcess(
      EventSchedule timeline, QueueingStation processors, QueueingStation disk, long delay) {
    this.timeline = timeline;
    this.processors = processors;
    this.disk = disk;
    this.delay = delay;
  }

  /** A session's work. */
  void execute(long work, Runnable done) {
    processors.serve(work, done);
  }

  /** Work of the log, or of the network. */
  void serve(long work, Runnable done) {
    processors.serveUrgently(work, done);
  }

  /** One fdatasync after another. */
  void sync(Runnable done) {
    disk.serve(ServiceTimes.SYNC, done);
  }

  /**
   * Sends a message; one to itself is none.
   *
   * @param cost of sending it, and again of receiving it
   * @param received happens there
   */
  void send(SimulatedProcess to, long cost, Runnable received) {
    if (to == this) {
      received.run();
    } else {
      serve(cost, () -> timeline.after(delay, () -> to.serve(cost, received)));
    }
  }
}
