package io.mosql.consensus.memory;

import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedCommitLog;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A replicated log in memory: members that agree by the rules of Raft and take no step by
 * themselves. The caller triggers each step: an election, a message, a sync, a delivery, a crash.
 * There is neither thread nor clock, so the same steps give the same history.
 *
 * <pre>
 * elect(n)     n asks all it reaches for their votes, and leads when a majority gives them
 * send(n, m)   the leader n sends entries to m, or a checkpoint when it has given those up
 * sync(n)      what n has written is durable, and only that counts towards a majority
 * deliver(n)   n's state machine gets the next entry that is committed
 * settle()     all of the last three, until nothing changes
 * </pre>
 *
 * <p>It follows Raft (Ongaro and Ousterhout, 2014) in these rules: terms and votes; a candidate
 * gets no vote from a member with a more up-to-date log; logs are matched by the term of the
 * preceding entry, and truncated where they differ; an entry is committed when a majority has it
 * durable and an entry of the leader's own term is committed; a leader begins its term with an
 * entry of its own; voters change one at a time. A message and its answer are one step; either
 * direction of a link may lose them.
 *
 * <p>An append is complete when its record was delivered to the leader's own state machine. It
 * fails with {@link io.mosql.core.port.LeadershipLostException} when the member is deposed first,
 * whatever becomes of the record.
 *
 * <p>Thread-safe by one lock, so that threads may wait for appends while another takes the steps.
 */
public final class MemoryGroup {
  /** Directed link. */
  private record Link(int from, int to) {}

  private final Map<Integer, GroupMember> members = new TreeMap<>();
  private final Map<Integer, MemoryGroupLog> logs = new HashMap<>();
  private final Set<Integer> listeners = new TreeSet<>();
  private final Set<Link> cuts = new HashSet<>();
  private boolean eager;
  private boolean settling;

  /**
   * @param voters members 1 to that
   */
  public MemoryGroup(int voters) {
    this(voters, 0);
  }

  /**
   * Creates a group that continues a database that had records before.
   *
   * @param voters members 1 to that, all of which open after {@code new LogStamp(indexBefore, 0,
   *     0)}
   */
  public MemoryGroup(int voters, long indexBefore) {
    Set<Integer> all = new TreeSet<>();
    for (int i = 1; i <= voters; i++) {
      all.add(i);
    }
    for (int node : all) {
      members.put(node, new GroupMember(node, LogStamp.local(indexBefore), Set.copyOf(all)));
    }
  }

  /** Sets whether {@link #settle} runs after every step from now on. */
  public synchronized MemoryGroup eager(boolean on) {
    eager = on;
    changed();
    return this;
  }

  /**
   * Adds a member with an empty log, which receives the log as a listener; it may be made a voter.
   */
  public synchronized int join() {
    int node = Collections.max(members.keySet()) + 1;
    members.put(node, new GroupMember(node, LogStamp.START, Set.of()));
    listeners.add(node);
    return node;
  }

  /** The log of a member that is down, for its next run. */
  public ReplicatedCommitLog log(int node) {
    return log(node, SnapshotReceiver.NONE);
  }

  /** The log of a member that is down, for its next run. */
  public synchronized ReplicatedCommitLog log(int node, SnapshotReceiver events) {
    GroupMember member = member(node);
    if (member.running) {
      throw new IllegalStateException("member " + node + " is running");
    }
    member.events = events;
    MemoryGroupLog log = new MemoryGroupLog(this, member);
    logs.put(node, log);
    return log;
  }

  void started(GroupMember member) {
    Set<Integer> voters = member.voters();
    if (voters.size() == 1 && voters.contains(member.node) && !member.leads) {
      elect(member.node);
      member.sync();
      GroupMessage.advance(member);
      while (member.hasToDeliver()) {
        member.deliverNext();
      }
    }
    member.announceLeader();
    changed();
  }

  void changed() {
    if (eager && !settling) {
      settle();
    }
  }

  private GroupMember member(int node) {
    GroupMember member = members.get(node);
    if (member == null) {
      throw new IllegalArgumentException("no member " + node);
    }
    return member;
  }

  // Steps.

