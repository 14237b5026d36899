package io.mosql.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Conformance tests of commit logs on one machine, local or replicated; subclasses provide the log.
 */
public abstract class CommitLogConformance {
  /** Creates another log on the same records, after the previous one was closed. */
  protected abstract CommitLog newLog();

  /** Whether purged records are really deleted. */
  protected boolean purges() {
    return true;
  }

  /** Stamps of the delivered records, by index. */
  private final Map<Long, LogStamp> stamps = new HashMap<>(Map.of(0L, LogStamp.START));

  private void open(CommitLog log, long after, ReplicatedStateMachine machine) {
    if (log instanceof LocalCommitLog local) {
      local.open(after, machine);
    } else {
      ((ReplicatedCommitLog) log).open(stamp(after), machine);
    }
  }

  /** The stamp of a record; for one that does not exist, of the entry after the last one. */
  private LogStamp stamp(long index) {
    LogStamp known = stamps.get(index);
    if (known != null) {
      return known;
    }
    LogStamp last = Collections.max(stamps.values(), Comparator.comparingLong(LogStamp::index));
    return new LogStamp(index, last.term(), last.entry() + 1);
  }

  /** Collects the delivered records, and checks their order. */
  private class Delivered implements ReplicatedStateMachine {
    final List<byte[]> records = new ArrayList<>();
    final long after;
    private long term;
    private long entry;

    Delivered(long after) {
      this.after = after;
    }

    @Override
    public void nextEntry(long ofTerm, long atEntry) {
      term = ofTerm;
      entry = atEntry;
    }

    @Override
    public void deliver(long index, byte[] record) {
      assertThat(index).isEqualTo(after + records.size() + 1);
      records.add(record);
      stamps.put(index, new LogStamp(index, term, entry));
    }

    @Override
    public void becomeLeader(long ofTerm) {}

    @Override
    public void becomeFollower() {}

    @Override
    public @Nullable LogSnapshot snapshot() {
      return null;
    }

    @Override
    public void snapshotInstalled(LogStamp by) {
      throw new AssertionError("a snapshot was installed");
    }
  }

  public static byte[] record(long number, int length) {
    byte[] bytes = new byte[length];
    byte[] text = ("record " + number + ' ').getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (text[i % text.length] + i / text.length);
    }
    return bytes;
  }

  private static int lengthOf(long number) {
    return (int) (number * 7919 % 3000) + 1;
  }

  private static void append(CommitLog log, long from, long to) {
    for (long i = from; i <= to; i++) {
      assertThat(log.append(record(i, lengthOf(i))).join()).isEqualTo(i);
      assertThat(log.lastIndex()).isEqualTo(i);
    }
  }

  private static void assertRecords(Delivered delivered, long from, long to) {
    assertThat(delivered.records).hasSize((int) (to - from + 1));
    for (long i = from; i <= to; i++) {
      assertThat(delivered.records.get((int) (i - from))).isEqualTo(record(i, lengthOf(i)));
    }
  }

  @Test
  void deliversInOrderBeforeTheAppendIsComplete() {
    try (CommitLog log = newLog()) {
      Delivered delivered = new Delivered(0);
      open(log, 0, delivered);
      assertThat(log.lastIndex()).isZero();
      append(log, 1, 100);
      assertRecords(delivered, 1, 100);
      assertThat(log.statistics().appendedRecords()).isEqualTo(100);
    }
  }

  @Test
  void redeliversFromWhereItIsAsked() {
    try (CommitLog log = newLog()) {
      open(log, 0, new Delivered(0));
      append(log, 1, 60);
    }
    for (long after : new long[] {0, 1, 30, 59, 60}) {
      try (CommitLog log = newLog()) {
        Delivered delivered = new Delivered(after);
        open(log, after, delivered);
        assertRecords(delivered, after + 1, 60);
        assertThat(log.lastIndex()).isEqualTo(60);
      }
    }
  }

  @Test
  void goesOnWhereItEnded() {
    for (int round = 0; round < 10; round++) {
      try (CommitLog log = newLog()) {
        Delivered delivered = new Delivered(0);
        open(log, 0, delivered);
        append(log, round * 7 + 1, round * 7 + 7);
        assertRecords(delivered, 1, round * 7 + 7);
      }
    }
  }

  @Test
  void refusesAStateThatIsAheadOfIt() {
    try (CommitLog log = newLog()) {
      open(log, 0, new Delivered(0));
      append(log, 1, 3);
    }
    try (CommitLog log = newLog()) {
      assertThatThrownBy(() -> open(log, 4, new Delivered(4)))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
    }
  }

  @Test
  void takesRecordsLargerThanASegment() {
    byte[] large = record(2, 300_000);
    try (CommitLog log = newLog()) {
      open(log, 0, new Delivered(0));
      log.append(record(1, 10)).join();
      log.append(large).join();
      log.append(record(3, 10)).join();
    }
    try (CommitLog log = newLog()) {
      Delivered delivered = new Delivered(0);
      open(log, 0, delivered);
      assertThat(delivered.records).containsExactly(record(1, 10), large, record(3, 10));
    }
  }

  @Test
  void refusesRecordsThatAreTooLargeAndGoesOn() {
    try (CommitLog log = newLog()) {
      open(log, 0, new Delivered(0));
      assertFails(log.append(new byte[log.maxRecordBytes() + 1]), "54000");
      append(log, 1, 2);
    }
  }

  @Test
  void isNotHarmedByInterrupts() {
    try (CommitLog log = newLog()) {
      open(log, 0, new Delivered(0));
      for (long i = 1; i <= 50; i++) {
        Thread.currentThread().interrupt();
        append(log, i, i);
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
      }
    }
    try (CommitLog log = newLog()) {
      Delivered delivered = new Delivered(0);
      open(log, 0, delivered);
      assertRecords(delivered, 1, 50);
    }
  }

  @Test
  void purgesWhatIsBehindTheIndexAlone() {
    try (CommitLog log = newLog()) {
      open(log, 0, new Delivered(0));
      append(log, 1, 100);
      log.purge(stamp(70));
      append(log, 101, 200);
      log.purge(stamp(50));
      append(log, 201, 210);
    }
    try (CommitLog log = newLog()) {
      Delivered delivered = new Delivered(70);
      open(log, 70, delivered);
      assertRecords(delivered, 71, 210);
      log.purge(stamp(210));
    }
    try (CommitLog log = newLog()) {
      Delivered delivered = new Delivered(210);
      open(log, 210, delivered);
      assertThat(delivered.records).isEmpty();
      append(log, 211, 212);
    }
    if (purges()) {
      try (CommitLog log = newLog()) {
        assertThatThrownBy(() -> open(log, 0, new Delivered(0)))
            .isInstanceOfSatisfying(
                MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
      }
    }
  }

  @Test
  void closesWhenARecordIsNotTaken() {
    try (CommitLog log = newLog()) {
      open(
          log,
          0,
          new Delivered(0) {
            @Override
            public void deliver(long index, byte[] record) {
              throw new IllegalStateException("not taken");
            }
          });
      assertFails(log.append(record(1, 10)), "XX000");
      assertFails(log.append(record(2, 10)), "58030");
    }
  }

  @Test
  void appendsNothingOnceClosed() {
    CommitLog log = newLog();
    open(log, 0, new Delivered(0));
    append(log, 1, 1);
    log.close();
    log.close();
    assertFails(log.append(record(2, 10)), "58030");
  }

  public static void assertFails(CompletableFuture<Long> append, String sqlState) {
    assertThatThrownBy(append::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(sqlState));
  }
}
