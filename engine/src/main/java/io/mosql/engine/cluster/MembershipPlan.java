package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.Member;
import io.mosql.engine.account.ClusterCatalog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the steps from the current members of a group to its target members. A pure function:
 * equal lists give equal steps, so that the next leader continues where the previous one stopped.
 */
final class MembershipPlan {
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
    String heir = successor(self, wanted, actual, leader);
    if (wanted.stream().noneMatch(MembershipPlan::votes)) {
      return steps;
    }
    for (Member each : wanted) {
      Member now = find(actual, each.node());
      if (each.node().equals(self) && now != null && votes(now) && !votes(each)) {
        if (heir != null) {
          steps.add(new TransferLeadership(heir));
        }
      } else if (!each.equals(now)) {
        steps.add(new Add(each));
      }
    }
    for (Member each : actual) {
      if (find(wanted, each.node()) == null) {
        if (!each.node().equals(self)) {
          steps.add(new Remove(each.node()));
        } else if (heir != null) {
          steps.add(new TransferLeadership(heir));
        }
      }
    }
    if (steps.isEmpty() && leader != null && leader.equals(heir)) {
      steps.add(new TransferLeadership(leader));
    }
    return steps;
  }

  /** A voter of the group that stays a voter and can become the leader. */
  private static @Nullable String successor(
      String self, List<Member> wanted, List<Member> actual, @Nullable String leader) {
    String heir = null;
    for (Member each : actual) {
      Member then = find(wanted, each.node());
      boolean fits = votes(each) && then != null && votes(then) && !each.node().equals(self);
      if (fits && (heir == null || each.node().equals(leader))) {
        heir = each.node();
      }
    }
    return heir;
  }

  private static boolean votes(Member member) {
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
