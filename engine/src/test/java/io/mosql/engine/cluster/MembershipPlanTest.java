package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.InvariantViolation;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.ClusterCatalog.NodeRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The steps of a leader to change the members of its group. */
final class MembershipPlanTest {
  private static final int PORT = 7000;

  private static Member voter(String node) {
    return Member.voter(node, "h-" + node, PORT);
  }

  private static Member listener(String node) {
    return Member.listener(node, "h-" + node, PORT);
  }

  private static NodeRow row(String node, boolean listener) {
    return new NodeRow(node, "h-" + node, PORT, listener, true, 1, 0);
  }

  private static List<MembershipPlan.Step> steps(List<Member> wanted, Member... actual) {
    return MembershipPlan.steps("n1", wanted, List.of(actual), null);
  }

  @Test
  void targetMembersAreTheRowsWithinThePlacement() {
    ClusterCatalog rows =
        new ClusterCatalog(List.of(row("n1", false), row("n2", true), row("n3", false)), List.of());
    assertThat(MembershipPlan.targetMembers(rows, List.of()))
        .containsExactly(voter("n1"), listener("n2"), voter("n3"));
    assertThat(MembershipPlan.targetMembers(rows, List.of("n3", "n2", "gone")))
        .containsExactly(listener("n2"), voter("n3"));
  }

  @Test
  void thereAreNoStepsWhenMembersEqualTheTarget() {
    assertThat(steps(List.of(voter("n1"), listener("n2")), listener("n2"), voter("n1"))).isEmpty();
  }

  @Test
  void missingMembersAreAddedBeforeOthersAreRemoved() {
    assertThat(steps(List.of(voter("n1"), voter("n3")), voter("n1"), voter("n2")))
        .containsExactly(new MembershipPlan.Add(voter("n3")), new MembershipPlan.Remove("n2"));
  }

  @Test
  void rolesAndAddressesAreChangedByAddingAnew() {
    Member moved = Member.voter("n3", "elsewhere", PORT);
    assertThat(
            steps(
                List.of(voter("n1"), listener("n2"), moved), voter("n1"), voter("n2"), voter("n3")))
        .containsExactly(new MembershipPlan.Add(listener("n2")), new MembershipPlan.Add(moved));
  }

  @Test
  void aLeaderToBeRemovedOrDemotedTransfersLeadershipFirst() {
    assertThat(steps(List.of(voter("n2")), voter("n1"), voter("n2")))
        .containsExactly(new MembershipPlan.TransferLeadership("n2"));
    assertThat(steps(List.of(listener("n1"), voter("n2")), voter("n1"), voter("n2")))
        .containsExactly(new MembershipPlan.TransferLeadership("n2"));
    // No member can become the leader yet.
    assertThat(steps(List.of(voter("n2")), voter("n1")))
        .containsExactly(new MembershipPlan.Add(voter("n2")));
    assertThat(steps(List.of(voter("n2")), voter("n1"), listener("n2")))
        .containsExactly(new MembershipPlan.Add(voter("n2")));
  }

  @Test
  void aGroupIsNeverLeftWithoutVoters() {
    assertThat(steps(List.of(), voter("n1"), voter("n2"))).isEmpty();
    assertThat(steps(List.of(listener("n1"), listener("n2")), voter("n1"), voter("n2"))).isEmpty();
  }

  @Test
  void aRequestedTransferFollowsTheMemberChanges() {
    List<Member> both = List.of(voter("n1"), voter("n2"), voter("n3"));
    assertThat(MembershipPlan.steps("n1", both, both, "n3"))
        .containsExactly(new MembershipPlan.TransferLeadership("n3"));
    assertThat(MembershipPlan.steps("n1", both, both, "n1")).isEmpty();
    assertThat(MembershipPlan.steps("n1", both, both.subList(0, 2), "n3"))
        .containsExactly(new MembershipPlan.Add(voter("n3")));
    List<Member> follows = List.of(voter("n1"), voter("n2"), listener("n3"));
    assertThat(MembershipPlan.steps("n1", follows, follows, "n3")).isEmpty();
  }

  /** Applies each step like Raft: the plan ends from every start, and always with a voter. */
  @Test
  void theStepsEndAtTheTarget() {
    List<Member> wanted = List.of(listener("n1"), voter("n4"), voter("n5"));
    List<Member> actual = new ArrayList<>(List.of(voter("n1"), voter("n2"), voter("n3")));
    String leader = "n1";
    for (int i = 0; i < 20; i++) {
      List<MembershipPlan.Step> steps = MembershipPlan.steps(leader, wanted, actual, "n5");
      if (steps.isEmpty()) {
        break;
      }
      MembershipPlan.Step step = steps.get(0);
      if (step instanceof MembershipPlan.TransferLeadership transfer) {
        leader = transfer.node();
      } else {
        String node = MembershipPlan.node(step);
        actual.removeIf(each -> each.node().equals(node));
        if (step instanceof MembershipPlan.Add add) {
          actual.add(add.member());
        }
      }
      assertThat(actual).contains(voter(leader));
    }
    assertThat(actual).containsExactlyInAnyOrderElementsOf(wanted);
    assertThat(leader).isEqualTo("n5");
  }

  private static boolean keepsMajority(MembershipPlan.Step step, long... silentMillis) {
    List<GroupStatus.MemberStatus> members = new ArrayList<>();
    for (int i = 0; i < silentMillis.length; i++) {
      members.add(new GroupStatus.MemberStatus(voter("n" + (i + 1)), 0, 0, silentMillis[i]));
    }
    return MembershipPlan.keepsMajority("n1", step, members);
  }

  @Test
  void votersAreKeptWhileTheMajorityNeedsThem() {
    MembershipPlan.Step remove = new MembershipPlan.Remove("n2");
    MembershipPlan.Step demote = new MembershipPlan.Add(listener("n2"));
    long down = 60_000;
    assertThat(keepsMajority(remove, 0, 0, 0)).isTrue();
    assertThat(keepsMajority(remove, 0, 0, down)).isFalse();
    assertThat(keepsMajority(demote, 0, 0, down)).isFalse();
    assertThat(keepsMajority(remove, 0, down, 0)).isTrue();
    assertThat(keepsMajority(remove, 0, 0)).isTrue();
    assertThat(keepsMajority(remove, 0, 0, 0, down, down)).isFalse();
    assertThat(keepsMajority(new MembershipPlan.Add(voter("n4")), 0, 0, down)).isTrue();
  }

  @Test
  void aLeaderStaysAVoterOfItsGroup() {
    assertViolates(new MembershipPlan.Remove("n1"), "a leader does not remove itself");
    assertViolates(
        new MembershipPlan.Add(listener("n1")), "a leader does not make itself a listener");
    assertViolates(
        new MembershipPlan.TransferLeadership("n1"),
        "a leader transfers leadership to another node");
    assertThat(keepsMajority(new MembershipPlan.Add(voter("n1")), 0, 0)).isTrue();
  }

  private static void assertViolates(MembershipPlan.Step step, String invariant) {
    assertThatThrownBy(() -> keepsMajority(step, 0, 0, 0))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining(invariant);
  }
}
