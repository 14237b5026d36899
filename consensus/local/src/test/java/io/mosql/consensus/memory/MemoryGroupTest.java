package io.mosql.consensus.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.LogStamp;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The steps of the group follow the rules of Raft; steps that it leaves out are not tested. */
final class MemoryGroupTest {
  /** Number of random walks: enough that the bounds on their sums do not depend on a sample. */
  private static final int SEEDS = 300;

  private final MemoryGroup group = new MemoryGroup(3);
  private final List<TestMember> members = TestMember.startAll(group, 3);

  private TestMember member(int node) {
    return members.get(node - 1);
  }

  private static void assertOpen(CompletableFuture<Long> append) {
    assertThat(append).isDone();
    assertThatThrownBy(append::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(LeadershipLostException.class);
  }

  @Test
  void aRecordIsCommittedWhenAMajorityHasItDurable() {
    assertThat(group.elect(1)).isTrue();
    assertThat(group.leader()).isEqualTo(1);
    CompletableFuture<Long> append = member(1).append("a");
    group.send(1, 2);
    group.send(1, 3);
    group.sync(1);
    assertThat(group.committedEntry(1)).as("durable on one").isZero();
    group.sync(2);
    assertThat(group.committedEntry(1)).as("not delivered yet").isZero();
    group.send(1, 2);
    assertThat(group.committedEntry(1)).as("own entry and record").isEqualTo(2);
    assertThat(append).isNotDone();
    assertThat(group.deliver(1)).as("own entry").isTrue();
    assertThat(append).isNotDone();
    assertThat(group.deliver(1)).isTrue();
    assertThat(append.join()).isEqualTo(1);
    group.settle();
    for (TestMember member : members) {
      assertThat(member.records).containsExactly("a");
      assertThat(member.at).isEqualTo(new LogStamp(1, 1, 2));
      assertThat(member.log().lastIndex()).isEqualTo(1);
    }
    assertThat(member(1).calls).containsExactly("lead 1");
  }

  @Test
  void onlyALeaderAppends() {
    group.elect(1);
    assertOpen(member(2).append("a"));
    group.settle();
    assertThat(member(1).records).isEmpty();
  }

  @Test
  void whatADeposedLeaderAppendedIsDeliveredWhenTheNextOneHasIt() {
    group.elect(1);
    CompletableFuture<Long> append = member(1).append("a");
    group.send(1, 2);
    group.isolate(1);
    assertThat(group.elect(2)).isTrue();
    assertThat(append).as("it does not know yet").isNotDone();
    assertThat(group.leads(1)).isTrue();
    group.heal();
    group.settle();
    assertOpen(append);
    assertThat(member(1).records).containsExactly("a");
    assertThat(member(3).records).containsExactly("a");
    assertThat(member(1).calls).containsExactly("lead 1", "follow");
  }

  @Test
  void whatADeposedLeaderAppendedIsGoneWhenTheNextOneLacksIt() {
    group.elect(1);
    group.settle();
    group.isolate(1);
    CompletableFuture<Long> append = member(1).append("a");
    group.sync(1);
    assertThat(group.elect(2)).isTrue();
    CompletableFuture<Long> other = member(2).append("b");
    group.settle();
    assertThat(other.join()).isEqualTo(1);
    group.heal();
    group.settle();
    assertOpen(append);
    for (TestMember member : members) {
      assertThat(member.records).containsExactly("b");
    }
  }

  @Test
  void aLeaderThatStepsDownMayBeElectedAgainWithTheRecord() {
    group.elect(1);
    CompletableFuture<Long> append = member(1).append("a");
    group.stepDown(1);
    assertOpen(append);
    group.settle();
    assertThat(member(1).records).isEmpty();
    assertThat(group.elect(1)).isTrue();
    group.settle();
    assertThat(member(3).records).containsExactly("a");
    assertThat(member(1).calls).containsExactly("lead 1", "follow", "lead 2");
  }

  @Test
  void nobodyIsElectedWhoLacksWhatAMajorityHas() {
    group.elect(1);
    group.isolate(3);
    member(1).write("a");
    group.settle();
    group.heal();
    group.isolate(1);
    assertThat(group.elect(3)).isFalse();
    assertThat(group.elect(2)).isTrue();
  }

  @Test
  void anEntryOfAnEarlierTermIsNotCommittedByBeingCounted() {
    group.elect(1);
    group.settle();
    member(1).write("a");
    member(1).write("b");
    group.sync(1);
    group.crash(1, 0);
    assertThat(group.elect(2)).isTrue();
    member(2).write("c");
    group.sync(2);
    group.isolate(2);
    member(1).start();
    while (!group.elect(1)) {
      // Until its term is newer than the vote of member 3.
    }
    group.sync(1);
    group.send(1, 3);
    group.send(1, 3);
    group.sync(3);
    group.send(1, 3);
    assertThat(group.committedEntry(1)).as("a and b are on a majority, of term 1").isZero();
    group.crash(1, 0);
    group.crash(3, 0);
    member(3).start();
    group.heal();
    while (!group.elect(2)) {
      // It is behind in terms.
    }
    group.settle();
    assertThat(member(3).records).containsExactly("c");
  }

  @Test
  void whatWasNotSyncedIsLostInACrashOrNot() {
    group.elect(1);
    group.settle();
    group.isolate(1);
    member(1).write("a");
    member(1).write("b");
    long entry = group.lastEntry(1);
    group.crash(1, 1);
    assertThat(group.lastEntry(1)).isEqualTo(entry - 1);
    assertThat(group.isRunning(1)).isFalse();
    member(1).start();
    group.heal();
    assertThat(group.elect(1)).isTrue();
    group.settle();
    assertThat(member(2).records).containsExactly("a");
  }

  @Test
  void aLostAnswerCommitsNothingHereAndTheRecordThere() {
    group.elect(1);
    CompletableFuture<Long> append = member(1).append("a");
    group.cut(2, 1);
    group.cut(3, 1);
    group.settle();
    assertThat(append).isNotDone();
    assertThat(group.elect(3)).isTrue();
    group.heal();
    group.settle();
    assertOpen(append);
    assertThat(member(2).records).containsExactly("a");
  }

  @Test
  void aMemberThatIsTooFarBehindGetsACheckpoint() {
    group.elect(1);
    group.isolate(3);
    group.eager(true);
    for (int i = 0; i < 20; i++) {
      member(1).append("r" + i).join();
    }
    member(1).purge();
    assertThat(group.begin(1).index()).isEqualTo(20);
    member(1).append("after").join();
    group.heal();
    assertThat(member(3).records).hasSize(21).isEqualTo(member(1).records);
    assertThat(member(3).calls).containsExactly("replaced 20");
    assertThat(member(1).calls).contains("unpinned");
    group.crash(3, 0);
    member(3).start();
    assertThat(member(3).records).isEqualTo(member(1).records);
  }

  @Test
  void aLogThatWasGivenUpWithoutACheckpointIsMissed() {
    group.elect(1);
    group.isolate(3);
    group.eager(true);
    member(1).append("a").join();
    member(1).log().purge(member(1).at);
    assertThatThrownBy(group::heal)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("without a checkpoint");
  }

  @Test
  void membersComeAndGoOneAtATime() {
    group.elect(1);
    group.settle();
    int fourth = group.join();
    TestMember added = new TestMember(group, fourth);
    added.start();
    added.knows(members);
    member(1).write("a");
    group.settle();
    assertThat(added.records).as("of a listener").containsExactly("a");
    assertThat(group.elect(fourth)).isFalse();
    assertThat(group.addVoter(2, fourth)).as("not by the leader").isFalse();
    assertThat(group.addVoter(1, fourth)).isTrue();
    assertThat(group.remove(1, 2)).as("at once").isFalse();
    group.settle();
    assertThat(group.voters(3)).isEqualTo(Set.of(1, 2, 3, fourth));
    assertThat(group.transfer(1, fourth)).isTrue();
    group.settle();
    assertThat(group.leader()).isEqualTo(fourth);
    assertThat(member(1).calls).containsExactly("lead 1", "follow");
    assertThat(group.remove(fourth, fourth)).isTrue();
    group.settle();
    assertThat(group.leader()).as("it went when that was committed").isZero();
    assertThat(group.elect(fourth)).isFalse();
    assertThat(group.elect(2)).isTrue();
  }

  @Test
  void aDatabaseGrowsIntoAGroup() {
    MemoryGroup grown = new MemoryGroup(1, 70).eager(true);
    TestMember first = new TestMember(grown, 1);
    List<TestMember> all = new ArrayList<>(List.of(first));
    first.at = new LogStamp(70, 0, 0);
    first.checkpoint();
    first.start();
    assertThat(first.calls).containsExactly("lead 1");
    assertThat(first.append("x").join()).isEqualTo(71);
    TestMember second = new TestMember(grown, grown.join());
    all.add(second);
    second.knows(all);
    second.start();
    assertThat(second.records).containsExactly("x");
    assertThat(second.calls).containsExactly("replaced 70");
    assertThat(second.at.index()).isEqualTo(71);
  }

  @Test
  void refusesAStateThatItsLogDoesNotHold() {
    group.elect(1);
    member(1).write("a");
    group.settle();
    group.crash(1, 0);
    for (LogStamp at :
        List.of(new LogStamp(1, 2, 2), new LogStamp(2, 1, 3), new LogStamp(2, 1, 2))) {
      assertThatThrownBy(() -> group.log(1).open(at, member(1)))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
    }
  }

  /** Any steps in any order: no answered append is lost, and all members deliver the same. */
  @Test
  void holdsWhatRaftPromises() {
    int committed = 0;
    int lost = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      RandomWalk walk = new RandomWalk(seed);
      walk.run();
      committed += walk.answered.size();
      lost += walk.open;
    }
    assertThat(committed).isGreaterThan(SEEDS * 3);
    assertThat(lost).isGreaterThan(SEEDS / 2);
  }

