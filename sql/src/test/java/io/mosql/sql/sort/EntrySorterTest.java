package io.mosql.sql.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that all entries are returned in order for any memory budget, and that no file remains.
 */
final class EntrySorterTest {
  private final MemoryDirectory files = new MemoryDirectory("test");

  private static byte[] key(Random random) {
    byte[] key = new byte[random.nextInt(12)];
    random.nextBytes(key);
    return key;
  }

  /** A value that contains the position at which its entry was added. */
  private static byte[] value(int number, int length) {
    return ByteBuffer.allocate(4 + length).putInt(number).array();
  }

  @ParameterizedTest
  @CsvSource({"0, 64", "1, 64", "2, 1", "3000, 1", "3000, 300", "3000, 10000", "3000, 1000000"})
  void entriesComeBackInOrder(int count, int memory) {
    Random random = new Random(count + 31L * memory);
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> seen = new ArrayList<>();
    boolean[] met = new boolean[count];
    try (EntrySorter sorter = new TemporaryFiles(files, memory).sorter()) {
      for (int i = 0; i < count; i++) {
        keys.add(key(random));
        sorter.add(keys.get(i), value(i, random.nextInt(20)));
      }
      assertThat(sorter.size()).isEqualTo(count);
      EntryStream sorted = sorter.sorted();
      while (sorted.next()) {
        int number = ByteBuffer.wrap(sorted.value()).getInt();
        assertThat(met[number]).isFalse();
        met[number] = true;
        assertThat(sorted.key()).isEqualTo(keys.get(number));
        seen.add(sorted.key());
      }
      assertThat(sorted.next()).isFalse();
    }
    keys.sort(Keys.ORDER);
    assertThat(seen).hasSize(count).containsExactlyElementsOf(keys);
    assertThat(files.list()).isEmpty();
  }

  @Test
  void anEntryMayBeLargerThanABlock() {
    byte[] large = new byte[200_000];
    large[0] = 1;
    try (EntrySorter sorter = new TemporaryFiles(files, 1_000).sorter()) {
      for (int i = 9; i >= 0; i--) {
        sorter.add(new byte[] {(byte) i}, large);
      }
      EntryStream sorted = sorter.sorted();
      for (int i = 0; i < 10; i++) {
        assertThat(sorted.next()).isTrue();
        assertThat(sorted.key()).containsExactly(i);
        assertThat(sorted.value()).isEqualTo(large);
      }
      assertThat(sorted.next()).isFalse();
    }
  }

  @Test
  void damageInARunIsNamed() throws IOException {
    try (EntrySorter sorter = new TemporaryFiles(files, 100).sorter()) {
      for (int i = 0; i < 50; i++) {
        sorter.add(value(i, 0), value(i, 10));
      }
      try (StorageFile run = files.open(files.list().get(0), false)) {
        byte[] one = new byte[1];
        run.read(20, one, 0, 1);
        one[0] ^= 4;
        run.write(20, one, 0, 1);
      }
      assertThatThrownBy(
              () -> {
                EntryStream sorted = sorter.sorted();
                while (sorted.next()) {
                  assertThat(sorted.key()).hasSize(4);
                }
              })
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED));
    }
  }

  @Test
  void whatAnEarlierProcessLeftIsCleared() throws IOException {
    files.open("mosql.format", true).close();
    TemporaryFiles left = new TemporaryFiles(files, 10);
    EntrySorter abandoned = left.sorter();
    for (int i = 0; i < 5; i++) {
      abandoned.add(value(i, 1), value(i, 1));
    }
    assertThat(files.list()).hasSizeGreaterThan(1);
    new TemporaryFiles(files, 10).deleteLeftovers();
    assertThat(files.list()).containsExactly("mosql.format");
  }
}
