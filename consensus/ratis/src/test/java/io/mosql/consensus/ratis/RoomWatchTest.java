package io.mosql.consensus.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.RoomWatch.Voter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a member does about its disk. */
final class RoomWatchTest {
  private static final List<Voter> OTHERS =
      List.of(new Voter("n1", true, 10), new Voter("n4", true, 12), new Voter("n3", false, 13));

  private final RoomWatch watch = new RoomWatch("n2", 1000);

  @Test
  void isLowUntilThereIsMoreThanALittle() {
    watch.see(1000);
    assertThat(watch.isLow()).isFalse();
    watch.see(999);
    assertThat(watch.isLow()).isTrue();
    watch.see(1249);
    assertThat(watch.isLow()).isTrue();
    watch.see(1250);
    assertThat(watch.isLow()).isFalse();
  }

  @Test
  void theLeadGoesToTheNextOneThatAnswers() {
    watch.see(0);
    assertThat(watch.handOnTo(0, true, OTHERS)).isEqualTo("n4");
    RoomWatch last = new RoomWatch("n5", 1000);
    last.see(0);
    assertThat(last.handOnTo(0, true, OTHERS)).isEqualTo("n1");
  }

  @Test
  void itStaysWhileThereIsRoomOrNobodyElseOrNoLead() {
    watch.see(5000);
    assertThat(watch.handOnTo(0, true, OTHERS)).isNull();
    watch.see(0);
    assertThat(watch.handOnTo(0, false, OTHERS)).isNull();
    assertThat(watch.handOnTo(0, true, List.of())).isNull();
    assertThat(watch.handOnTo(0, true, List.of(new Voter("n4", false, 13)))).isNull();
  }

  @Test
  void itStaysForAWhileWhenItCameBack() {
    watch.see(0);
    assertThat(watch.handOnTo(5, true, OTHERS)).isNotNull();
    assertThat(watch.handOnTo(4 + RoomWatch.REST_NANOS, true, OTHERS)).isNull();
    assertThat(watch.handOnTo(5 + RoomWatch.REST_NANOS, true, OTHERS)).isNotNull();
  }
}
