package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.InvariantViolation;
import io.mosql.engine.account.ClusterCatalog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the steps from the current members of a group to its target members. A pure function:
 * equal lists give equal steps, so that the next leader continues where the previous one stopped.
 */
final class MembershipPlan {
  /** A member that has been silent for this time does not count as responding. */
  static final long SILENT_MILLIS_MAX = 2_000;

  private MembershipPlan() {}

  /** One change of a group; the group stays able to work after each. */
  sealed interface Step {}

  /** Adds a member, or changes its role or address. */
  record Add(Member member) implements Step {}

  record Remove(String node) implements Step {}

  /**
   * Transfers leadership to another voter: the leader is to be removed, or a transfer is requested.
   */
  record TransferLeadership(String node) implements Step {}

  /** The target members of a group. */
  static List<Member> targetMembers(ClusterCatalog rows, List<String> placement) {
    List<Member> wanted = new ArrayList<>();
    for (ClusterCatalog.NodeRow row : rows.nodes()) {
      if (placement.isEmpty() || placement.contains(row.node())) {
        wanted.add(
            row.listener()
                ? Member.listener(row.node(), row.host(), row.port())
                : Member.voter(row.node(), row.host(), row.port()));
      }
    }
    return wanted;
  }

  /**
   * The steps possible now, in order of preference; the caller makes one of them and computes the
   * steps again. Empty while no target member is a voter: a group without voters could not even be
   * changed back.
   *
   * @param self the leader
   * @param leader target leader; null for no preference
   */
  static List<Step> steps(
      String self, List<Member> wanted, List<Member> actual, @Nullable String leader) {
    List<Step> steps = new ArrayList<>();
    String successor = successor(self, wanted, actual, leader);
    if (wanted.stream().noneMatch(MembershipPlan::votes)) {
      return steps;
    }
    for (Member each : wanted) {
      Member now = find(actual, each.node());
      if (each.node().equals(self) && now != null && votes(now) && !votes(each)) {
        if (successor != null) {
          steps.add(new TransferLeadership(successor));
        }
      } else if (!each.equals(now)) {
        steps.add(new Add(each));
      }
    }
    for (Member each : actual) {
      if (find(wanted, each.node()) == null) {
        if (!each.node().equals(self)) {
          steps.add(new Remove(each.node()));
        } else if (successor != null) {
          steps.add(new TransferLeadership(successor));
        }
      }
    }
    if (steps.isEmpty() && leader != null && leader.equals(successor)) {
      steps.add(new TransferLeadership(leader));
    }
    return steps;
  }

  /**
   * Whether a majority of the voters responds after a step. Without one the group could neither
   * commit the change nor anything after it, nor be changed back.
   *
   * @param self the leader
   */
  static boolean keepsMajority(String self, Step step, List<GroupStatus.MemberStatus> members) {
    InvariantViolation.check(
        !(step instanceof Remove && node(step).equals(self)),
        "a leader does not remove itself from its group");
    InvariantViolation.check(
        !(step instanceof TransferLeadership && node(step).equals(self)),
        "a leader transfers leadership to another node");
    InvariantViolation.check(
        !(step instanceof Add add && !votes(add.member()) && node(step).equals(self)),
        "a leader does not make itself a listener");
    if (step instanceof TransferLeadership || step instanceof Add add && votes(add.member())) {
      return true;
    }
    int voters = 0;
    int responding = 0;
    for (GroupStatus.MemberStatus each : members) {
      String node = each.member().node();
      if (votes(each.member()) && !node.equals(node(step))) {
        voters++;
        boolean responds = node.equals(self) || each.silentMillis() < SILENT_MILLIS_MAX;
        responding += responds ? 1 : 0;
      }
    }
    return responding * 2 > voters;
  }

  /** A voter of the group that stays a voter and can become the leader. */
  private static @Nullable String successor(
      String self, List<Member> wanted, List<Member> actual, @Nullable String leader) {
    String successor = null;
    for (Member each : actual) {
      Member then = find(wanted, each.node());
      boolean fits = votes(each) && then != null && votes(then) && !each.node().equals(self);
      if (fits && (successor == null || each.node().equals(leader))) {
        successor = each.node();
      }
    }
    return successor;
  }

  static boolean votes(Member member) {
    return member.role() == Member.Role.VOTER;
  }

  private static @Nullable Member find(List<Member> members, String node) {
    return members.stream().filter(each -> each.node().equals(node)).findFirst().orElse(null);
  }

  /** Text describing a step, for messages. */
  static String describe(Step step) {
    if (step instanceof Add add) {
      return (votes(add.member()) ? "to vote" : "to follow");
    }
    return step instanceof Remove ? "to leave" : "to lead";
  }

  /** The node that a step changes. */
  static String node(Step step) {
    if (step instanceof Add add) {
      return add.member().node();
    }
    return step instanceof Remove remove ? remove.node() : ((TransferLeadership) step).node();
  }
}
