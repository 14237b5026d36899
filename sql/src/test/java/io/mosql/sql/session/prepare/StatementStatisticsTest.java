package io.mosql.sql.session.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the execution statistics of statements by text. */
final class StatementStatisticsTest {
  private final StatementStatistics figures = new StatementStatistics(10);

  private void add(String database, String text, long nanos, long rows, @Nullable String state) {
    StatementCounters counts = figures.of(database, text);
    counts.recordCall(rows, state);
    counts.recordWaits(2, 5);
    counts.recordTime(nanos, 5, 1);
  }

  @Test
  void callsOfOneTextAddUp() {
    add("d", "a", 10, 3, null);
    add("d", "a", 30, 0, "40001");
    add("d", "a", 20, 0, "23505");
    add("e", "a", 6, 1, "40P01");
    assertThat(figures.all())
        .containsExactly(
            new StatementStatistics.StatementEntry("d", "a", 3, 2, 1, 3, 60, 30, 6, 15),
            new StatementStatistics.StatementEntry("e", "a", 1, 1, 1, 1, 6, 6, 2, 5));
  }

  @Test
  void whatIsRunLeastIsForgotten() {
    for (int i = 0; i < 11; i++) {
      for (int call = 0; call <= i; call++) {
        add("d", "text " + i, 1, 0, null);
      }
    }
    assertThat(figures.all())
        .hasSizeBetween(8, 10)
        .extracting(StatementStatistics.StatementEntry::text)
        .contains("text 9", "text 8")
        .doesNotContain("text 0");
  }

  @Test
  void leastUsedTextIsEvicted() {
    StatementCounters kept = figures.of("d", "kept");
    StatementCounters lost = figures.of("d", "lost");
    kept.recordCall(0, null);
    kept.recordCall(0, null);
    for (int i = 0; i < 9; i++) {
      add("d", "text " + i, 1, 0, null);
    }
    assertThat(kept.isEvicted()).isFalse();
    assertThat(lost.isEvicted()).isTrue();
    assertThat(figures.of("d", "kept")).isSameAs(kept);
    assertThat(figures.of("d", "lost")).isNotSameAs(lost);
  }

  @Test
  void aTimedCallStandsForOthersButNotForTheirWaits() {
    StatementCounters counts = figures.of("d", "a");
    counts.recordWaits(1, 1_000);
    counts.recordTime(1_010, 1_000, 16);
    counts.recordCall(1, null);
    assertThat(figures.all())
        .containsExactly(
            new StatementStatistics.StatementEntry("d", "a", 1, 0, 0, 1, 1_160, 1_010, 1, 1_000));
  }

  @Test
  void longTextsAreCutOff() {
    add("d", "x".repeat(5_000), 1, 0, null);
    add("d", "x".repeat(6_000), 1, 0, null);
    assertThat(figures.all()).hasSize(1);
    assertThat(figures.all().get(0).text()).hasSize(4_000);
  }

  @Test
  void textsAreForgottenWhileTheirCallsAreCounted() throws InterruptedException {
    StatementStatistics many = new StatementStatistics(500);
    AtomicBoolean ends = new AtomicBoolean();
    Thread counting =
        new Thread(
            () -> {
              SplittableRandom random = new SplittableRandom(1);
              while (!ends.get()) {
                many.of("d", "text " + random.nextInt(450)).recordCall(1, null);
              }
            });
    counting.start();
    try {
      for (int i = 0; i < 20_000; i++) {
        many.of("d", "new " + i).recordCall(1, null);
      }
    } finally {
      ends.set(true);
      counting.join();
    }
    assertThat(many.all()).hasSizeLessThan(1_000);
  }
}
