package io.mosql.sql.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.Keys;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the algebra of key spans with sets of all short keys. */
final class KeySpansTest {
  private static final int LETTERS = 3;

  private final List<byte[]> keys = new ArrayList<>();

  KeySpansTest() {
    add(new byte[0]);
  }

  private void add(byte[] key) {
    keys.add(key);
    for (int letter = 0; letter < LETTERS && key.length < 3; letter++) {
      byte[] longer = java.util.Arrays.copyOf(key, key.length + 1);
      longer[key.length] = (byte) (letter == 2 ? 0xFF : letter);
      add(longer);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void operationsAreThoseOfSets(long seed) {
    SeededRandom random = new SeededRandom(seed);
    for (int i = 0; i < 2_000; i++) {
      KeySpans a = spans(random);
      KeySpans b = spans(random);
      KeySpans c = spans(random);
      KeySpans union = sound(KeySpans.union(List.of(a, b, c)));
      KeySpans common = sound(a.intersection(b));
      KeySpans rest = sound(a.complement());
      KeySpans joined = sound(union.coalesced());
      for (byte[] key : keys) {
        assertThat(union.contains(key))
            .isEqualTo(a.contains(key) || b.contains(key) || c.contains(key));
        assertThat(common.contains(key)).isEqualTo(a.contains(key) && b.contains(key));
        assertThat(rest.contains(key)).isEqualTo(!a.contains(key));
        assertThat(joined.contains(key)).isEqualTo(union.contains(key));
      }
      for (int s = 1; s < joined.spans().size(); s++) {
        assertThat(joined.spans().get(s - 1).to()).isNotEqualTo(joined.spans().get(s).from());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void spansAreContinuedBehindPoints(long seed) {
    SeededRandom random = new SeededRandom(seed);
    for (int i = 0; i < 2_000; i++) {
      // no point is a prefix of another one, as with the values of a column
      List<KeySpans> points = new ArrayList<>();
      List<byte[]> heads = new ArrayList<>();
      for (int letter = 0; letter < LETTERS; letter++) {
        if (random.nextBoolean()) {
          byte[] head = {(byte) (letter == 2 ? 0xFF : letter)};
          heads.add(head);
          points.add(KeySpans.startingWith(head));
        }
      }
      KeySpans tail = spans(random);
      KeySpans all = sound(KeySpans.union(points).followedBy(tail));
      for (byte[] key : keys) {
        boolean expected =
            heads.stream()
                .anyMatch(
                    head ->
                        key.length > 0
                            && key[0] == head[0]
                            && tail.contains(java.util.Arrays.copyOfRange(key, 1, key.length)));
        assertThat(all.contains(key)).isEqualTo(expected);
      }
    }
  }

  private KeySpans spans(SeededRandom random) {
    List<KeySpans> parts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      byte[] from = keys.get(random.nextInt(keys.size()));
      byte @Nullable [] to = random.percent(20) ? null : keys.get(random.nextInt(keys.size()));
      parts.add(random.percent(30) ? KeySpans.startingWith(from) : KeySpans.of(from, to));
    }
    return KeySpans.union(parts);
  }

  private static KeySpans sound(KeySpans spans) {
    byte @Nullable [] end = new byte[0];
    for (KeySpans.Span span : spans.spans()) {
      assertThat(end).as("nothing follows an open end").isNotNull();
      assertThat(Keys.compare(end, span.from())).isLessThanOrEqualTo(0);
      end = span.to();
      assertThat(end == null || Keys.compare(span.from(), end) < 0).isTrue();
    }
    return spans;
  }
}
