package io.mosql.benchmarks.partition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A client without pauses, in the process that leads its home partition. It reserves, executes and
 * commits: at home as a node does now, in several partitions by parts, votes and decisions.
 */
final class Terminal {
  private final Timeline timeline;
  private final Shape shape;
  private final List<Group> groups;
  private final int home;
  private final Books books;
  private final SplittableRandom random;

  Terminal(
      Timeline timeline,
      Shape shape,
      List<Group> groups,
      int home,
      Books books,
      SplittableRandom random) {
    this.timeline = timeline;
    this.shape = shape;
    this.groups = groups;
    this.home = home;
    this.books = books;
    this.random = random;
  }

  /** Begins the next transaction, and so on for ever. */
  void begin() {
    Kind kind = Kind.draw(random);
    boolean cross =
        kind.writes() && shape.participantsOfEach() > 1 && random.nextDouble() < shape.crossShare();
    long began = timeline.now();
    books.began();
    if (!kind.writes()) {
      read(kind, began);
    } else if (cross) {
      new CrossTransaction(kind, participants(), began).execute(0);
    } else {
      writeAtHome(kind, began);
    }
  }

  private void end(boolean cross, long began) {
    books.ended(cross, timeline.now() - began);
    begin();
  }

  private int drawRow() {
    return random.nextInt(shape.hotRows());
  }

  /** A replicated log is asked by a barrier who leads, before anything that was read is told. */
  private void read(Kind kind, long began) {
    Group group = groups.get(home);
    Runnable end = () -> end(false, began);
    group
        .leader()
        .execute(
            kind.executing(),
            () -> {
              if (group.isReplicated()) {
                group.submit(0, 0, end);
              } else {
                end.run();
              }
            });
  }

  private void writeAtHome(Kind kind, long began) {
    Group group = groups.get(home);
    if (!kind.reserves()) {
      executeAtHome(group, kind, () -> end(false, began));
      return;
    }
    HotRow row = group.hotRow(drawRow());
    row.reserve(
        () ->
            executeAtHome(
                group,
                kind,
                () -> {
                  row.release();
                  end(false, began);
                }));
  }

  private static void executeAtHome(Group group, Kind kind, Runnable published) {
    group
        .leader()
        .execute(kind.executing(), () -> group.submit(kind.judging(), kind.applying(), published));
  }

  /** In their order, home among them. */
  private List<Group> participants() {
    Set<Integer> numbers = new HashSet<>();
    numbers.add(home);
    while (numbers.size() < shape.participantsOfEach()) {
      numbers.add(random.nextInt(groups.size()));
    }
    return numbers.stream().sorted().map(groups::get).toList();
  }

  /**
   * Reserves a row in each of its partitions, in their order; sends each its part; every partition
   * tells all others when its part is prepared, and decides once it knows that all are. At home
   * that is the moment when the client is answered. Rows are released by the decision.
   */
  private final class CrossTransaction {
    private final Kind kind;
    private final List<Group> participants;
    private final long began;
    private final List<HotRow> rows = new ArrayList<>();

    CrossTransaction(Kind kind, List<Group> participants, long began) {
      this.kind = kind;
      this.participants = participants;
      this.began = began;
    }

    void execute(int number) {
      if (number == participants.size()) {
        prepare();
        return;
      }
      Group group = participants.get(number);
      HotRow row = group.hotRow(drawRow());
      rows.add(row);
      Node client = groups.get(home).leader();
      Runnable next = () -> execute(number + 1);
      if (group.leader() == client) {
        long work = group == groups.get(home) ? kind.executing() : 0;
        reserve(row, () -> client.execute(work, next));
      } else {
        client.send(
            group.leader(),
            Costs.MESSAGE,
            () ->
                reserve(
                    row,
                    () ->
                        group
                            .leader()
                            .send(
                                client,
                                Costs.MESSAGE,
                                () ->
                                    roundTrips(
                                        group.leader(), Costs.REMOTE_ROUND_TRIPS - 1, next))));
      }
    }

    private void reserve(HotRow row, Runnable then) {
      if (kind.reserves()) {
        row.reserve(then);
      } else {
        then.run();
      }
    }

    private void roundTrips(Node to, int count, Runnable then) {
      Node client = groups.get(home).leader();
      if (count == 0) {
        then.run();
        return;
      }
      client.send(
          to,
          Costs.MESSAGE,
          () -> to.send(client, Costs.MESSAGE, () -> roundTrips(to, count - 1, then)));
    }

    private void prepare() {
      Node client = groups.get(home).leader();
      long judging = kind.judging() / participants.size() + Costs.REQUEST;
      int[] votes = new int[participants.size()];
      for (int i = 0; i < participants.size(); i++) {
        int number = i;
        Group group = participants.get(i);
        client.send(
            group.leader(),
            Costs.MESSAGE,
            () -> group.submit(judging, 0, () -> vote(group, votes, number)));
      }
    }

    private void vote(Group from, int[] votes, int number) {
      books.prepared();
      for (int i = 0; i < participants.size(); i++) {
        int to = i;
        Runnable counted = () -> count(votes, to);
        if (to == number) {
          counted.run();
        } else {
          from.leader().send(participants.get(to).leader(), Costs.MESSAGE, counted);
        }
      }
    }

    private void count(int[] votes, int number) {
      votes[number]++;
      if (votes[number] == participants.size()) {
        Group group = participants.get(number);
        long applying = kind.applying() / participants.size() + Costs.REQUEST;
        group.submit(0, applying, () -> decided(number));
        if (group == groups.get(home)) {
          end(true, began);
        }
      }
    }

    private void decided(int number) {
      books.decided();
      if (kind.reserves()) {
        rows.get(number).release();
      }
    }
  }
}
