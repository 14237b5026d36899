package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.group.Member;
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
  void theRowsSayWhoIsWanted() {
    ClusterCatalog rows =
        new ClusterCatalog(List.of(row("n1", false), row("n2", true), row("n3", false)), List.of());
    assertThat(MembershipPlan.targetMembers(rows, List.of()))
        .containsExactly(voter("n1"), listener("n2"), voter("n3"));
    assertThat(MembershipPlan.targetMembers(rows, List.of("n3", "n2", "gone")))
        .containsExactly(listener("n2"), voter("n3"));
  }

  @Test
  void nothingIsDoneWhereAllIsAsItShouldBe() {
    assertThat(steps(List.of(voter("n1"), listener("n2")), listener("n2"), voter("n1"))).isEmpty();
  }

  @Test
  void whoIsMissingIsAddedBeforeOthersLeave() {
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
  void aLeaderThatIsToGoOrToFollowHandsOnFirst() {
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
  void aTransferComesWhenTheMembersAreRight() {
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
  void theStepsEndWhereTheyShould() {
    List<Member> wanted = List.of(listener("n1"), voter("n4"), voter("n5"));
    List<Member> actual = new ArrayList<>(List.of(voter("n1"), voter("n2"), voter("n3")));
    String leader = "n1";
    for (int i = 0; i < 20; i++) {
      List<MembershipPlan.Step> steps = MembershipPlan.steps(leader, wanted, actual, "n5");
      if (steps.isEmpty()) {
        break;
      }
      MembershipPlan.Step step = steps.get(0);
      if (step instanceof MembershipPlan.TransferLeadership handOn) {
        leader = handOn.node();
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
}
