package io.mosql.benchmarks.simulation;

import java.util.PriorityQueue;

/**
 * Event queue of the simulation, ordered by time. Events with the same time are executed in
 * scheduling order, so that a run is deterministic for a seed. Confined to one thread.
 */
final class EventSchedule {
  private record Event(long at, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> planned = new PriorityQueue<>(1024);
  private long now;
  private long events;
  private long lastEvent;

  /** Simulated time in nanoseconds since the beginning. */
  long now() {
    return now;
  }

  /** Time of the last executed event. */
  long lastEvent() {
    return lastEvent;
  }

  /**
   * @param nanos delay from now; with 0 the event follows all events already scheduled for this
   *     time
   */
  void after(long nanos, Runnable action) {
    if (nanos < 0) {
      throw new IllegalArgumentException("that was " + -nanos + " ns ago");
    }
    planned.add(new Event(now + nanos, events++, action));
  }

  /** Executes all events up to a time; later events remain scheduled. */
  void runUntil(long end) {
    for (Event next = planned.peek(); next != null && next.at() <= end; next = planned.peek()) {
      planned.remove();
      now = next.at();
      lastEvent = now;
      next.action().run();
    }
    now = Math.max(now, end);
  }
}
