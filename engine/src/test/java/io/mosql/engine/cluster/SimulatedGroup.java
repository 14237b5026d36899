package io.mosql.engine.cluster;

import io.mosql.consensus.memory.MemoryGroup;
import io.mosql.consensus.ratis.group.GroupMembership;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LogStamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A group of a simulated cluster: a {@link MemoryGroup}, which commits by the rules of Raft, whose
 * members have names and addresses. It is founded when the first of its founders opens its log; a
 * node that is no founder gets no message before it was added.
 */
final class SimulatedGroup {
  private final UUID id;
  private final ReconcilerSimulation world;
  private final Map<String, Integer> numbers = new TreeMap<>();
  private final Map<Integer, Member> configured = new TreeMap<>();
  private final Set<Integer> connected = new TreeSet<>();
  private final Map<String, SimulatedLog> logs = new TreeMap<>();
  private final List<SimulatedLog> waiting = new ArrayList<>();
  private @Nullable MemoryGroup group;
  private long elections;

  SimulatedGroup(UUID id, ReconcilerSimulation world) {
    this.id = id;
    this.world = world;
  }

  UUID id() {
    return id;
  }

  boolean isFounded() {
    return group != null;
  }

  private MemoryGroup group() {
    return Objects.requireNonNull(group);
  }

  /** The log of a node that starts. */
  SimulatedLog log(String node, List<Member> founders, LogEventListener events) {
    SimulatedLog log = new SimulatedLog(this, node, events);
    logs.put(node, log);
    boolean founds =
        founders.stream().anyMatch(m -> m.node().equals(node) && MembershipPlan.votes(m));
    if (group == null && !founds) {
      waiting.add(log);
      return log;
    }
    if (group == null) {
      group = new MemoryGroup(founders.size()).eager(true);
      for (Member each : founders) {
        numbers.put(each.node(), numbers.size() + 1);
        configured.put(number(each.node()), each);
        connected.add(number(each.node()));
      }
      waiting.forEach(this::connect);
    }
    connect(log);
    return log;
  }

  private void connect(SimulatedLog log) {
    if (!log.isClosed()) {
      Integer known = numbers.get(log.node());
      int number = known == null ? group().join() : known;
      if (known == null) {
        numbers.put(log.node(), number);
        group().isolate(number);
      }
      log.connect(group().log(number));
    }
  }

  private int number(String node) {
    return Objects.requireNonNull(numbers.get(node));
  }

  private String name(int number) {
    return Objects.requireNonNull(configured.get(number)).node();
  }

  /** An event of the simulation between the decision to append and the append. */
  void beforeAppend(String node) {
    if (world.meetsDeposition()) {
      group().stepDown(number(node));
      // Another voter leads at once, or the same one in a new term: the commit waits for its epoch.
      List<String> voters = new ArrayList<>(voters());
      voters.sort(Comparator.comparing(node::equals));
      for (String each : voters) {
        if (group().isRunning(number(each)) && elect(each)) {
          return;
        }
      }
    }
  }

  void kill(String node, int kept) {
    SimulatedLog log = logs.remove(node);
    if (log != null && !log.isClosed()) {
      log.kill();
      Integer number = numbers.get(node);
      if (group != null && number != null && group.isRunning(number)) {
        group.crash(number, kept);
      }
    }
  }

  /** The node that leads; null when there is none. */
  @Nullable String leader() {
    int leader = group == null ? 0 : group.leader();
    return leader == 0 ? null : name(leader);
  }

  void stepDown() {
    int leader = group == null ? 0 : group.leader();
    if (leader != 0) {
      group().stepDown(leader);
    }
  }

  /** The voters in the newest configuration that a running member knows. */
  List<String> voters() {
    if (group == null) {
      return List.of();
    }
    int newest = 0;
    for (int each : connected) {
      if (group().isRunning(each)
          && (newest == 0 || group().lastEntry(each) > group().lastEntry(newest))) {
        newest = each;
      }
    }
    return newest == 0 ? List.of() : group().voters(newest).stream().map(this::name).toList();
  }

  /** A running voter requests votes. */
  boolean elect(String node) {
    Integer number = numbers.get(node);
    boolean elected =
        group != null && number != null && connected.contains(number) && group.elect(number);
    elections += elected ? 1 : 0;
    return elected;
  }