  /**
   * A member requests votes in a new term. On success its state machine is notified of the lead at
   * once.
   *
   * @return whether it leads
   */
  public synchronized boolean elect(int node) {
    GroupMember candidate = member(node);
    Set<Integer> voters = candidate.voters();
    if (!candidate.running || !voters.contains(node)) {
      return false;
    }
    candidate.observeTerm(candidate.term + 1);
    candidate.votedFor = node;
    int votes = 1;
    long term = candidate.term;
    for (int other : voters) {
      if (other != node && asks(candidate, member(other), term)) {
        votes++;
      }
    }
    if (candidate.term != term || votes * 2 <= voters.size()) {
      return false;
    }
    candidate.leads = true;
    candidate.next.clear();
    candidate.match.clear();
    candidate.firstOfTerm = candidate.last() + 1;
    candidate.write(null, null);
    candidate.announceLeader();
    changed();
    return candidate.leads;
  }

  private boolean asks(GroupMember candidate, GroupMember voter, long term) {
    if (!voter.running || !reaches(candidate.node, voter.node)) {
      return false;
    }
    voter.observeTerm(term);
    boolean grants =
        voter.term == term
            && (voter.votedFor == 0 || voter.votedFor == candidate.node)
            && candidate.hasAsMuchAs(voter.last(), voter.termAt(voter.last()));
    if (grants) {
      voter.votedFor = candidate.node;
      voter.version++;
    }
    if (!reaches(voter.node, candidate.node)) {
      return false;
    }
    candidate.observeTerm(voter.term);
    return grants;
  }

  /**
   * A leader sends a member the entries that it lacks, up to the limit of one message.
   *
   * @return whether that changed anything
   */
  public synchronized boolean send(int from, int to) {
    GroupMember leader = member(from);
    GroupMember follower = member(to);
    if (from == to || !leader.leads || !follower.running || !reaches(from, to)) {
      return false;
    }
    long before = leader.version + follower.version;
    if (leader.term < follower.term) {
      if (reaches(to, from)) {
        leader.observeTerm(follower.term);
      }
      return before != leader.version + follower.version;
    }
    follower.observeTerm(leader.term);
    GroupMessage.send(leader, follower, reaches(to, from));
    boolean changed = before != leader.version + follower.version;
    if (changed) {
      changed();
    }
    return changed;
  }

  /**
   * Makes the entries that a member has written durable.
   *
   * @return whether there were any
   */
  public synchronized boolean sync(int node) {
    GroupMember member = member(node);
    if (!member.running || !member.sync()) {
      return false;
    }
    GroupMessage.advance(member);
    changed();
    return true;
  }

  /**
   * Delivers to a member's state machine the next entry that is committed and durable there.
   *
   * @return whether there was one
   */
  public synchronized boolean deliver(int node) {
    GroupMember member = member(node);
    if (!member.hasToDeliver()) {
      return false;
    }
    member.deliverNext();
    if (member.leads && member.applied() >= member.lastChangeOfVoters() && isRemoved(member)) {
      member.depose();
    }
    changed();
    return true;
  }

  private static boolean isRemoved(GroupMember member) {
    return !member.voters().contains(member.node);
  }

  /** Sends, syncs and delivers on all members until nothing changes any more. Holds no election. */
  public synchronized void settle() {
    boolean outermost = !settling;
    settling = true;
    try {
      BooleanSupplier round =
          () -> {
            boolean changed = false;
            for (int node : List.copyOf(members.keySet())) {
              changed |= sync(node);
              for (int other : List.copyOf(members.keySet())) {
                changed |= isFed(node, other) && send(node, other);
              }
              while (deliver(node)) {
                changed = true;
              }
            }
            return changed;
          };
      boolean on = outermost;
      while (on) {
        on = round.getAsBoolean();
      }
    } finally {
      if (outermost) {
        settling = false;
      }
    }
  }

  /** Whether a member sends its log to another one. */
  public synchronized boolean isFed(int from, int to) {
    return from != to
        && member(from).leads
        && (listeners.contains(to) || member(from).voters().contains(to));
  }

  // Faults.

  /** Drops all messages in this direction from now on. */
  public synchronized void cut(int from, int to) {
    cuts.add(new Link(from, to));
  }

  /** Drops all messages to and from a member from now on. */
  public synchronized void isolate(int node) {
    for (int other : members.keySet()) {
      cut(node, other);
      cut(other, node);
    }
  }

