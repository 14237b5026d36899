package io.mosql.consensus.memory;

import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LogStamp;
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
 * A replicated log in memory: members that agree by the rules of Raft, and do nothing by
 * themselves. Whoever uses it takes each step: an election, a message, a sync, a delivery, a crash.
 * There is neither thread nor clock, so the same steps make the same history.
 *
 * <pre>
 * elect(n)     n asks all it reaches for their votes, and leads when a majority gives them
 * send(n, m)   the leader n sends entries to m, or a checkpoint when it has given those up
 * sync(n)      what n has written is durable, and only that counts towards a majority
 * deliver(n)   n's state machine gets the next entry that is committed
 * settle()     all of the last three, until nothing changes
 * </pre>
 *
 * <p>What is kept of Raft: terms and votes; who has more may not be voted in by who has less; logs
 * are matched by the term of the entry before, and cut where they differ; an entry is committed
 * when a majority has it durable and one of the leader's own term is; a leader begins its term with
 * an entry of its own; voters change one at a time. A message and its answer are one step, which
 * either direction of a link may lose.
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
   * A group that goes on with a database that had records before.
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

  /** Settles by itself after every step from now on, or does not. */
  public synchronized MemoryGroup eager(boolean on) {
    eager = on;
    changed();
    return this;
  }

  /** A member without anything, which gets the log as a listener; it may be made a voter. */
  public synchronized int join() {
    int node = Collections.max(members.keySet()) + 1;
    members.put(node, new GroupMember(node, LogStamp.START, Set.of()));
    listeners.add(node);
    return node;
  }

  /** The log of a member that is down, for its next run. */
  public CommitLog log(int node) {
    return log(node, SnapshotReceiver.NONE);
  }

  /** The log of a member that is down, for its next run. */
  public synchronized CommitLog log(int node, SnapshotReceiver events) {
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
   * A member asks for votes in a new term. Its state machine hears at once that it leads.
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
   * A leader sends a member what it lacks, as far as one message goes.
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
   * What a member has written is durable.
   *
   * @return whether there was anything
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
   * A member's state machine gets the next entry that is committed and durable there.
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

  /** Everybody sends, syncs and delivers, until nothing changes any more. Elects nobody. */
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

  // What goes wrong.

  /** Nothing comes through in this direction any more. */
  public synchronized void cut(int from, int to) {
    cuts.add(new Link(from, to));
  }

  /** Nothing comes to a member or from it any more. */
  public synchronized void isolate(int node) {
    for (int other : members.keySet()) {
      cut(node, other);
      cut(other, node);
    }
  }

  /** A direction works again. */
  public synchronized void heal(int from, int to) {
    cuts.remove(new Link(from, to));
    changed();
  }

  /** All links work again. */
  public synchronized void heal() {
    cuts.clear();
    changed();
  }

  /** Whether messages go in that direction. */
  public synchronized boolean reaches(int from, int to) {
    return !cuts.contains(new Link(from, to));
  }

  /**
   * A member ends at once; its state machine hears nothing any more.
   *
   * @param kept so many of the entries that were not synced are there afterwards all the same
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
   * A leader gives the lead up. Its appends under way fail, and their records may be committed all
   * the same.
   */
  public synchronized void stepDown(int node) {
    member(node).depose();
  }

  /**
   * A leader hands its lead to a member that has its whole log.
   *
   * @return whether that leads now
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
   * The leader takes a voter out, perhaps itself.
   *
   * @return false when it does not lead, or another change is under way
   */
  public synchronized boolean remove(int leader, int node) {
    listeners.remove(node);
    Set<Integer> voters = new TreeSet<>(member(leader).voters());
    return voters.remove(node) && !voters.isEmpty() && change(member(leader), voters);
  }

  private boolean change(GroupMember leader, Set<Integer> voters) {
    // Two changes at once could make two majorities; so could one before an entry of the own term.
    if (!leader.leads
        || leader.lastChangeOfVoters() > leader.commit
        || leader.termAt(leader.commit) != leader.term) {
      return false;
    }
    leader.write(null, Set.copyOf(voters));
    changed();
    return true;
  }

  // How it stands.

  /** The leader of the newest term; 0 when nobody leads. */
  public synchronized int leader() {
    GroupMember newest = null;
    for (GroupMember member : members.values()) {
      if (member.leads && (newest == null || member.term > newest.term)) {
        newest = member;
      }
    }
    return newest == null ? 0 : newest.node;
  }

  /** Whether a member takes itself for the leader. */
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

  /** Who votes, as far as a member knows. */
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

  /** Number of the last entry that a member was handed. */
  public synchronized long appliedEntry(int node) {
    return member(node).applied();
  }

  /** The record behind which a member's log begins. */
  public synchronized LogStamp begin(int node) {
    return member(node).base();
  }

  /** A record that a member has; null for an entry without one. */
  public synchronized byte @Nullable [] record(int node, long entry) {
    return member(node).entry(entry).record();
  }
}
