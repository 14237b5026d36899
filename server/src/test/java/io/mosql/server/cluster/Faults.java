package io.mosql.server.cluster;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.cluster.TestCluster;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fault injector of a cluster: causes the fault of a {@link FaultKind}, waits, and repairs it. When
 * a fault is over, all nodes run, and every client has been served. Confined to one thread.
 */
final class Faults {
  /** Time limit for serving clients after the end of a fault, and for electing a new leader. */
  static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final Duration LEADER_TIME = Duration.ofSeconds(30);

  private final ProcessCluster cluster;
  private final TestCluster machines;
  private final ClusterLoad load;
  private final AvailabilityProbe probe;
  private final SeededRandom random;
  private final List<Duration> failovers = new ArrayList<>();
  private final @Nullable LimitedDisk disk;

  /**
   * @param disk limited disk of one of the nodes; null for none
   */
  Faults(
      ProcessCluster cluster,
      ClusterLoad load,
      AvailabilityProbe probe,
      SeededRandom random,
      @Nullable LimitedDisk disk) {
    this.cluster = cluster;
    this.machines = cluster.machines();
    this.load = load;
    this.probe = probe;
    this.random = random;
    this.disk = disk;
  }

  /** Durations without writes after each loss of a leader. */
  List<Duration> failovers() {
    return List.copyOf(failovers);
  }

  /** Injects one fault; returns when its effects are over. */
  void play(FaultKind kind) throws IOException, InterruptedException, SQLException {
    switch (kind) {
      case KILL_LEADER -> killLeader();
      case KILL_FOLLOWER -> killFollower();
      case STOP_AND_START -> stopAndStart();
      case PAUSE_LEADER -> pauseLeader();
      case PAUSE_FOLLOWER -> pauseFollower();
      case DROP_LINK -> dropLink();
      case DROP_ONE_WAY -> dropOneWay();
      case DELAY_LINKS -> delayLinks();
      case STALL_LINK -> stallLink();
      case ISOLATE_LEADER -> isolateLeader();
      case ISOLATE_FOLLOWER -> isolateFollower();
      case RESTART_ALL -> restartAll();
      case KILL_TWO -> killTwo();
      case CUT_CLIENTS -> cluster.door(leader()).cut();
      case STALL_CLIENTS -> stallClients();
      case FALL_BEHIND -> fallBehind();
      case TRANSFER_LEAD -> transferLead();
      case WIPE_FOLLOWER -> wipeFollower();
      case FILL_DISK -> fillDisk();
      case SKEW_CLOCK -> skewClock();
    }
    machines.heal();
    for (String id : cluster.ids()) {
      if (!machines.isUp(id)) {
        List<String> said = machines.process(id).lines();
        List<String> last = said.subList(Math.max(0, said.size() - 30), said.size());
        throw new AssertionError(id + " ended by itself: " + String.join("\n  ", last));
      }
    }
    long healed = System.nanoTime();
    probe.awaitWriteAfter(healed, TIMEOUT);
    load.awaitProgress(TIMEOUT);
  }

