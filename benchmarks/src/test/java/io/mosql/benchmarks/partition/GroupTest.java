package io.mosql.benchmarks.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GroupTest {
  private static final long DELAY = 3_000_000;
  private static final long FAR = 500_000_000;

  private final Timeline timeline = new Timeline();
  private final List<Long> published = new ArrayList<>();

  @Test
  void whoIsAloneTakesItsWorkAWriteAndASync() {
    Group group = new Group(timeline, node(0), List.of(), 1);
    group.submit(1_000, 2_000, this::published);
    timeline.runUntil(FAR);
    assertThat(published).containsExactly(3_000 + Costs.WRITE + Costs.SYNC);
  }

  @Test
  void whoComesWhileARecordIsWrittenSharesTheNextOne() {
    Group group = new Group(timeline, node(0), List.of(), 1);
    for (int i = 0; i < 5; i++) {
      group.submit(0, 0, this::published);
    }
    timeline.runUntil(FAR);
    assertThat(published).hasSize(5);
    assertThat(group.requests()).isEqualTo(5);
    assertThat(group.records()).isEqualTo(2);
  }

  @Test
  void aRecordHasItsMost() {
    Group group = new Group(timeline, node(0), List.of(), 1);
    int many = 2 * Costs.GROUP_MAX + 1;
    for (int i = 0; i < many; i++) {
      group.submit(0, 0, this::published);
    }
    timeline.runUntil(FAR);
    assertThat(published).hasSize(many);
    assertThat(group.records()).isEqualTo(3);
  }

  @Test
  void aMajorityIsEnough() {
    Group near = new Group(timeline, node(DELAY), List.of(node(DELAY), node(FAR)), 1);
    near.submit(0, 0, this::published);
    timeline.runUntil(FAR);
    assertThat(published).hasSize(1);
    // Its own work, the way to the nearer follower and back, and the work there.
    assertThat(published.get(0)).isBetween(2 * DELAY + Costs.SYNC, 2 * DELAY + 2_000_000);
  }

  @Test
  void lessThanAMajorityIsNot() {
    Group group = new Group(timeline, node(DELAY), List.of(node(FAR), node(FAR)), 1);
    group.submit(0, 0, this::published);
    timeline.runUntil(FAR);
    assertThat(published).isEmpty();
    timeline.runUntil(2 * FAR);
    assertThat(published).hasSize(1);
  }

  @Test
  void aHotRowIsHeldByOneAndQueuedFor() {
    HotRow row = new HotRow();
    List<String> had = new ArrayList<>();
    row.reserve(() -> had.add("a"));
    row.reserve(() -> had.add("b"));
    row.reserve(() -> had.add("c"));
    assertThat(had).containsExactly("a");
    row.release();
    row.release();
    assertThat(had).containsExactly("a", "b", "c");
    row.release();
    row.reserve(() -> had.add("d"));
    assertThat(had).endsWith("d");
  }

  private void published() {
    published.add(timeline.now());
  }

  /**
   * @param delay of what it sends
   */
  private Node node(long delay) {
    return new Node(timeline, new Station(timeline, 2, 0), new Station(timeline, 1, 0), delay);
  }
}
