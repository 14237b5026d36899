package io.mosql.benchmarks.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Simulated client without think time. A transaction locks rows, executes and commits: in its home
 * partition as a node does today, in several partitions by prepared parts, votes and decisions.
 */
final class SimulatedTerminal {
  private final EventSchedule timeline;
  private final SimulationConfig shape;
  private final List<SimulatedPartition> groups;
  private final int home;
  private final SimulationStatistics books;
  private final SplittableRandom random;

  SimulatedTerminal(
      EventSchedule timeline,
      SimulationConfig shape,
      List<SimulatedPartition> groups,
      int home,
      SimulationStatistics books,
      SplittableRandom random) {
    this.timeline = timeline;
    this.shape = shape;
    this.groups = groups;
    this.home = home;
    this.books = books;
    this.random = random;
  }

  /** Starts the first transaction; each transaction starts the next one. */
  void begin() {
    SimulatedTransactionType kind = SimulatedTransactionType.draw(random);
    boolean cross =
        kind.writes() && shape.participantsOfEach() > 1 && random.nextDouble() < shape.crossShare();
    long began = timeline.now();
    books.transactionStarted();
    if (!kind.writes()) {
      read(kind, began);
    } else if (cross) {
      new CrossTransaction(kind, participants(), began).execute(0);
    } else {
      writeAtHome(kind, began);
    }
  }

  private void end(boolean cross, long began) {
    books.transactionEnded(cross, timeline.now() - began);
    begin();
  }

  private int drawRow() {
    return random.nextInt(shape.hotRows());
  }

  /**
   * Executes a read; on a replicated log a barrier confirms the leadership before the result is
   * returned.
   */
  private void read(SimulatedTransactionType kind, long began) {
    SimulatedPartition group = groups.get(home);
    Runnable end = () -> end(false, began);
    group
        .leader()
        .execute(
            kind.executionNanos(),
            () -> {
              if (group.isReplicated()) {
                group.submit(0, 0, end);
              } else {
                end.run();
              }
            });
  }

  private void writeAtHome(SimulatedTransactionType kind, long began) {
    SimulatedPartition group = groups.get(home);
    if (!kind.locksRows()) {
      executeAtHome(group, kind, () -> end(false, began));
      return;
    }
    HotRow row = group.hotRow(drawRow());
    row.lock(
        () ->
            executeAtHome(
                group,
                kind,
                () -> {
                  row.release();
                  end(false, began);
                }));
  }

  private static void executeAtHome(
      SimulatedPartition group, SimulatedTransactionType kind, Runnable published) {
    group
        .leader()
        .execute(
            kind.executionNanos(),
            () -> group.submit(kind.certificationNanos(), kind.applyNanos(), published));
  }

  /** Participating partitions in lock order, including the home partition. */
  private List<SimulatedPartition> participants() {
    Set<Integer> numbers = new HashSet<>();
    numbers.add(home);
    while (numbers.size() < shape.participantsOfEach()) {
      numbers.add(random.nextInt(groups.size()));
    }
    return numbers.stream().sorted().map(groups::get).toList();
  }

  /**
   * Transaction in several partitions. It locks a row in each partition, in partition order, and
   * sends each partition its part. Every partition informs all others when its part is prepared,
   * and decides once all parts are prepared. The client receives its response at the decision of
   * the home partition. Row locks are released by the decision.
   */
  private final class CrossTransaction {
    private final SimulatedTransactionType kind;
    private final List<SimulatedPartition> participants;
    private final long began;
    private final List<HotRow> rows = new ArrayList<>();

    CrossTransaction(
        SimulatedTransactionType kind, List<SimulatedPartition> participants, long began) {
      this.kind = kind;
      this.participants = participants;
      this.began = began;
    }

    void execute(int number) {
      if (number == participants.size()) {
        prepare();
        return;
      }
      SimulatedPartition group = participants.get(number);
      HotRow row = group.hotRow(drawRow());
      rows.add(row);
      SimulatedProcess client = groups.get(home).leader();
      Runnable next = () -> execute(number + 1);
      if (group.leader() == client) {
        long work = group == groups.get(home) ? kind.executionNanos() : 0;
        lock(row, () -> client.execute(work, next));
      } else {
        client.send(
            group.leader(),
            ServiceTimes.MESSAGE,
            () ->
                lock(
                    row,
                    () ->
                        group
                            .leader()
                            .send(
                                client,
                                ServiceTimes.MESSAGE,
                                () ->
                                    roundTrips(
                                        group.leader(),
                                        ServiceTimes.REMOTE_ROUND_TRIPS - 1,
                                        next))));
      }
    }

    private void lock(HotRow row, Runnable then) {
      if (kind.locksRows()) {
        row.lock(then);
      } else {
        then.run();
      }
    }

    private void roundTrips(SimulatedProcess to, int count, Runnable then) {
      SimulatedProcess client = groups.get(home).leader();
      if (count == 0) {
        then.run();
        return;
      }
      client.send(
          to,
          ServiceTimes.MESSAGE,
          () -> to.send(client, ServiceTimes.MESSAGE, () -> roundTrips(to, count - 1, then)));
    }

    private void prepare() {
      SimulatedProcess client = groups.get(home).leader();
      long judging = kind.certificationNanos() / participants.size() + ServiceTimes.REQUEST;
      int[] votes = new int[participants.size()];
      for (int i = 0; i < participants.size(); i++) {
        int number = i;
        SimulatedPartition group = participants.get(i);
        client.send(
            group.leader(),
            ServiceTimes.MESSAGE,
            () -> group.submit(judging, 0, () -> vote(group, votes, number)));
      }
    }

    private void vote(SimulatedPartition from, int[] votes, int number) {
      books.prepared();
      for (int i = 0; i < participants.size(); i++) {
        int to = i;
        Runnable counted = () -> count(votes, to);
        if (to == number) {
          counted.run();
        } else {
          from.leader().send(participants.get(to).leader(), ServiceTimes.MESSAGE, counted);
        }
      }
    }

    private void count(int[] votes, int number) {
      votes[number]++;
      if (votes[number] == participants.size()) {
        SimulatedPartition group = participants.get(number);
        long applying = kind.applyNanos() / participants.size() + ServiceTimes.REQUEST;
        group.submit(0, applying, () -> decided(number));
        if (group == groups.get(home)) {
          end(true, began);
        }
      }
    }

    private void decided(int number) {
      books.decided();
      if (kind.locksRows()) {
        rows.get(number).release();
      }
    }
  }
}
