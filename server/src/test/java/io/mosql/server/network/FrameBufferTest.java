package io.mosql.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Interrupts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FrameBufferTest {
  private static final int MEMORY = 1 << 20;
  private static final int FRAME = MEMORY * 3 / 5;

  private final SharedFrameMemory memory =
      new SharedFrameMemory(MEMORY, Interrupts.Memory.UNLIMITED);
  private final FrameBuffer input = new FrameBuffer(memory);

  private void append(ByteBuf bytes) {
    try {
      input.append(bytes);
    } finally {
      bytes.release();
    }
  }

  /** The memory of a frame taken out for a worker is released when the worker has processed it. */
  @Test
  void whatIsLeftOfTheInputIsNotShortOfWhatWasTaken() {
    append(Unpooled.buffer().writeInt(FRAME).writeZero(FRAME).writeInt(FRAME).writeZero(FRAME / 2));
    append(Unpooled.buffer().writeZero(FRAME / 3));
    FrameBuffer taken = input.takeFrames(MEMORY, 1);
    assertThat(taken.frameLength(MEMORY)).isEqualTo(FRAME);
    assertThat(input.isShort()).isTrue();
    taken.consume(FRAME);
    assertThat(input.frameLength(MEMORY)).isNegative();
    assertThat(input.isShort()).isFalse();
    append(Unpooled.buffer().writeZero(FRAME - FRAME / 2 - FRAME / 3));
    assertThat(input.frameLength(MEMORY)).isEqualTo(FRAME);
    input.consume(FRAME);
    assertThat(memory.tryReserve(MEMORY)).isTrue();
  }

  /** Heap used by statements is not available for frames, even if frames use none. */
  @Test
  void aFrameThatTheHeapHasNoRoomForIsShort() {
    AtomicLong room = new AtomicLong(FRAME / 2);
    AtomicLong made = new AtomicLong();
    Interrupts.Memory heap =
        new Interrupts.Memory() {
          @Override
          public boolean tryRequire(long bytes) {
            return bytes <= room.get();
          }

          @Override
          public void made() {
            made.incrementAndGet();
          }
        };
    SharedFrameMemory shared = new SharedFrameMemory(MEMORY, heap);
    FrameBuffer asking = new FrameBuffer(shared);
    ByteBuf frame = Unpooled.buffer().writeInt(FRAME).writeZero(FRAME);
    asking.append(frame.readSlice(FRAME / 4));
    assertThat(made).hasPositiveValue();
    assertThat(asking.frameLength(MEMORY)).isNegative();
    room.set(0);
    asking.append(frame);
    frame.release();
    assertThat(shared.tryReserve(1)).isFalse();
    room.set(MEMORY);
    assertThat(asking.frameLength(MEMORY)).isEqualTo(FRAME);
    asking.consume(FRAME);
    assertThat(shared.tryReserve(MEMORY)).as("all was given back").isTrue();
  }
}
