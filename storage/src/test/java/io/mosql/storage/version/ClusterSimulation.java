package io.mosql.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.memory.MemoryGroup;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.Store;
import io.mosql.storage.record.SimulatedHistory;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.Totals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and its clients in one thread, fully determined by a seed: elections, messages, syncs,
 * deliveries, partitions, crashes, checkpoints and their transfers, changes of membership, one step
 * of one participant at a time. Stores, transactions, certifier, pipeline, checkpoints and pages
 * are the real ones; the log is a {@link MemoryGroup}, which commits by the rules of Raft.
 *
 * <p>It checks: the order of the log, replayed on a model ({@link SimulatedHistory}); each node's
 * version after each record; hashes of all contents at equal positions; and that reads never go
 * back.
 */
public final class ClusterSimulation {
  private static final int STEPS = 2000;
  private static final Set<SqlState> OF_CLUSTERS =
      Set.of(
          SqlState.NOT_LEADER,
          SqlState.SERIALIZATION_FAILURE,
          SqlState.COMMIT_OUTCOME_UNKNOWN,
          SqlState.LOCK_NOT_AVAILABLE,
          SqlState.DISK_FULL);

  private final SeededRandom random;
  private final OutcomeWindow window;
  private final Totals totals;
  private final @Nullable Consumer<String> trace;
  private final SimulatedHistory history;
  private final ManualClock clock = new ManualClock();
  private final MemoryGroup group;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<ClusterClient> clients = new ArrayList<>();

  /** Hash of all contents, by position, from the first node that reached the position. */
  private final Map<Long, Long> digests = new HashMap<>();

  private long floor;
  private boolean calm;
  private int joined;

  /** A node that receives no deliveries for a while. */
  private int stalled;

  private @Nullable Throwable violation;

  private ClusterSimulation(long seed, Totals totals, @Nullable Consumer<String> trace) {
    this.random = new SeededRandom(seed);
    this.window = seed % 2 == 0 ? OutcomeWindow.DEFAULT : Simulation.SMALL_WINDOW;
    this.totals = totals;
    this.trace = trace;
    this.history = new SimulatedHistory(totals);
    int voters = random.percent(20) ? 5 : 3;
    this.group = new MemoryGroup(voters);
    for (int i = 1; i <= voters; i++) {
      nodes.add(new SimulatedNode(this, random, i));
    }
    int count = 4 + random.nextInt(5);
    for (int i = 1; i <= count; i++) {
      clients.add(new ClusterClient(this, random, i));
    }
  }

  /**
   * Runs a seed.
   *
   * @param trace receives all events; null for none
   */
  public static void play(long seed, Totals totals, @Nullable Consumer<String> trace) {
    ClusterSimulation simulation = new ClusterSimulation(seed, totals, trace);
    simulation.nodes.forEach(SimulatedNode::start);
    for (int i = 0; i < STEPS; i++) {
      simulation.step();
      simulation.throwViolation();
    }
    simulation.end();
    totals.add("positions", simulation.history.position());
    totals.add("simulations", 1);
  }

  // What the others ask for.

  MemoryGroup group() {
    return group;
  }

  public SimulatedHistory history() {
    return history;
  }

  OutcomeWindow window() {
    return window;
  }

  ManualClock clock() {
    return clock;
  }

