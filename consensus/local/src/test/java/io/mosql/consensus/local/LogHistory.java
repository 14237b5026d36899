package io.mosql.consensus.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StorageDirectory;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a log in many successive processes and checks its guarantee: a record that was acknowledged,
 * or delivered, is delivered to every later process; beyond that at most the one record with a
 * failed append.
 */
final class LogHistory {
  private final SeededRandom random;
  private final LogOptions options;

  /** Records that must exist, from index 1 on. */
  private final List<byte[]> known = new ArrayList<>();

  /** Index up to which the log may have been purged, and after which the next process starts. */
  private long purged;

  private byte @Nullable [] unsure;

  LogHistory(long seed, LogOptions options) {
    this.random = new SeededRandom(seed);
    this.options = options;
  }

  int size() {
    return known.size();
  }

  /** Opens a log and checks what it delivers; null when it failed because of the files. */
  @Nullable LocalLog open(StorageDirectory files) {
    LocalLog log = new LocalLog(files, new ManualClock(), random.fork(), options);
    List<byte[]> delivered = new ArrayList<>(known.subList(0, (int) purged));
    try {
      log.open(
          purged,
          (index, record) -> {
            assertThat(index).isEqualTo(delivered.size() + 1);
            delivered.add(record);
            note(index, record);
          });
    } catch (MosqlException e) {
      assertThat(e.state()).as(e.getMessage()).isIn(SqlState.IO_ERROR, SqlState.DISK_FULL);
      return null;
    }
    assertThat(delivered).hasSameSizeAs(known);
    unsure = null;
    return log;
  }

  private void note(long index, byte[] record) {
    if (index <= known.size()) {
      assertThat(record).isEqualTo(known.get((int) index - 1));
    } else {
      assertThat(index).isEqualTo(known.size() + 1);
      assertThat(unsure).as("nobody appended record %d", index).isNotNull();
      assertThat(record).isEqualTo(unsure);
      known.add(record);
      unsure = null;
    }
  }

  /** Appends records of random lengths, and purges now and then; false when the log failed. */
  boolean append(LocalLog log, int count) {
    for (int i = 0; i < count; i++) {
      if (!append(log, random.nextBytes(1 + random.nextInt(random.percent(5) ? 9000 : 700)))) {
        return false;
      }
      if (random.percent(8)) {
        purged = Math.max(purged, known.size() - random.nextInt(20));
        log.purge(LogStamp.local(purged));
      }
    }
    return true;
  }

  /** Appends a record; false when the log failed. */
  boolean append(LocalLog log, byte[] record) {
    unsure = record;
    try {
      assertThat(log.append(record).join()).isEqualTo(known.size());
      return true;
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof MosqlException cause)) {
        throw e;
      }
      assertThat(cause.state()).isIn(SqlState.IO_ERROR, SqlState.DISK_FULL);
      if (cause.state() == SqlState.IO_ERROR) {
        return false;
      }
      // Rejected before anything was written: it must never reappear, and the log continues.
      unsure = null;
      return true;
    }
  }
}
