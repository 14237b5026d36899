package io.mosql.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sent messages arrive; corrupted ones are decoded to a message or rejected, and take little
 * memory.
 */
final class AnyBytesTest {
  private static final int ROUNDS = Boolean.getBoolean("mosql.nightly") ? 100_000 : 20_000;
  private static final int LETTERS = ROUNDS / 50;

  /** Java objects are larger than what they are sent as, but for a bounded factor. */
  private static final long BYTES_PER_BYTE = 64;

  /** Among them what the JVM needs when it loads a class on the way. */
  private static final long BYTES_PER_FRAME = 512 * 1024;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomLettersArrive(long seed) {
    RandomLetters letters = new RandomLetters(seed);
    for (int i = 0; i < LETTERS; i++) {
      Letter letter = letters.next();
      assertThat(Described.of(letter.decode(letter.encode())))
          .as("letter %d of seed %d", i, seed)
          .isEqualTo(Described.of(arriving(letter)));
    }
  }

  /** A token that differs only by a few positions is not sent again. */
  private static Letter arriving(Letter letter) {
    if (letter instanceof Letter.Answer answer) {
      SessionState sent = SessionStateCodec.sentState(answer.after(), answer.before());
      return new Letter.Answer(answer.response(), answer.columns(), answer.before(), sent);
    }
    return letter;
  }

  @Test
  void spoiledFramesAreMessagesOrRefused() {
    Random random = new Random(11);
    RandomLetters letters = new RandomLetters(12);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    int refused = 0;
    Letter letter = letters.next();
    byte[] sent = letter.encode();
    for (int i = 0; i < ROUNDS; i++) {
      if (i % 10 == 0) {
        letter = letters.next();
        sent = letter.encode();
      }
      byte[] spoiled = spoil(sent, random);
      Letter reader = letter;
      long before = threads.getThreadAllocatedBytes(self);
      Throwable thrown = catchThrowable(() -> reader.decode(spoiled));
      long allocated = threads.getThreadAllocatedBytes(self) - before;
      assertThat(allocated)
          .as("round %d", i)
          .isLessThan(BYTES_PER_FRAME + BYTES_PER_BYTE * spoiled.length);
      if (thrown != null) {
        refused++;
        assertThat(thrown).as("round %d", i).isInstanceOf(WireException.class);
      }
    }
    assertThat(refused).isBetween(ROUNDS / 10, ROUNDS);
  }

  /** Some bytes changed, cut off, added or drawn anew, behind a length that is right. */
  private static byte[] spoil(byte[] sent, Random random) {
    byte[] spoiled = sent.clone();
    switch (random.nextInt(6)) {
      case 0 ->
          spoiled = Arrays.copyOf(sent, header() + random.nextInt(sent.length - header() + 1));
      case 1 -> spoiled = Arrays.copyOf(sent, sent.length + 1 + random.nextInt(20));
      case 2 -> {
        spoiled = new byte[header() + random.nextInt(200)];
        random.nextBytes(spoiled);
        spoiled[Frames.LENGTH_BYTES] = sent[Frames.LENGTH_BYTES];
      }
      case 3 -> {
        int at = header() + random.nextInt(Math.max(1, sent.length - header()));
        for (int i = at; i < Math.min(spoiled.length, at + 4); i++) {
          spoiled[i] = (byte) (random.nextBoolean() ? 0xFF : 0x7F);
        }
      }
      default -> {
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
          int at = Frames.LENGTH_BYTES + random.nextInt(sent.length - Frames.LENGTH_BYTES);
          spoiled[at] = (byte) random.nextInt(256);
        }
      }
    }
    return spoiled;
  }

  private static int header() {
    return Frames.LENGTH_BYTES + Frames.HEADER_BYTES;
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, Integer.MIN_VALUE, 16_385, Integer.MAX_VALUE})
  void lengthsAreCheckedFirst(int length) {
    assertThatThrownBy(() -> Frames.checkedLength(length, Frames.LOGIN_BYTES_MAX))
        .isInstanceOf(WireException.class)
        .hasMessageContaining(Integer.toUnsignedString(length));
  }

  @Test
  void lengthsWithinTheBoundsAreTaken() {
    assertThat(Frames.checkedLength(2, 16_384)).isEqualTo(2);
    assertThat(Frames.checkedLength(16_384, 16_384)).isEqualTo(16_384);
  }

  @Test
  void newsOfAClusterIsChecked() {
    byte[] done = {0, 0, 0, 3, (byte) 0x85, 0x12, 0};
    // No news at all, news of an unknown kind, half a position, 65 nodes, port 0, a port too high.
    for (String news :
        List.of(
            "00",
            "04",
            "0100",
            "02" + "0000" + "0000000000000001" + "41" + "00".repeat(65 * 7),
            "02" + "0000" + "0000000000000001" + "01" + "0000" + "00000000" + "00",
            "02" + "0000" + "0000000000000001" + "01" + "0000" + "00010000" + "00")) {
      byte[] tail = java.util.HexFormat.of().parseHex(news);
      byte[] frame = Arrays.copyOf(done, 6 + tail.length);
      System.arraycopy(tail, 0, frame, 6, tail.length);
      frame[3] = (byte) (2 + tail.length);
      frame[2] = (byte) (2 + tail.length >> 8);
      Letter reader = new Letter.Answer(new Response.Done(), null, Letters.IDLE, Letters.IDLE);
      assertThatThrownBy(() -> reader.decode(frame)).as(news).isInstanceOf(WireException.class);
    }
  }

  @Test
  void prefacesOfOthersAreRefused() {
    byte[] postgres = {0, 0, 0, 8, 4, (byte) 0xD2, 0x16, 0x2F};
    assertThatThrownBy(() -> ClientPreface.decode(postgres)).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> ServerPreface.decode(postgres)).isInstanceOf(WireException.class);
    byte[] unknown = {'M', 'o', 'S', 'Q', 1, 0, 0, 9};
    assertThatThrownBy(() -> ClientPreface.decode(unknown)).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> ServerPreface.decode(unknown)).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> ClientPreface.decode(new byte[7])).isInstanceOf(WireException.class);
  }
}
