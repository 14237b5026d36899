package io.mosql.consensus.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.LogStamp;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A log can be read without opening it; LocalLogDamageTest covers damage. */
final class LogReaderTest {
  private final MemoryDirectory files = new MemoryDirectory("test");

  private LocalLog open(long afterIndex) {
    LocalLog log =
        new LocalLog(files, new ManualClock(), new SeededRandom(3), LogOptions.small(8 << 10));
    log.open(afterIndex, (index, record) -> {});
    return log;
  }

  private static byte[] record(long index) {
    return ByteBuffer.allocate(500).putLong(index).array();
  }

  private static void append(LocalLog log, int count) {
    for (int i = 0; i < count; i++) {
      log.append(record(log.lastIndex() + 1)).join();
    }
  }

  @Test
  void deliversWhatFollowsAnIndex() {
    LocalLog log = open(0);
    append(log, 40);
    List<Long> seen = new ArrayList<>();
    LogSummary contents = LocalLog.inspect(files, 33, (index, record) -> seen.add(index));
    assertThat(seen).containsExactly(34L, 35L, 36L, 37L, 38L, 39L, 40L);
    assertThat(contents.firstIndex()).isEqualTo(1);
    assertThat(contents.lastIndex()).isEqualTo(40);
    assertThat(contents.records()).isEqualTo(7);
    assertThat(contents.bytes()).isEqualTo(3500);
    assertThat(LocalLog.inspect(files, 40, (index, record) -> seen.add(index)).records()).isZero();
    log.close();
  }

  @Test
  void namesTheRecordsThatArePurgedOrNotThereYet() {
    LocalLog log = open(0);
    append(log, 60);
    log.purge(LogStamp.local(50));
    long first = LocalLog.firstIndex(files);
    assertThat(first).isBetween(30L, 51L);
    assertThatThrownBy(() -> LocalLog.inspect(files, 7, (index, record) -> {}))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("begins with record " + first)
        .hasMessageContaining("records 8 to " + (first - 1) + " are missing");
    assertThatThrownBy(() -> LocalLog.inspect(files, 61, (index, record) -> {}))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("ends with record 60")
        .hasMessageContaining("before record 61");
    log.close();
  }

  @Test
  void aGapCountsOnlyAmongRecordsThatAreNeeded() throws IOException {
    LocalLog log = open(0);
    append(log, 60);
    log.close();
    assertThat(LocalLog.unbrokenFrom(files, 50)).isEqualTo(1);
    files.delete("log-0000000000000002");
    long from = LocalLog.unbrokenFrom(files, 50);
    assertThat(from).isBetween(12L, 40L);
    assertThat(LocalLog.inspect(files, from - 1, (index, record) -> {}).records())
        .isEqualTo(60 - from + 1);
    assertThat(LocalLog.unbrokenFrom(files, 10)).isEqualTo(1);
    assertThatThrownBy(() -> LocalLog.inspect(files, 10, (index, record) -> {}))
        .hasMessageContaining("has a gap");
  }

  @Test
  void anEmptyDirectoryHasNoRecords() {
    assertThat(LocalLog.firstIndex(files)).isZero();
    assertThat(LocalLog.inspect(files, 0, (index, record) -> {}))
        .isEqualTo(new LogSummary(0, 0, 0, 0, 0));
  }

  @Test
  void readsALogThatIsBeingWritten() throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    LocalLog log = open(0);
    append(log, 1);
    Thread writer =
        new Thread(
            () -> {
              append(log, 3000);
              ended.set(true);
            });
    writer.start();
    long seenBefore = 0;
    while (!ended.get()) {
      long durable = log.lastIndex();
      List<byte[]> seen = new ArrayList<>();
      LocalLog.inspect(files, 0, (index, record) -> seen.add(record));
      assertThat((long) seen.size())
          .isGreaterThanOrEqualTo(durable)
          .isGreaterThanOrEqualTo(seenBefore);
      for (int i = 0; i < seen.size(); i++) {
        assertThat(ByteBuffer.wrap(seen.get(i)).getLong()).isEqualTo(i + 1);
      }
      seenBefore = seen.size();
    }
    writer.join();
    log.close();
  }
}
