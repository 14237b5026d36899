package io.mosql.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The selection of segments to be emptied. */
class SegmentCleanerTest {
  private static final long MB = 1 << 20;

  private static SegmentEntry segment(int id, long megabytes, long live) {
    return new SegmentEntry(new SegmentId(0, id), megabytes * MB, live * MB, new byte[32]);
  }

  private static Set<SegmentId> victims(List<SegmentEntry> segments, long movedMax) {
    return SegmentCleaner.victims(segments, movedMax * MB, MB);
  }

  @Test
  void leavesLittleGarbageAlone() {
    assertThat(victims(List.of(segment(1, 64, 60), segment(2, 64, 40)), 100)).isEmpty();
  }

  @Test
  void takesThoseWithTheLeastLiveBytesFirstUntilItIsEnough() {
    List<SegmentEntry> segments =
        List.of(segment(1, 64, 60), segment(2, 64, 10), segment(3, 64, 50), segment(4, 64, 24));
    assertThat(victims(segments, 100)).containsExactlyInAnyOrder(id(2), id(4));
  }

  @Test
  void movesNoMoreAtOnceThanAllowedButAlwaysSomething() {
    List<SegmentEntry> segments =
        List.of(segment(1, 64, 30), segment(2, 64, 20), segment(3, 64, 25));
    assertThat(victims(segments, 46)).containsExactlyInAnyOrder(id(2), id(3));
    assertThat(victims(segments, 1)).containsExactly(id(2));
  }

  @Test
  void mergesManySmallOnes() {
    List<SegmentEntry> segments = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      segments.add(segment(i, 1, 1));
    }
    assertThat(victims(segments, 1000)).hasSize(40);
    assertThat(victims(segments.subList(0, 30), 1000)).isEmpty();
  }

  private static SegmentId id(int id) {
    return new SegmentId(0, id);
  }
}
