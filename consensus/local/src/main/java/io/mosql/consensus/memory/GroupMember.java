package io.mosql.consensus.memory;

import io.mosql.consensus.local.LocalLogErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One member of a {@link MemoryGroup}: its log, its vote, and its state machine. Guarded by the
 * group.
 *
 * <p>Invariants: {@code base <= applied <= commit}, {@code applied <= synced <= last}; an entry up
 * to {@code commit} is never cut off.
 */
final class GroupMember {
  final int node;

  // State that survives a crash.
  private LogStamp base;
  private Set<Integer> baseVoters;
  private final List<GroupEntry> entries = new ArrayList<>();
  private long synced;
  long term;
  int votedFor;

  // State that a crash discards.
  boolean running;
  boolean leads;
  long commit;
  private long applied;
  private long appliedIndex;

  /** As leader: number of the first entry of its term. */
  long firstOfTerm;

  /**
   * As leader: for each member, the next entry to send, and the last one known to be in its log.
   */
  final Map<Integer, Long> next = new HashMap<>();

  final Map<Integer, Long> match = new HashMap<>();
  private final Map<Long, CompletableFuture<Long>> appends = new TreeMap<>();
  @Nullable ReplicatedStateMachine target;
  private boolean toldLead;
  SnapshotReceiver events = SnapshotReceiver.NONE;

  /** Incremented at every change of the state. */
  long version;

  GroupMember(int node, LogStamp base, Set<Integer> voters) {
    this.node = node;
    this.base = base;
    this.baseVoters = voters;
    this.synced = base.entry();
  }

  LogStamp base() {
    return base;
  }

  long last() {
    return base.entry() + entries.size();
  }

  long synced() {
    return synced;
  }

  long applied() {
    return applied;
  }

  long appliedIndex() {
    return appliedIndex;
  }

  GroupEntry entry(long number) {
    return entries.get(Math.toIntExact(number - base.entry() - 1));
  }

  long termAt(long number) {
    return number == base.entry() ? base.term() : entry(number).term();
  }

  private long indexAt(long number) {
    return number == base.entry() ? base.index() : entry(number).index();
  }

  Set<Integer> voters() {
    return voters(last());
  }

  private Set<Integer> voters(long upTo) {
    for (long i = upTo; i > base.entry(); i--) {
      Set<Integer> voters = entry(i).voters();
      if (voters != null) {
        return voters;
      }
    }
    return baseVoters;
  }

  /** Number of the last entry that changed the voters. */
  long lastChangeOfVoters() {
    long i = last();
    while (i > base.entry() && entry(i).voters() == null) {
      i--;
    }
    return i;
  }

  boolean hasAsMuchAs(long otherLast, long otherTerm) {
    long mine = termAt(last());
    return mine > otherTerm || (mine == otherTerm && last() >= otherLast);
  }

  /** Appends an entry as leader. */
  long write(byte @Nullable [] record, @Nullable Set<Integer> voters) {
    long index = indexAt(last()) + (record == null ? 0 : 1);
    entries.add(new GroupEntry(term, index, record, voters));
    version++;
    return last();
  }

  /**
   * Appends entries of a leader, the first of which has this number; truncates conflicting entries.
   */
  void take(long first, List<GroupEntry> sent) {
    for (int i = 0; i < sent.size(); i++) {
      long number = first + i;
      if (number <= base.entry()) {
        continue;
      }
      if (number <= last() && termAt(number) != sent.get(i).term()) {
        cutFrom(number);
      }
      if (number > last()) {
        entries.add(sent.get(i));
        version++;
      }
    }
  }

  private void cutFrom(long number) {
    InvariantViolation.check(
        number > commit, "an entry that was committed is not cut off", number, commit + 1);
    entries.subList(Math.toIntExact(number - base.entry() - 1), entries.size()).clear();
    synced = Math.min(synced, last());
    version++;
  }

  boolean sync() {
    if (synced == last()) {
      return false;
    }
    synced = last();
    version++;
    return true;
  }

  void commitUpTo(long number) {
    if (number > commit) {
      commit = number;
      version++;
    }
  }

  void addPendingAppend(CompletableFuture<Long> append) {
    appends.put(last(), append);
  }

