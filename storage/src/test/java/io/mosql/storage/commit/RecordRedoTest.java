package io.mosql.storage.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.record.RecordAssembler;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.record.RecordCodec.Header;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import io.mosql.storage.version.TransactionId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule that voids a record, and the redo of the others. */
class RecordRedoTest {
  private static final long TIMELINE = 11;
  private static final long BOOT = 7;

  /** A root of a timeline, an epoch and a position. */
  private static TentativeRoot root(long timeline, long epoch, int position) {
    TentativeRoot root = new TentativeRoot(Root.empty(TreeShape.TINY), TreeShape.TINY, 1);
    root.apply(new EpochChange(timeline, epoch, 0, BOOT, 1, 2));
    for (int i = 1; root.position() < position; i++) {
      root.apply(new TransactionId(BOOT, i), List.of());
    }
    return root;
  }

  private static byte[] batch(TentativeRoot after, int transactions) {
    ByteSink payload = new ByteSink(64);
    for (int i = 0; i < transactions; i++) {
      RecordCodec.encode(payload, new TransactionId(BOOT, 100 + i), List.of(new Effect.Result(i)));
    }
    return RecordCodec.transactions(after, 1, payload, 1 << 20).get(0);
  }

  private static byte[] epoch(TentativeRoot after) {
    EpochChange change = new EpochChange(TIMELINE, after.epoch() + 1, 0, BOOT, 1, 2);
    return RecordCodec.epoch(after, 1, change);
  }

  private static boolean isVoid(byte[] record) {
    return RecordRedo.isVoid(RecordCodec.header(record), root(TIMELINE, 3, 5));
  }

  @Test
  void aBatchOrABarrierFollowsTimelineEpochAndPosition() {
    for (boolean barrier : new boolean[] {false, true}) {
      assertThat(isVoid(record(root(TIMELINE, 3, 5), barrier))).isFalse();
      assertThat(isVoid(record(root(TIMELINE + 1, 3, 5), barrier))).isTrue();
      assertThat(isVoid(record(root(TIMELINE, 2, 5), barrier))).isTrue();
      assertThat(isVoid(record(root(TIMELINE, 4, 5), barrier))).isTrue();
      assertThat(isVoid(record(root(TIMELINE, 3, 4), barrier))).isTrue();
      assertThat(isVoid(record(root(TIMELINE, 3, 6), barrier))).isTrue();
    }
  }

  private static byte[] record(TentativeRoot after, boolean barrier) {
    return barrier ? RecordCodec.barrier(after, 1) : batch(after, 1);
  }

  @Test
  void anEpochFollowsTimelineAndEpochAlone() {
    assertThat(isVoid(epoch(root(TIMELINE, 3, 5)))).isFalse();
    assertThat(isVoid(epoch(root(TIMELINE, 3, 4)))).isFalse();
    assertThat(isVoid(epoch(root(TIMELINE, 3, 6)))).isFalse();
    assertThat(isVoid(epoch(root(TIMELINE, 2, 5)))).isTrue();
    assertThat(isVoid(epoch(root(TIMELINE, 4, 5)))).isTrue();
    assertThat(isVoid(epoch(root(TIMELINE + 1, 3, 5)))).isTrue();
  }

  private static void redo(TentativeRoot root, byte[] record, long lastPosition) {
    Header header = RecordCodec.header(record);
    RecordRedo.apply(root, header, record, new RecordAssembler(), lastPosition);
  }

  @Test
  void aRecordThatWasRedoneVoidsTheSameRecord() {
    TentativeRoot root = root(TIMELINE, 3, 5);
    byte[] record = batch(root, 2);
    redo(root, record, Long.MAX_VALUE);
    assertThat(root.position()).isEqualTo(7);
    assertThat(RecordRedo.isVoid(RecordCodec.header(record), root)).isTrue();
    byte[] epoch = epoch(root);
    redo(root, epoch, Long.MAX_VALUE);
    assertThat(root.epoch()).isEqualTo(4);
    assertThat(RecordRedo.isVoid(RecordCodec.header(epoch), root)).isTrue();
  }

  @Test
  void leavesOutWhatIsAfterTheLastPosition() {
    TentativeRoot root = root(TIMELINE, 3, 5);
    redo(root, batch(root, 4), 7);
    assertThat(root.position()).isEqualTo(7);
  }
}