  private static final class RandomWalk {
    private static final int NODES = 3;
    private final SeededRandom random;
    private final MemoryGroup group = new MemoryGroup(NODES);
    private final List<TestMember> members = TestMember.startAll(group, NODES);
    private final Map<Long, String> answered = new HashMap<>();
    private int open;
    private int appended;

    RandomWalk(long seed) {
      random = new SeededRandom(seed);
    }

    void run() {
      for (int i = 0; i < 1000; i++) {
        step();
      }
      group.heal();
      for (int node = 1; node <= NODES; node++) {
        start(node);
      }
      for (int tries = 0; group.leader() == 0 || tries < 1; tries++) {
        group.elect(1 + tries % NODES);
      }
      group.settle();
      List<String> all = members.get(0).records;
      for (TestMember member : members) {
        assertThat(member.records).isEqualTo(all);
      }
      assertThat(all).doesNotHaveDuplicates();
      answered.forEach((index, text) -> assertThat(all.get((int) (index - 1))).isEqualTo(text));
    }

    private void start(int node) {
      if (!group.isRunning(node)) {
        members.get(node - 1).start();
      }
    }

    private void step() {
      int leader = group.leader();
      int node = leader != 0 && random.percent(50) ? leader : 1 + random.nextInt(NODES);
      int other = 1 + random.nextInt(NODES);
      int dice = random.nextInt(1000);
      if (dice < 400) {
        group.send(node, other);
      } else if (dice < 600) {
        group.sync(node);
      } else if (dice < 750) {
        group.deliver(node);
      } else if (dice < 830) {
        append(node);
      } else if (dice < 840 || leader == 0) {
        group.elect(node);
      } else if (dice < 850) {
        group.cut(node, other);
      } else if (dice < 860) {
        group.heal();
      } else if (dice < 870) {
        group.crash(node, random.nextInt(3));
      } else if (dice < 880 && group.isRunning(node)) {
        members.get(node - 1).purge();
      } else {
        start(node);
      }
    }

    private void append(int node) {
      if (!group.leads(node)) {
        return;
      }
      String text = "r" + ++appended;
      CompletableFuture<?> unused =
          members
              .get(node - 1)
              .append(text)
              .handle(
                  (index, failure) -> {
                    if (failure == null) {
                      assertThat(answered.put(index, text)).isNull();
                    } else {
                      open++;
                    }
                    return index;
                  });
    }
  }
}
