package io.mosql.benchmarks.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Simulated partition: a certifier on the leader and a log with one record in flight. Requests that
 * arrive while a record is in flight share the next record.
 */
final class SimulatedPartition {
  /**
   * Request to a certifier.
   *
   * @param judging conflict checking time in nanoseconds
   * @param applying apply time in nanoseconds, on each replica
   * @param published action on the leader when the record is durable
   */
  private record Request(long judging, long applying, Runnable published) {}

  private final EventSchedule timeline;
  private final SimulatedProcess leader;
  private final List<SimulatedProcess> followers;
  private final List<HotRow> hotRows;
  private final Queue<Request> waiting = new ArrayDeque<>();
  private boolean writing;
  private long requests;
  private long records;

  SimulatedPartition(
      EventSchedule timeline,
      SimulatedProcess leader,
      List<SimulatedProcess> followers,
      int hotRows) {
    this.timeline = timeline;
    this.leader = leader;
    this.followers = List.copyOf(followers);
    List<HotRow> rows = new ArrayList<>();
    for (int i = 0; i < hotRows; i++) {
      rows.add(new HotRow());
    }
    this.hotRows = List.copyOf(rows);
  }

  SimulatedProcess leader() {
    return leader;
  }

  HotRow hotRow(int number) {
    return hotRows.get(number);
  }

  boolean isReplicated() {
    return !followers.isEmpty();
  }

  long requests() {
    return requests;
  }

  long records() {
    return records;
  }

  void submit(long judging, long applying, Runnable published) {
    waiting.add(new Request(judging, applying, published));
    if (!writing) {
      writing = true;
      writeNext();
    }
  }

  private void writeNext() {
    List<Request> record = new ArrayList<>();
    long work = ServiceTimes.WRITE;
    long applying = 0;
    while (record.size() < ServiceTimes.GROUP_MAX && !waiting.isEmpty()) {
      Request request = waiting.remove();
      record.add(request);
      work += request.judging() + request.applying();
      applying += request.applying();
    }
    requests += record.size();
    records++;
    long onFollower = applying;
    if (followers.isEmpty()) {
      leader.serve(work, () -> leader.sync(() -> publish(record)));
    } else {
      leader.serve(
          work + ServiceTimes.ENTRY,
          () -> timeline.after(ServiceTimes.ENTRY_HANDOFF, () -> replicate(record, onFollower)));
    }
  }

  private void replicate(List<Request> record, long applying) {
    Quorum quorum = new Quorum((followers.size() + 1) / 2 + 1, () -> publish(record));
    leader.sync(quorum::acknowledge);
    for (SimulatedProcess follower : followers) {
      leader.send(
          follower,
          ServiceTimes.LOG_MESSAGE,
          () -> follow(follower, applying, quorum::acknowledge));
    }
  }

  private void follow(SimulatedProcess follower, long applying, Runnable acknowledge) {
    follower.serve(
        ServiceTimes.ENTRY,
        () ->
            timeline.after(
                ServiceTimes.ENTRY_HANDOFF,
                () ->
                    follower.sync(
                        () -> {
                          follower.send(leader, ServiceTimes.LOG_MESSAGE, acknowledge);
                          follower.execute(applying, () -> {});
                        })));
  }

  private void publish(List<Request> record) {
    // A single committer writes the log record on its own thread, so no thread is woken.
    boolean alone = record.size() == 1 && waiting.isEmpty() && followers.isEmpty();
    for (Request request : record) {
      leader.serve(alone ? 0 : ServiceTimes.WAKE, request.published());
    }
    if (waiting.isEmpty()) {
      writing = false;
    } else {
      writeNext();
    }
  }

  /** Counter that executes its action once, when enough replicas have acknowledged. */
  private static final class Quorum {
    private final Runnable reached;
    private int missing;

    Quorum(int needed, Runnable reached) {
      this.missing = needed;
      this.reached = reached;
    }

    void acknowledge() {
      missing--;
      if (missing == 0) {
        reached.run();
      }
    }
  }
}
