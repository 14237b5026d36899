package io.mosql.benchmarks.simulation;

import java.util.PriorityQueue;

/**
 * Event queue of the simulation, ordered by time. Events of one moment happen in the order in which
 * they were planned, so that a seed fixes a run. Used by one thread.
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

  /** Nanoseconds since the beginning. */
  long now() {
    return now;
  }

  /** When something happened last. */
  long lastEvent() {
    return lastEvent;
  }

  /**
   * @param nanos from now on; 0 is after everything that is planned for this moment already
   */
  void after(long nanos, Runnable action) {
    if (nanos < 0) {
      throw new IllegalArgumentException("that was " + -nanos + " ns ago");
    }
    planned.add(new Event(now + nanos, events++, action));
  }

  /** Lets everything happen up to a moment; what is planned for later stays planned. */
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