  Totals totals() {
    return totals;
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  SimulatedNode node(int number) {
    return nodes.get(number - 1);
  }

  SimulatedNode anyNode() {
    int leader = group.leader();
    return leader != 0 && random.percent(70)
        ? node(leader)
        : nodes.get(random.nextInt(nodes.size()));
  }

  /** Whether nothing fails any more. */
  boolean isCalm() {
    return calm;
  }

  /** Position of the newest version that was acknowledged or strictly read. */
  long floor() {
    return floor;
  }

  /** A version was returned by a strict read. */
  void shown(long position) {
    floor = Math.max(floor, position);
  }

  public void trace(String who, @Nullable Object result, Object... what) {
    if (trace != null) {
      StringBuilder line = new StringBuilder(who).append(':');
      for (Object part : what) {
        line.append(' ').append(SimulatedContents.show(part));
      }
      trace.accept(line + " " + SimulatedContents.show(result));
    }
  }

  void mayMeet(MosqlException e) {
    throwViolation();
    if (!OF_CLUSTERS.contains(e.state())) {
      throw new AssertionError("an error that no cluster explains", e);
    }
  }

  /** Keeps a finding, since code in between may handle it like another failure. */
  public RuntimeException violated(Throwable found) {
    if (violation == null) {
      violation = found;
    }
    return new IllegalStateException("a violation was found", found);
  }

  private void throwViolation() {
    Throwable found = violation;
    if (found != null) {
      throw new AssertionError(found.getMessage(), found);
    }
  }

  /** True with this probability, in one of a thousand. */
  public boolean meets(String what, int cases) {
    boolean meets = !calm && random.nextInt(1000) < cases;
    if (meets) {
      totals.add(what, 1);
      trace("log", what);
    }
    return meets;
  }

  /** All nodes have the same contents at a position. */
  void compare(Root root) {
    long digest = ContentCheck.ofAll(root);
    Long before = digests.putIfAbsent(root.position(), digest);
    totals.add("contents compared", before == null ? 0 : 1);
    assertThat(before == null || before == digest)
        .as("two nodes have the same contents at position %s", root.position())
        .isTrue();
  }

  // Steps.

  private void step() {
    clock.advance(Duration.ofNanos(random.nextInt(4_000_000)));
    int leader = group.leader();
    int any = 1 + random.nextInt(nodes.size());
    int who = leader != 0 && random.percent(60) ? leader : any;
    int other = 1 + random.nextInt(nodes.size());
    int dice = random.nextInt(1000);
    if (leader == 0 && random.percent(10)) {
      elect(any);
    }
    if (dice < 330) {
      clients.get(random.nextInt(clients.size())).turn();
    } else if (dice < 540) {
      send(who, other);
    } else if (dice < 630) {
      group.sync(any);
    } else if (dice < 800) {
      deliver(random.nextBoolean() ? who : any);
    } else if (dice < 900) {
      node(who).step();
    } else if (dice < 980) {
      settle(leader, any);
    } else {
      disturb(random.nextInt(40), who, other);
    }
  }

  private void settle(int leader, int any) {
    if (leader == 0 || !reachesMajority(leader) || random.percent(3)) {
      elect(any);
    }
    if (random.percent(60)) {
      for (int i = 0; i < 3; i++) {
        everybodyGoesOn();
      }
    }
  }

  private void everybodyGoesOn() {
    for (int from = 1; from <= nodes.size(); from++) {
      group.sync(from);
      for (int to = 1; to <= nodes.size(); to++) {
        send(from, to);
      }
      for (int i = 0; i < 4; i++) {
        deliver(from);
      }
    }
  }

  private void deliver(int to) {
    if (to != stalled) {
      group.deliver(to);
    }
  }

  private boolean reachesMajority(int leader) {
    Set<Integer> voters = group.voters(leader);
    long reached =
        voters.stream()
            .filter(node -> group.isRunning(node) && group.reaches(leader, node))
            .filter(node -> group.reaches(node, leader))
            .count();
    return reached * 2 > voters.size();
  }

  private void send(int from, int to) {
    if (group.isFed(from, to)) {
      group.send(from, to);
    }
  }

  private void elect(int who) {
    if (group.isRunning(who) && group.elect(who)) {
      totals.add("elections", 1);
      trace("n" + who, "", "is elected");
    }
  }

  private void disturb(int dice, int who, int other) {
    if (dice < 4) {
      trace("net", other, "cuts", who);
      group.cut(who, other);
      totals.add("links cut", 1);
    } else if (dice < 9) {
      isolate(who);
    } else if (dice < 14) {
      trace("net", "", "heals");
      group.heal();
    } else if (dice < 16 && group.isRunning(who)) {
      node(who).crash();
    } else if (dice < 26) {
      start(other);
    } else if (dice < 31) {
      node(other).checkpoint();
    } else if (dice < 32) {
      trace("n" + who, "", "steps down");
      group.stepDown(who);
    } else if (dice < 35 && group.transfer(who, other)) {
      totals.add("leads handed on", 1);
    } else if (dice < 36) {
      node(other).check();
    } else if (dice < 38) {
      stalled = random.percent(60) ? who : 0;
      trace("n" + stalled, "", "stalls");
      totals.add("stalls", 1);
    } else {
      changeMembers(who, other);
    }
  }

  /** One node is isolated; the others may detect it at once. */
  private void isolate(int who) {
    trace("net", who, "isolates");
    group.isolate(who);
    totals.add("nodes isolated", 1);
    if (random.percent(70)) {
      elect(1 + who % nodes.size());
    }
  }

  /**
   * Events between the decision of a store to append and the append: other nodes lead for a while,
   * and then this node again.
   */
  public void beforeAppend(int who) {
    if (calm || violation != null || !random.percent(3)) {
      return;
    }
    totals.add("leads changed before an append", 1);
    elect(1 + random.nextInt(nodes.size()));
    for (int i = random.nextInt(4); i > 0; i--) {
      everybodyGoesOn();
      for (SimulatedNode node : nodes) {
        if (node.number() != who) {
          node.step();
        }
      }
    }
    elect(who);
  }

  private void start(int number) {
    if (!group.isRunning(number)) {
      node(number).start();
    }
  }

  /** A member joins as a listener, becomes a voter, and another one may be removed. */
  private void changeMembers(int who, int other) {
    if (joined == 0) {
      joined = group.join();
      SimulatedNode node = new SimulatedNode(this, random, joined);
      nodes.add(node);
      node.start();
      totals.add("members joined", 1);
    } else if (group.addVoter(who, joined)) {
      totals.add("voters added", 1);
      trace("n" + who, joined, "makes a voter");
    } else if (group.voters(who).size() > 3 && group.remove(who, other)) {
      totals.add("voters removed", 1);
      trace("n" + who, other, "removes");
    }
  }

  // The end.

  /** Without further faults all nodes converge, and all outcomes become known. */
  private void end() {
    calm = true;
    stalled = 0;
    trace("net", "", "is calm");
    group.heal();
    for (int round = 0; round < 400 && !isAllOver(); round++) {
      clock.advance(Duration.ofMillis(20));
      nodes.forEach(node -> start(node.number()));
      if (group.leader() == 0) {
        elect(1 + random.nextInt(nodes.size()));
      }
      group.settle();
      nodes.forEach(SimulatedNode::step);
      group.settle();
      for (ClusterClient client : clients) {
        if (!client.isSettled()) {
          client.turn();
        }
      }
      throwViolation();
    }
    assertThat(isAllOver()).as("everybody has learned all").isTrue();
    nodes.forEach(SimulatedNode::check);
    throwViolation();
  }

  /** A leader certifies, all members have the whole log, and no client waits. */
  private boolean isAllOver() {
    int leader = group.leader();
    if (leader == 0) {
      return false;
    }
    for (SimulatedNode node : nodes) {
      Store store = node.store();
      boolean fed = node.number() == leader || group.isFed(leader, node.number());
      if (fed && (store == null || store.position() != history.position())) {
        return false;
      }
    }
    Store leading = node(leader).store();
    return leading != null
        && leading.leads()
        && clients.stream().allMatch(ClusterClient::isSettled);
  }
}
