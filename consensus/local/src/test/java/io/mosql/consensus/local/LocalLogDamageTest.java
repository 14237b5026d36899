package io.mosql.consensus.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Damage is reported, and never skipped. */
final class LocalLogDamageTest {
  /** Every so-many-th byte is flipped. */
  private static final int STRIDE = Rotation.size(4, 1);

  private static final LogOptions OPTIONS = LogOptions.small(8 << 10);
  private static final int RECORDS = 30;

  private final SeededRandom random = new SeededRandom(7);
  private final List<byte[]> records = new ArrayList<>();
  private final Map<String, byte[]> image = build();

  private Map<String, byte[]> build() {
    MemoryDirectory files = new MemoryDirectory("test");
    while (records.size() < RECORDS) {
      LocalLog log = newLog(files);
      log.open(0, (index, record) -> {});
      for (int i = 0; i < RECORDS / 3; i++) {
        records.add(random.nextBytes(20 + random.nextInt(600)));
        log.append(records.get(records.size() - 1)).join();
      }
      log.close();
    }
    return read(files);
  }

  private LocalLog newLog(MemoryDirectory files) {
    return new LocalLog(files, new ManualClock(), random, OPTIONS);
  }

  private static Map<String, byte[]> read(MemoryDirectory files) {
    Map<String, byte[]> contents = new TreeMap<>();
    for (String name : files.list()) {
      try (StorageFile file = files.open(name, false)) {
        byte[] bytes = new byte[(int) file.size()];
        file.read(0, bytes, 0, bytes.length);
        contents.put(name, bytes);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return contents;
  }

  private static MemoryDirectory write(Map<String, byte[]> contents) {
    MemoryDirectory files = new MemoryDirectory("test");
    contents.forEach(
        (name, bytes) -> {
          try (StorageFile file = files.open(name, true)) {
            file.write(0, bytes, 0, bytes.length);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    return files;
  }

  /**
   * The records that opening delivers. Reading without opening finds the same, or fails as well.
   */
  private List<byte[]> open(Map<String, byte[]> contents) {
    MemoryDirectory files = write(contents);
    List<byte[]> seen = new ArrayList<>();
    boolean sound = false;
    try {
      LogSummary found = LocalLog.inspect(files, 0, (index, record) -> seen.add(record));
      assertThat(found.lastIndex()).isEqualTo(seen.size()).isEqualTo(found.records());
      sound = true;
    } catch (MosqlException e) {
      assertThat(e.state()).isIn(SqlState.DATA_CORRUPTED, SqlState.FEATURE_NOT_SUPPORTED);
    }
    assertThat(comparable(read(files))).isEqualTo(comparable(contents));
    List<byte[]> delivered = new ArrayList<>();
    LocalLog log = newLog(files);
    try {
      log.open(0, (index, record) -> delivered.add(record));
    } catch (MosqlException e) {
      assertThat(sound).as(e.getMessage()).isFalse();
      throw e;
    }
    assertThat(sound).isTrue();
    assertThat(seen).containsExactlyElementsOf(delivered);
    log.close();
    return delivered;
  }

  private static Map<String, ByteBuffer> comparable(Map<String, byte[]> contents) {
    Map<String, ByteBuffer> buffers = new TreeMap<>();
    contents.forEach((name, bytes) -> buffers.put(name, ByteBuffer.wrap(bytes)));
    return buffers;
  }

  private List<String> segments() {
    return image.keySet().stream().filter(name -> !name.contains("spare")).toList();
  }

  @Test
  void everyFlippedByteIsHarmlessOrToldOrCostsTheLastRecordAtMost() {
    int whole = 0;
    int cut = 0;
    int reported = 0;
    assertThat(segments()).hasSizeGreaterThan(3);
    for (String name : image.keySet()) {
      byte[] bytes = image.get(name);
      for (int i = 0; i < bytes.length; i += i < 64 || i >= LogSegmentHeader.BYTES ? 1 : 64) {
        if (i % STRIDE != Rotation.offset(STRIDE)) {
          continue;
        }
        byte[] flipped = bytes.clone();
        flipped[i] ^= (byte) (1 << random.nextInt(8));
        Map<String, byte[]> damaged = new TreeMap<>(image);
        damaged.put(name, flipped);
        try {
          List<byte[]> delivered = open(damaged);
          assertThat(delivered.size()).as("%s at %d", name, i).isBetween(RECORDS - 1, RECORDS);
          assertRecords(delivered);
          if (delivered.size() == RECORDS) {
            whole++;
          } else {
            cut++;
          }
        } catch (MosqlException e) {
          assertThat(e.sqlState()).as("%s at %d: %s", name, i, e.getMessage()).isEqualTo("XX001");
          assertThat(e).hasMessageContaining("offset").hasMessageContaining("log-");
          reported++;
        }
      }
    }
    assertThat(whole).isPositive();
    assertThat(cut).isPositive();
    assertThat(reported).isGreaterThan(RECORDS * Rotation.size(4, 20));
  }

  private void assertRecords(List<byte[]> delivered) {
    for (int i = 0; i < delivered.size(); i++) {
      assertThat(delivered.get(i)).isEqualTo(records.get(i));
    }
  }

  @Test
  void aMissingSegmentIsAGap() {
    for (String name : segments().subList(0, segments().size() - 1)) {
      Map<String, byte[]> damaged = new TreeMap<>(image);
      damaged.remove(name);
      assertDamaged(damaged, "gap");
    }
  }

  @Test
  void aSegmentCutShortIsDamage() {
    for (String name : segments()) {
      Map<String, byte[]> damaged = new TreeMap<>(image);
      damaged.put(name, java.util.Arrays.copyOf(image.get(name), 100));
      assertDamaged(damaged, "offset 100");
    }
  }

  @Test
  void segmentsThatSwappedNamesAreDamage() {
    String first = segments().get(0);
    String second = segments().get(1);
    Map<String, byte[]> damaged = new TreeMap<>(image);
    damaged.put(first, image.getOrDefault(second, new byte[0]));
    damaged.put(second, image.getOrDefault(first, new byte[0]));
    assertDamaged(damaged, "offset 24");
  }

  @Test
  void anUnknownVersionIsRefusedWithAdvice() {
    String last = segments().get(segments().size() - 1);
    SegmentName name = Objects.requireNonNull(SegmentName.parse(last));
    byte[] page = new LogSegmentHeader(1, name.sequence()).encode(LogSegmentHeader.VERSION + 1);
    Map<String, byte[]> newer = new TreeMap<>(image);
    newer.put(last, page);
    assertThatThrownBy(() -> open(newer))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.state()).isEqualTo(SqlState.FEATURE_NOT_SUPPORTED))
        .hasMessageContaining("format version 2")
        .hasMessageContaining("open the database with");
  }

  @Test
  void foreignFilesAreLeftAlone() {
    Map<String, byte[]> more = new TreeMap<>(image);
    more.put("log-notes.txt", new byte[] {1});
    more.put("lock", new byte[0]);
    MemoryDirectory files = write(more);
    LocalLog log = newLog(files);
    log.open(0, (index, record) -> {});
    log.close();
    assertThat(files.list()).contains("log-notes.txt", "lock");
  }

  private void assertDamaged(Map<String, byte[]> contents, String part) {
    assertThatThrownBy(() -> open(contents))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"))
        .hasMessageContaining(part);
  }
}
