package io.mosql.consensus.ratis.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.group.DiskSpaceMonitor.VoterProgress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decisions of a member whose disk is nearly full. */
final class DiskSpaceMonitorTest {
  private static final List<VoterProgress> OTHERS =
      List.of(
          new VoterProgress("n1", true, 10),
          new VoterProgress("n4", true, 12),
          new VoterProgress("n3", false, 13));

  private final DiskSpaceMonitor watch = new DiskSpaceMonitor("n2", 1000);

  @Test
  void isLowUntilThereIsMoreThanALittle() {
    watch.update(1000);
    assertThat(watch.isLow()).isFalse();
    watch.update(999);
    assertThat(watch.isLow()).isTrue();
    watch.update(1249);
    assertThat(watch.isLow()).isTrue();
    watch.update(1250);
    assertThat(watch.isLow()).isFalse();
  }

  @Test
  void theLeadGoesToTheNextOneThatAnswers() {
    watch.update(0);
    assertThat(watch.transferTarget(0, true, OTHERS)).isEqualTo("n4");
    DiskSpaceMonitor last = new DiskSpaceMonitor("n5", 1000);
    last.update(0);
    assertThat(last.transferTarget(0, true, OTHERS)).isEqualTo("n1");
  }

  @Test
  void leadershipStaysWithSpaceWithoutATargetOrOnAFollower() {
    watch.update(5000);
    assertThat(watch.transferTarget(0, true, OTHERS)).isNull();
    watch.update(0);
    assertThat(watch.transferTarget(0, false, OTHERS)).isNull();
    assertThat(watch.transferTarget(0, true, List.of())).isNull();
    assertThat(watch.transferTarget(0, true, List.of(new VoterProgress("n4", false, 13)))).isNull();
  }

  @Test
  void itStaysForAWhileWhenItCameBack() {
    watch.update(0);
    assertThat(watch.transferTarget(5, true, OTHERS)).isNotNull();
    assertThat(watch.transferTarget(4 + DiskSpaceMonitor.TRANSFER_INTERVAL_NANOS, true, OTHERS))
        .isNull();
    assertThat(watch.transferTarget(5 + DiskSpaceMonitor.TRANSFER_INTERVAL_NANOS, true, OTHERS))
        .isNotNull();
  }
}