  private String leader() throws InterruptedException {
    long deadline = System.nanoTime() + LEADER_TIME.toNanos();
    String leader = cluster.leader();
    while (leader == null) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("there is no leader");
      }
      load.hold(Duration.ofMillis(50));
      leader = cluster.leader();
    }
    return leader;
  }

  private String follower(String leader) {
    List<String> others =
        new ArrayList<>(cluster.ids().stream().filter(id -> !id.equals(leader)).toList());
    return others.get(random.nextInt(others.size()));
  }

  private void hold(int leastMillis, int mostMillis) throws InterruptedException {
    load.hold(Duration.ofMillis(leastMillis + random.nextInt(mostMillis - leastMillis)));
  }

  /** Waits for the election of a new leader. */
  private void awaitFailover() throws InterruptedException {
    failovers.add(probe.awaitWriteAfter(System.nanoTime(), TIMEOUT));
  }

  private void restart(String... ids) throws IOException, InterruptedException {
    for (String id : ids) {
      cluster.start(id);
    }
    for (String id : ids) {
      cluster.awaitReady(id);
    }
  }

  private void killLeader() throws IOException, InterruptedException {
    String leader = leader();
    machines.kill(leader);
    awaitFailover();
    hold(0, 1_000);
    restart(leader);
  }

  private void killFollower() throws IOException, InterruptedException {
    String follower = follower(leader());
    machines.kill(follower);
    hold(0, 2_000);
    restart(follower);
  }

  private void stopAndStart() throws IOException, InterruptedException {
    String id = cluster.ids().get(random.nextInt(cluster.ids().size()));
    int code = machines.stop(id, ProcessCluster.START_TIME);
    if (code != 0) {
      throw new AssertionError(id + " was stopped and ended with " + code);
    }
    hold(0, 500);
    restart(id);
  }

  private void pauseLeader() throws IOException, InterruptedException {
    String leader = leader();
    machines.process(leader).pause();
    awaitFailover();
    hold(0, 1_000);
    machines.process(leader).resume();
  }

  private void pauseFollower() throws IOException, InterruptedException {
    String follower = follower(leader());
    machines.process(follower).pause();
    hold(1_000, 4_000);
    machines.process(follower).resume();
  }

  private void dropLink() throws InterruptedException {
    String leader = leader();
    String follower = follower(leader);
    machines.drop(leader, follower);
    machines.drop(follower, leader);
    hold(2_000, 4_000);
  }

  private void dropOneWay() throws InterruptedException {
    String leader = leader();
    String follower = follower(leader);
    if (random.nextBoolean()) {
      machines.drop(leader, follower);
    } else {
      machines.drop(follower, leader);
    }
    hold(2_000, 4_000);
  }

  private void delayLinks() throws InterruptedException {
    Duration by = Duration.ofMillis(5 + random.nextInt(95));
    for (String from : cluster.ids()) {
      for (String to : cluster.ids()) {
        if (!from.equals(to)) {
          machines.link(from, to).forward().delay(by);
          machines.link(from, to).backward().delay(by);
        }
      }
    }
    hold(2_000, 4_000);
  }

  private void stallLink() throws InterruptedException {
    String leader = leader();
    String follower = follower(leader);
    machines.link(leader, follower).forward().stall();
    machines.link(follower, leader).backward().stall();
    if (random.nextBoolean()) {
      machines.link(leader, follower).backward().stall();
      machines.link(follower, leader).forward().stall();
    }
    hold(1_000, 5_000);
  }

  private void isolateLeader() throws InterruptedException {
    machines.isolate(leader());
    awaitFailover();
    hold(0, 2_000);
  }

  private void isolateFollower() throws InterruptedException {
    machines.isolate(follower(leader()));
    hold(2_000, 5_000);
  }

  private void restartAll() throws IOException, InterruptedException {
    machines.killAll();
    hold(0, 500);
    restart(cluster.ids().toArray(String[]::new));
  }

  private void killTwo() throws IOException, InterruptedException {
    String leader = leader();
    String follower = follower(leader);
    machines.kill(leader);
    machines.kill(follower);
    // Acknowledgements sent before the kill may still be in transit.
    hold(200, 400);
    long before = probe.acknowledged();
    hold(1_000, 2_000);
    if (probe.acknowledged() != before) {
      throw new AssertionError("a write was acknowledged while two of three were down");
    }
    if (random.nextBoolean()) {
      restart(follower);
      hold(0, 1_000);
      restart(leader);
    } else {
      restart(leader, follower);
    }
  }

  private void skewClock() throws IOException, InterruptedException {
    String id = random.nextBoolean() ? leader() : follower(leader());
    int mostMillis = random.nextBoolean() ? 2_000 : 3_600_000;
    long first = 1L + random.nextInt(mostMillis);
    cluster.setClock(id, Duration.ofMillis(random.nextBoolean() ? first : -first));
    hold(2_000, 4_000);
    cluster.setClock(id, Duration.ZERO);
  }

  private void stallClients() throws InterruptedException {
    String leader = leader();
    cluster.door(leader).forward().stall();
    cluster.door(leader).backward().stall();
    hold(1_000, 5_000);
  }

  private void fallBehind() throws IOException, InterruptedException, SQLException {
    String follower = follower(leader());
    machines.kill(follower);
    cluster.writeMuch();
    restart(follower);
  }

  private void transferLead() throws InterruptedException, SQLException {
    String next = follower(leader());
    cluster.run("alter cluster transfer database mosql to '" + next + "'");
    await(next + " to lead", Duration.ofSeconds(15), () -> next.equals(cluster.leader()));
  }

  private void wipeFollower() throws IOException, InterruptedException, SQLException {
    String follower = follower(leader());
    String row = "select 1 from mosql.nodes where node = '" + follower + "'";
    cluster.run("alter cluster remove node '" + follower + "'");
    await(follower + " to be removed", ProcessCluster.START_TIME, () -> !cluster.finds(row));
    machines.kill(follower);
    cluster.wipe(follower);
    restart(follower);
    await(
        follower + " to be a voter again",
        ProcessCluster.START_TIME,
        () -> cluster.finds(row + " and role = 'voter' and state = 'member'"));
    // The row reports the system database; the membership in this database changes separately,
    // possibly later.
    String here = "select 1 from mosql.cluster where role = 'voter' and node = '" + follower + "'";
    await(
        follower + " to vote in this database",
        ProcessCluster.START_TIME,
        () -> cluster.finds(here) && cluster.finds(row + " and pending is null"));
  }

  /** Condition to wait for. */
  private interface Condition {
    boolean holds() throws SQLException;
  }

  private void await(String what, Duration atMost, Condition condition)
      throws InterruptedException, SQLException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("in vain: " + what);
      }
      load.hold(Duration.ofMillis(100));
    }
  }

  private void fillDisk() throws IOException, InterruptedException {
    if (disk == null) {
      return;
    }
    disk.fill();
    hold(2_000, 4_000);
    disk.free();
    awaitFate(disk.node());
  }

  /**
   * A node whose log encountered the full disk ends and must be restarted; otherwise it continues.
   */
  private void awaitFate(String id) throws IOException, InterruptedException {
    long written = probe.acknowledged();
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (machines.isUp(id)) {
      if (cluster.shows(id, "select n from probe where n >= " + written)) {
        return;
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError(id + " neither ends nor goes on");
      }
      load.hold(Duration.ofMillis(100));
    }
    restart(id);
  }
}
