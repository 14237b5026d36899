package io.mosql.benchmarks.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Queueing station: identical servers with a common queue, first come first served. Urgent jobs
 * precede other jobs, as the scheduler prefers threads that mostly sleep; there is no preemption.
 *
 * <p>A job that begins while other servers are busy takes longer, in proportion to their number;
 * when all servers are busy, by the factor of the interference.
 */
final class QueueingStation {
  private record Job(long work, Runnable done) {}

  private final EventSchedule timeline;
  private final int servers;
  private final double interference;
  private final Queue<Job> urgent = new ArrayDeque<>();
  private final Queue<Job> others = new ArrayDeque<>();
  private int busy;
  private long busyNanos;

  QueueingStation(EventSchedule timeline, int servers, double interference) {
    if (servers < 1 || interference < 0) {
      throw new IllegalArgumentException(servers + " servers, interference " + interference);
    }
    this.timeline = timeline;
    this.servers = servers;
    this.interference = interference;
  }

  void serve(long work, Runnable done) {
    take(others, new Job(work, done));
  }

  void serveUrgently(long work, Runnable done) {
    take(urgent, new Job(work, done));
  }

  /** Total busy time of all servers. */
  long busyNanos() {
    return busyNanos;
  }

  private void take(Queue<Job> queue, Job job) {
    if (busy < servers) {
      begin(job);
    } else {
      queue.add(job);
    }
  }

  private void begin(Job job) {
    double slower = servers == 1 ? 1 : 1 + interference * busy / (servers - 1);
    long takes = Math.round(job.work() * slower);
    busy++;
    busyNanos += takes;
    timeline.after(takes, () -> end(job));
  }

  private void end(Job job) {
    busy--;
    Job next = urgent.isEmpty() ? others.poll() : urgent.remove();
    if (next != null) {
      begin(next);
    }
    job.done().run();
  }
}
