package io.mosql.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.Keys;
import io.mosql.storage.transaction.OwnWrite.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In each of its forms it behaves like a TreeMap. */
final class TreeWriteSetTest {
  private final TreeWriteSet own = new TreeWriteSet();
  private final TreeMap<byte[], OwnWrite> model = new TreeMap<>(Keys.ORDER);

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private void put(int number) {
    OwnWrite write = OwnWrite.of(Kind.PUT, key(number));
    assertThat(own.put(key(number), write)).isSameAs(model.put(key(number), write));
  }

  private void remove(int number) {
    assertThat(own.remove(key(number))).isSameAs(model.remove(key(number)));
  }

  private void check() {
    assertThat(own.size()).isEqualTo(model.size());
    assertThat(own.isEmpty()).isEqualTo(model.isEmpty());
    List<OwnWrite> seen = new ArrayList<>();
    List<byte[]> keys = new ArrayList<>();
    own.forEach(
        (key, write) -> {
          keys.add(key);
          seen.add(write);
        });
    assertThat(seen).containsExactlyElementsOf(model.values());
    assertThat(keys).containsExactlyElementsOf(model.keySet());
    model.forEach((key, write) -> assertThat(own.get(key)).isSameAs(write));
  }

  private void checkOrder(int low, int high) {
    byte[] a = key(low);
    byte[] b = key(high);
    same(own.ceiling(a), model.ceilingEntry(a));
    same(own.ceiling(null), model.firstEntry());
    same(own.higher(a), model.higherEntry(a));
    same(own.lower(a), model.lowerEntry(a));
    same(own.lower(null), model.lastEntry());
    List<OwnWrite> part = new ArrayList<>();
    own.forEach(a, b, (key, write) -> part.add(write));
    NavigableMap<byte[], OwnWrite> expected =
        Integer.compareUnsigned(low, high) < 0
            ? model.subMap(a, true, b, false)
            : new TreeMap<>(Keys.ORDER);
    assertThat(part).containsExactlyElementsOf(expected.values());
    part.clear();
    own.forEach(null, b, (key, write) -> part.add(write));
    assertThat(part).containsExactlyElementsOf(model.headMap(b, false).values());
  }

  private static void same(
      Map.@Nullable Entry<byte[], OwnWrite> actual,
      Map.@Nullable Entry<byte[], OwnWrite> expected) {
    assertThat(actual == null).isEqualTo(expected == null);
    if (actual != null && expected != null) {
      assertThat(actual.getKey()).isEqualTo(expected.getKey());
      assertThat(actual.getValue()).isSameAs(expected.getValue());
    }
  }

  @Test
  void aRunIsReadInAnyOrder() {
    for (int i = 0; i < 5_000; i++) {
      put(2 * i);
    }
    check();
    checkOrder(777, 4_000);
    checkOrder(778, 778);
    for (int i = 4_999; i > 4_000; i--) {
      remove(2 * i);
    }
    remove(4_001);
    remove(0);
    check();
  }

  @Test
  void scatteredKeysAreSortedWhenAskedFor() {
    for (int i = 0; i < 5_000; i++) {
      put(i * 0x9E3779B9);
    }
    put(0);
    check();
    checkOrder(5, -5);
    put(17);
    remove(17);
    remove(0);
    check();
  }

  @Test
  void aRemovalAmongScatteredKeys() {
    for (int i = 500; i > 0; i--) {
      put(i);
    }
    remove(500);
    remove(3);
    remove(3);
    check();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void equalsATreeMap(long seed) {
    Random random = new Random(seed);
    int range = random.nextBoolean() ? 40 : 2_000;
    int ordered = random.nextInt(3) == 0 ? 1_000_000 : random.nextInt(400);
    for (int step = 0; step < 1_500; step++) {
      int number = random.nextInt(range);
      if (random.nextInt(step < ordered ? 1_000 : 4) == 0) {
        remove(number);
      } else {
        put(number);
      }
      if (step > ordered && random.nextInt(20) == 0) {
        checkOrder(number, random.nextInt(range));
      }
    }
    check();
  }
}
