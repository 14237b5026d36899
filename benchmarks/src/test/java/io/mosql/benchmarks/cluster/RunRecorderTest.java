package io.mosql.benchmarks.cluster;

import static io.mosql.benchmarks.tpcc.transaction.TransactionType.NEW_ORDER;
import static io.mosql.benchmarks.tpcc.transaction.TransactionType.PAYMENT;
import static io.mosql.benchmarks.tpcc.transaction.TransactionType.STOCK_LEVEL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RunRecorderTest {
  private static final long MS = 1_000_000;

  private final RunRecorder recorder = new RunRecorder();

  @Test
  void theGapEndsWithTheFirstCommitOfATransactionBegunAfterTheLoss() {
    recorder.committed(PAYMENT, 90 * MS, 100 * MS);
    recorder.leaderKillStarted();
    // Acknowledged by the leader just before the kill.
    recorder.committed(PAYMENT, 95 * MS, 110 * MS);
    recorder.leaderKilled(120 * MS);
    // In progress at the kill, with a late outcome.
    recorder.committed(NEW_ORDER, 105 * MS, 900 * MS);
    assertThat(recorder.hasRecovered()).isFalse();
    recorder.committed(NEW_ORDER, 130 * MS, 1_000 * MS);
    assertThat(recorder.hasRecovered()).isTrue();
    recorder.committed(NEW_ORDER, 2_000 * MS, 9_000 * MS);
    assertThat(recorder.gapSeconds()).isEqualTo(0.79);
  }

  @Test
  void whatOnlyReadsEndsNoGap() {
    recorder.committed(PAYMENT, 90 * MS, 100 * MS);
    recorder.leaderKillStarted();
    recorder.leaderKilled(120 * MS);
    recorder.committed(STOCK_LEVEL, 130 * MS, 140 * MS);
    assertThat(recorder.hasRecovered()).isFalse();
    recorder.committed(PAYMENT, 200 * MS, 600 * MS);
    assertThat(recorder.gapSeconds()).isEqualTo(0.5);
  }

  @Test
  void eachSecondHasItsPace() {
    recorder.committed(PAYMENT, 0, 100 * MS);
    recorder.committed(NEW_ORDER, 0, 999 * MS);
    recorder.committed(STOCK_LEVEL, 0, 2_000 * MS);
    assertThat(recorder.commitsPerSecond()).containsExactly(2L, 0L, 1L);
    assertThat(recorder.newOrders()).isEqualTo(1);
  }

  @Test
  void failuresAreSortedByWhetherALeaderWasLost() {
    List<LeaderOutage> outages = List.of(new LeaderOutage(100, 110));
    FailureSummary losses =
        FailureSummary.of(
            List.of(
                failure("40001", 50, 200, true),
                failure("08006", 110, 300, false),
                failure("40003", 90, 100, false),
                failure("40001", 111, 120, true),
                failure("40001", 50, 99, true),
                failure("40001", 50, 99, false),
                failure("57P05", 400, 500, false)),
            outages);
    assertThat(losses.describe()).isEqualTo("2 (08006: 1, 40001: 1)");
    assertThat(losses.conflicts()).isEqualTo(2);
    assertThat(losses.unexpected())
        .extracting(text -> text.substring(0, 10))
        .containsExactly("T: 40003 w", "T: 40001 w", "T: 57P05 w");
  }

  private static RunRecorder.Failure failure(String state, long start, long end, boolean again) {
    return new RunRecorder.Failure("T", state, "why", start, end, again);
  }
}
