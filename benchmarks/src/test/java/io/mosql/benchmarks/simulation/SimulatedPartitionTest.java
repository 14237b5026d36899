package io.mosql.benchmarks.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SimulatedPartitionTest {
  private static final long DELAY = 3_000_000;
  private static final long FAR = 500_000_000;

  private final EventSchedule timeline = new EventSchedule();
  private final List<Long> published = new ArrayList<>();

  @Test
  void whoIsAloneTakesItsWorkAWriteAndASync() {
    SimulatedPartition group = new SimulatedPartition(timeline, node(0), List.of(), 1);
    group.submit(1_000, 2_000, this::published);
    timeline.runUntil(FAR);
    assertThat(published).containsExactly(3_000 + ServiceTimes.WRITE + ServiceTimes.SYNC);
  }

  @Test
  void whoComesWhileARecordIsWrittenSharesTheNextOne() {
    SimulatedPartition group = new SimulatedPartition(timeline, node(0), List.of(), 1);
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
    SimulatedPartition group = new SimulatedPartition(timeline, node(0), List.of(), 1);
    int many = 2 * ServiceTimes.GROUP_MAX + 1;
    for (int i = 0; i < many; i++) {
      group.submit(0, 0, this::published);
    }
    timeline.runUntil(FAR);
    assertThat(published).hasSize(many);
    assertThat(group.records()).isEqualTo(3);
  }

  @Test
  void aMajorityIsEnough() {
    SimulatedPartition near =
        new SimulatedPartition(timeline, node(DELAY), List.of(node(DELAY), node(FAR)), 1);
    near.submit(0, 0, this::published);
    timeline.runUntil(FAR);
    assertThat(published).hasSize(1);
    // Local work, the round trip to the nearer follower, and the work there.
    assertThat(published.get(0)).isBetween(2 * DELAY + ServiceTimes.SYNC, 2 * DELAY + 2_000_000);
  }

  @Test
  void lessThanAMajorityIsNot() {
    SimulatedPartition group =
        new SimulatedPartition(timeline, node(DELAY), List.of(node(FAR), node(FAR)), 1);
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
    row.lock(() -> had.add("a"));
    row.lock(() -> had.add("b"));
    row.lock(() -> had.add("c"));
    assertThat(had).containsExactly("a");
    row.release();
    row.release();
    assertThat(had).containsExactly("a", "b", "c");
    row.release();
    row.lock(() -> had.add("d"));
    assertThat(had).endsWith("d");
  }

  private void published() {
    published.add(timeline.now());
  }

  /**
   * @param delay delay of sent messages
   */
  private SimulatedProcess node(long delay) {
    return new SimulatedProcess(
        timeline, new QueueingStation(timeline, 2, 0), new QueueingStation(timeline, 1, 0), delay);
  }
}
