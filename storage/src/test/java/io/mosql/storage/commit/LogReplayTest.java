package io.mosql.storage.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import io.mosql.storage.version.TransactionId;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The end of a replay. */
class LogReplayTest {
  private static final long BOOT = 7;

  private final TentativeRoot root =
      new TentativeRoot(Root.empty(TreeShape.TINY), TreeShape.TINY, 1);
  private final LogReplay replay =
      new LogReplay(
          Root.empty(TreeShape.TINY),
          TreeShape.TINY,
          new RecoveryTarget.Time(1_000),
          Long.MAX_VALUE,
          UnaryOperator.identity());
  private long index;
  private long number;

  /** A record that may or may not follow the committed ones. */
  private void record(TentativeRoot on, long wallMicros, boolean commits) {
    TransactionId id = new TransactionId(BOOT, ++number);
    ByteSink payload = new ByteSink(64);
    RecordCodec.encode(payload, id, List.of());
    replay.deliver(++index, RecordCodec.transactions(on, wallMicros, payload, 1 << 20).get(0));
    if (commits) {
      on.apply(id, List.of());
    }
  }

  private void epoch(TentativeRoot on, long epoch, long wallMicros) {
    EpochChange change = new EpochChange(on.timeline(), epoch, 0, BOOT, 1, 2);
    replay.deliver(++index, RecordCodec.epoch(on, wallMicros, change));
    on.apply(change);
  }

  @Test
  void theTimeOfARecordThatIsVoidTellsNothing() {
    epoch(root, 1, 10);
    record(root, 20, true);
    TentativeRoot deposed = new TentativeRoot(Root.empty(TreeShape.TINY), TreeShape.TINY, 1);
    deposed.apply(new EpochChange(0, 1, 0, BOOT, 1, 2));
    deposed.apply(new TransactionId(BOOT, number), List.of());
    epoch(root, 2, 30);
    // The clock of the deposed leader is ahead.
    record(deposed, 5_000, false);
    record(root, 40, true);
    assertThat(replay.isReached()).isFalse();
    assertThat(replay.position()).isEqualTo(root.position());
    record(root, 2_000, false);
    assertThat(replay.isReached()).isTrue();
    assertThat(replay.position()).isEqualTo(root.position());
  }
}