  /** Restores a direction. */
  public synchronized void heal(int from, int to) {
    cuts.remove(new Link(from, to));
    changed();
  }

  /** Restores all links. */
  public synchronized void heal() {
    cuts.clear();
    changed();
  }

  /** Whether messages pass in that direction. */
  public synchronized boolean reaches(int from, int to) {
    return !cuts.contains(new Link(from, to));
  }

  /**
   * Crashes a member; its state machine gets no further notification.
   *
   * @param kept number of unsynced entries that survive nevertheless
   */
  public synchronized void crash(int node, int kept) {
    GroupMember member = member(node);
    MemoryGroupLog log = logs.get(node);
    if (log != null) {
      log.end();
    }
    member.stop();
    member.loseUnsynced(kept);
  }

  /**
   * Makes a leader step down. Its pending appends fail, and their records may be committed
   * nevertheless.
   */
  public synchronized void stepDown(int node) {
    member(node).depose();
  }

  /**
   * Transfers the leadership to a member that has the leader's whole log.
   *
   * @return whether that member leads now
   */
  public synchronized boolean transfer(int from, int to) {
    GroupMember leader = member(from);
    return leader.leads
        && leader.match.getOrDefault(to, 0L) == leader.last()
        && reaches(from, to)
        && elect(to);
  }

  // Members.

  /**
   * The leader makes a member a voter.
   *
   * @return false when it does not lead, or another change is under way
   */
  public synchronized boolean addVoter(int leader, int node) {
    Set<Integer> voters = new TreeSet<>(member(leader).voters());
    return voters.add(member(node).node) && change(member(leader), voters);
  }

  /**
   * Makes the leader remove a voter, which may be the leader itself.
   *
   * @return false when it does not lead, or another change is under way
   */
  public synchronized boolean remove(int leader, int node) {
    listeners.remove(node);
    Set<Integer> voters = new TreeSet<>(member(leader).voters());
    return voters.remove(node) && !voters.isEmpty() && change(member(leader), voters);
  }

  /**
   * Makes the leader take the vote of a voter, which receives the log as a listener from now on.
   *
   * @return false when it does not lead, or another change is under way
   */
  public synchronized boolean makeListener(int leader, int node) {
    boolean done = remove(leader, node);
    if (done) {
      listeners.add(node);
    }
    return done;
  }

  private boolean change(GroupMember leader, Set<Integer> voters) {
    // Two concurrent changes could form two disjoint majorities; so could one before an entry of
    // the leader's own term.
    if (!leader.leads
        || leader.lastChangeOfVoters() > leader.commit
        || leader.termAt(leader.commit) != leader.term) {
      return false;
    }
    leader.write(null, Set.copyOf(voters));
    changed();
    return true;
  }

  // State.

  /** The leader of the newest term; 0 when there is none. */
  public synchronized int leader() {
    GroupMember newest = null;
    for (GroupMember member : members.values()) {
      if (member.leads && (newest == null || member.term > newest.term)) {
        newest = member;
      }
    }
    return newest == null ? 0 : newest.node;
  }

  /** Whether a member regards itself as the leader. */
  public synchronized boolean leads(int node) {
    return member(node).leads;
  }

  /** Whether a member runs. */
  public synchronized boolean isRunning(int node) {
    return member(node).running;
  }

  /** All members, voters or not. */
  public synchronized List<Integer> nodes() {
    return List.copyOf(members.keySet());
  }

  /** The voters, as far as a member knows. */
  public synchronized Set<Integer> voters(int node) {
    return new TreeSet<>(member(node).voters());
  }

  /** Number of the last entry that a member has. */
  public synchronized long lastEntry(int node) {
    return member(node).last();
  }

  /** Number of the last entry that a member knows to be committed. */
  public synchronized long committedEntry(int node) {
    return member(node).commit;
  }

  /** Number of the last entry that was delivered to a member. */
  public synchronized long appliedEntry(int node) {
    return member(node).applied();
  }

  /** The last record before a member's log begins. */
  public synchronized LogStamp begin(int node) {
    return member(node).base();
  }

  /** A record of a member's log; null for an entry without one. */
  public synchronized byte @Nullable [] record(int node, long entry) {
    return member(node).entry(entry).record();
  }
}
