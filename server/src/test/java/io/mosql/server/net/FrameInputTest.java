package io.mosql.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

final class FrameInputTest {
  private static final int MEMORY = 1 << 20;
  private static final int FRAME = MEMORY * 3 / 5;

  private final NetworkMemory memory = new NetworkMemory(MEMORY);
  private final FrameInput input = new FrameInput(memory);

  private void append(ByteBuf bytes) {
    try {
      input.append(bytes);
    } finally {
      bytes.release();
    }
  }

  /** A frame that is taken out for a worker does not count any more when that is done. */
  @Test
  void whatIsLeftOfTheInputIsNotShortOfWhatWasTaken() {
    append(Unpooled.buffer().writeInt(FRAME).writeZero(FRAME).writeInt(FRAME).writeZero(FRAME / 2));
    append(Unpooled.buffer().writeZero(FRAME / 3));
    FrameInput taken = input.takeFrames(MEMORY, 1);
    assertThat(taken.frameLength(MEMORY)).isEqualTo(FRAME);
    assertThat(input.isShort()).isTrue();
    taken.consume(FRAME);
    assertThat(input.frameLength(MEMORY)).isNegative();
    assertThat(input.isShort()).isFalse();
    append(Unpooled.buffer().writeZero(FRAME - FRAME / 2 - FRAME / 3));
    assertThat(input.frameLength(MEMORY)).isEqualTo(FRAME);
    input.consume(FRAME);
    assertThat(memory.tryTake(MEMORY)).isTrue();
  }
}