  GroupStatus status(SimulatedLog log) {
    Integer self = numbers.get(log.node());
    boolean current = logs.get(log.node()) == log && !log.isClosed();
    if (!current || self == null || group == null || !group.isRunning(self)) {
      return status(
          current && group == null ? GroupStatus.Role.JOINING : GroupStatus.Role.CLOSED,
          null,
          List.of());
    }
    if (!connected.contains(self)) {
      return status(GroupStatus.Role.JOINING, null, List.of());
    }
    Set<Integer> voters = group.voters(self);
    List<GroupStatus.MemberStatus> members = new ArrayList<>();
    for (int each : connected) {
      Member member = Objects.requireNonNull(configured.get(each));
      Member actual =
          voters.contains(each)
              ? Member.voter(member.node(), member.host(), member.port())
              : Member.listener(member.node(), member.host(), member.port());
      long silent = group.isRunning(each) ? 0 : 60_000;
      members.add(new GroupStatus.MemberStatus(actual, 0, 0, silent));
    }
    GroupStatus.Role follows =
        voters.contains(self) ? GroupStatus.Role.FOLLOWER : GroupStatus.Role.LISTENER;
    return status(group.leads(self) ? GroupStatus.Role.LEADER : follows, leader(), members);
  }

  private GroupStatus status(
      GroupStatus.Role role, @Nullable String leader, List<GroupStatus.MemberStatus> members) {
    return new GroupStatus(role, elections, leader, -1, -1, -1, -1, 0, LogStamp.START, members);
  }

  GroupMembership membership(String self) {
    return new Changes(self);
  }

  private static MosqlException notPossible(String why) {
    return new MosqlException(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, why);
  }

  /** Changes that a node requests. */
  private final class Changes implements GroupMembership {
    private final String self;

    Changes(String self) {
      this.self = self;
    }

    private int requireLead() {
      int number = number(self);
      if (!group().leads(number)) {
        throw new MosqlException(SqlState.NOT_LEADER, "node " + self + " does not lead");
      }
      return number;
    }

    @Override
    public void add(Member member, Duration within) {
      int leader = requireLead();
      Integer number = numbers.get(member.node());
      if (number == null || !group().isRunning(number)) {
        throw notPossible("node " + member.node() + " does not answer");
      }
      boolean voter = MembershipPlan.votes(member);
      if (!voter) {
        transferIfLeader(member.node());
      }
      if (connected.add(number)) {
        for (int other : connected) {
          group().heal(number, other);
          group().heal(other, number);
        }
      }
      boolean votes = group().voters(leader).contains(number);
      configured.put(number, member);
      if (votes != voter) {
        changed(
            voter ? group().addVoter(leader, number) : group().makeListener(leader, number),
            leader);
      }
      world.trace(id + ": " + self + " adds " + member.node() + " as " + member.role());
    }

    @Override
    public void remove(String node, Duration within) {
      int leader = requireLead();
      Integer number = numbers.get(node);
      if (number == null || !connected.contains(number)) {
        throw new MosqlException(
            SqlState.UNDEFINED_OBJECT, "the group has no member \"" + node + "\"");
      }
      transferIfLeader(node);
      boolean voter = group().voters(leader).contains(number);
      if (voter && group().voters(leader).size() == 1) {
        throw notPossible("the last member that votes stays");
      }
      boolean done = group().remove(leader, number);
      connected.remove(number);
      if (voter && !done) {
        connected.add(number);
        throw notPossible("another change is under way");
      }
      numbers.remove(node);
      SimulatedLog log = logs.get(node);
      if (log != null) {
        world.later(log::removed);
      }
      world.trace(id + ": " + self + " removes " + node);
      changed(true, leader);
    }

    private void transferIfLeader(String node) {
      if (node.equals(self)) {
        for (String successor : voters()) {
          if (!successor.equals(self) && group().transfer(number(self), number(successor))) {
            elections++;
            throw new MosqlException(SqlState.NOT_LEADER, successor + " leads now");
          }
        }
        throw notPossible("the last member that votes stays");
      }
    }

    @Override
    public void transfer(String node, Duration within) {
      int leader = requireLead();
      Integer number = numbers.get(node);
      if (number == null || !group().isRunning(number) || !group().transfer(leader, number)) {
        throw notPossible("leadership was not transferred to " + node);
      }
      elections++;
      world.trace(id + ": " + self + " makes " + node + " the leader");
    }

    private void changed(boolean done, int leader) {
      if (!done) {
        throw notPossible("another change is under way");
      }
      if (group().committedEntry(leader) < group().lastEntry(leader)) {
        throw notPossible("whether the group changed is not known");
      }
    }
  }
}