  boolean hasToDeliver() {
    return target != null && applied < Math.min(commit, synced);
  }

  /**
   * Delivers the next entry to the state machine; a failure of the state machine ends this member.
   */
  void deliverNext() {
    ReplicatedStateMachine to = target;
    if (to == null) {
      return;
    }
    applied++;
    version++;
    InvariantViolation.check(
        applied <= commit && applied <= synced,
        "an entry is applied after it was committed and synced",
        applied,
        Math.min(commit, synced));
    GroupEntry entry = entry(applied);
    byte[] record = entry.record();
    if (record == null) {
      return;
    }
    appliedIndex = entry.index();
    CompletableFuture<Long> append = appends.remove(applied);
    try {
      to.nextEntry(entry.term(), applied);
      to.deliver(entry.index(), record);
    } catch (RuntimeException | Error e) {
      stop();
      if (append == null) {
        throw e;
      }
      append.completeExceptionally(LocalLogErrorMessage.RECORD_REJECTED.causedBy(e, entry.index()));
      return;
    }
    if (append != null) {
      append.complete(entry.index());
    }
  }

  void observeTerm(long seen) {
    if (seen > term) {
      term = seen;
      votedFor = 0;
      version++;
      depose();
    }
  }

  void announceLeader() {
    ReplicatedStateMachine to = target;
    if (to != null && leads && !toldLead) {
      toldLead = true;
      to.becomeLeader(term);
    }
  }

  void depose() {
    if (leads) {
      leads = false;
      version++;
      failAppends();
      ReplicatedStateMachine to = target;
      if (to != null && toldLead) {
        to.becomeFollower();
      }
      toldLead = false;
    }
  }

  private void failAppends() {
    List<CompletableFuture<Long>> failing = new ArrayList<>(appends.values());
    appends.clear();
    for (CompletableFuture<Long> append : failing) {
      append.completeExceptionally(
          new LeadershipLostException("member " + node + " leads no more"));
    }
  }

  void start(LogStamp after, ReplicatedStateMachine machine) {
    if (after.entry() < base.entry() || after.index() < base.index()) {
      throw LocalLogErrorMessage.STATE_BEFORE_LOG.error(base, after);
    }
    if (after.entry() > last()
        || indexAt(after.entry()) != after.index()
        || termAt(after.entry()) != after.term()) {
      throw LocalLogErrorMessage.STATE_NOT_IN_LOG.error(after);
    }
    target = machine;
    applied = after.entry();
    appliedIndex = after.index();
    commit = Math.max(commit, applied);
    running = true;
    version++;
  }

  void purge(LogStamp upTo) {
    long number = Math.min(upTo.entry(), applied);
    if (number > base.entry()) {
      baseVoters = voters(number);
      LogStamp newBase = new LogStamp(indexAt(number), termAt(number), number);
      entries.subList(0, Math.toIntExact(number - base.entry())).clear();
      base = newBase;
      version++;
    }
  }

  /** Restarts the log after a checkpoint and discards all its entries. */
  void replace(LogStamp by, Set<Integer> voters) {
    entries.clear();
    base = by;
    baseVoters = voters;
    synced = by.entry();
    commit = by.entry();
    applied = by.entry();
    appliedIndex = by.index();
    version++;
    ReplicatedStateMachine old = target;
    target = null;
    toldLead = false;
    if (old != null) {
      old.snapshotInstalled(by);
    }
  }

  /** The voters as of an entry of the log. */
  Set<Integer> votersAt(long number) {
    return voters(number);
  }

  List<GroupEntry> from(long number, int atMost) {
    int at = Math.toIntExact(number - base.entry() - 1);
    return List.copyOf(entries.subList(at, Math.min(entries.size(), at + atMost)));
  }

  /** Ends without notifying the state machine. */
  void stop() {
    running = false;
    leads = false;
    toldLead = false;
    target = null;
    commit = base.entry();
    applied = base.entry();
    appliedIndex = base.index();
    next.clear();
    match.clear();
    version++;
    failAppends();
  }

  /** Of the unsynced entries the first ones are kept. */
  void loseUnsynced(int kept) {
    long end = Math.min(last(), synced + kept);
    entries.subList(Math.toIntExact(end - base.entry()), entries.size()).clear();
    synced = end;
    version++;
  }
}
