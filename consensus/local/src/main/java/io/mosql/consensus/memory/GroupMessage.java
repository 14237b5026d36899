package io.mosql.consensus.memory;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A message of a leader of a {@link MemoryGroup}, entries or a snapshot, and the handling of the
 * answer. Guarded by the group.
 */
final class GroupMessage {
  private static final int ENTRIES = 2;

  private GroupMessage() {}

  /**
   * Sends a member the entries that it lacks, up to the limit of one message.
   *
   * @param answered whether the answer is delivered
   */
  static void send(GroupMember leader, GroupMember follower, boolean answered) {
    long next = leader.next.getOrDefault(follower.node, leader.firstOfTerm);
    if (next <= leader.base().entry() || lacksTheBeginning(leader, follower)) {
      sendCheckpoint(leader, follower, answered);
    } else {
      sendEntries(leader, follower, next, answered);
    }
  }

  /** Records that precede the group. */
  private static boolean lacksTheBeginning(GroupMember leader, GroupMember follower) {
    return follower.last() == 0 && follower.base().index() < leader.base().index();
  }

  private static void sendEntries(
      GroupMember leader, GroupMember follower, long next, boolean answered) {
    long previous = next - 1;
    boolean matches =
        previous < follower.base().entry()
            || (previous <= follower.last()
                && follower.termAt(previous) == leader.termAt(previous));
    if (!matches) {
      if (answered) {
        move(leader.next, follower.node, Math.min(previous, follower.last() + 1), leader);
      }
      return;
    }
    List<GroupEntry> sent = leader.from(next, ENTRIES);
    follower.take(next, sent);
    long end = previous + sent.size();
    follower.commitUpTo(Math.min(leader.commit, end));
    if (answered) {
      move(leader.next, follower.node, end + 1, leader);
      acknowledge(leader, follower.node, Math.min(follower.synced(), end));
    }
  }

  private static void sendCheckpoint(GroupMember leader, GroupMember follower, boolean answered) {
    ReplicatedStateMachine source = leader.target;
    LogSnapshot snapshot = source == null ? null : source.snapshot();
    if (source == null) {
      return;
    }
    if (snapshot == null || snapshot.at().entry() < leader.base().entry()) {
      if (snapshot != null) {
        snapshot.close();
      }
      throw new IllegalStateException(
          "member "
              + leader.node
              + " gave up its log to "
              + leader.base()
              + ", without a checkpoint");
    }
    LogStamp at = snapshot.at();
    try (snapshot) {
      if (at.entry() > follower.commit || lacksTheBeginning(leader, follower)) {
        follower.events.receive(leader.node, snapshot);
        if (!follower.running) {
          return;
        }
        follower.replace(at, leader.votersAt(at.entry()));
        follower.events.reopen(at);
      }
    }
    if (answered) {
      move(leader.next, follower.node, at.entry() + 1, leader);
      acknowledge(leader, follower.node, Math.min(at.entry(), follower.synced()));
    }
  }

  private static void move(Map<Integer, Long> numbers, int node, long number, GroupMember leader) {
    Long before = numbers.put(node, number);
    if (before == null || before != number) {
      leader.version++;
    }
  }

  private static void acknowledge(GroupMember leader, int node, long number) {
    if (number > leader.match.getOrDefault(node, 0L)) {
      move(leader.match, node, number, leader);
      advance(leader);
    }
  }

  /**
   * An entry of the leader's own term that a majority has is committed, with all entries before it.
   */
  static void advance(GroupMember leader) {
    if (!leader.leads) {
      return;
    }
    List<Long> have = new ArrayList<>();
    for (int voter : leader.voters()) {
      have.add(voter == leader.node ? leader.synced() : leader.match.getOrDefault(voter, 0L));
    }
    Collections.sort(have);
    long number = have.get((have.size() - 1) / 2);
    if (number > leader.commit && leader.termAt(number) == leader.term) {
      leader.commitUpTo(number);
    }
  }
}
