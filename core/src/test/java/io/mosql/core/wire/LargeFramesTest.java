package io.mosql.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The memory of large frames is counted, and their texts are encoded as in small ones. */
final class LargeFramesTest {
  private long used;

  private final FrameMemory memory =
      new FrameMemory() {
        @Override
        public boolean tryReserve(long bytes) {
          boolean left = used + bytes <= 1 << 20;
          used += left ? bytes : 0;
          return left;
        }

        @Override
        public void add(long bytes) {
          used += bytes;
        }

        @Override
        public void release(long bytes) {
          used -= bytes;
        }

        @Override
        public boolean isExceeded() {
          return used > 1 << 20;
        }
      };

  @Test
  void largeTextsAreWrittenAsSmallOnesAre() {
    Random random = new Random(5);
    for (int i = 0; i < 30; i++) {
      StringBuilder made = new StringBuilder();
      int length = 60_000 + random.nextInt(100_000);
      int[] kinds = {'x', 0xe9, 0x20ac, 0x1f600, 0xd83d, 0xde00};
      int plain = random.nextInt(100);
      while (made.length() < length) {
        made.appendCodePoint(random.nextInt(100) < plain ? 'x' : kinds[random.nextInt(6)]);
      }
      String text = made.toString();
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      WireWriter out = new WireWriter();
      out.beginFrame(Frames.PING);
      out.text(text);
      out.endFrame(0);
      WireReader in = new WireReader().frame(out.array(), Frames.LENGTH_BYTES, out.frameBytes());
      assertThat(in.text()).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
      in.end();
    }
  }

  @Test
  void aWriterTakesWhatItsBufferHasAndGivesItBack() {
    WireWriter out = new WireWriter(memory);
    out.beginFrame(Frames.PING);
    out.text("x".repeat(200_000));
    assertThat(used).isZero();
    out.text("x".repeat(200_000));
    assertThat(used).isBetween(400_000L, 1L << 20);
    assertThatThrownBy(() -> out.text("x".repeat(2 << 20)))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("53200"));
    long held = used;
    assertThat(out.handOver()).isEqualTo(held);
    assertThat(used).isEqualTo(held);
    memory.release(held);
    out.clear();
    assertThat(used).isZero();
  }

  @Test
  void aReaderTakesWhatIsReadUntilTheNextFrame() {
    WireWriter out = new WireWriter();
    out.beginFrame(Frames.PING);
    out.text("x".repeat(300_000));
    out.endFrame(0);
    WireReader in = new WireReader(memory);
    in.frame(out.array(), Frames.LENGTH_BYTES, out.frameBytes()).text();
    assertThat(used).isGreaterThanOrEqualTo(200_000);
    in.frame(out.array(), Frames.LENGTH_BYTES, out.frameBytes());
    assertThat(used).isZero();
    in.text();
    in.release();
    assertThat(used).isZero();
  }
}
