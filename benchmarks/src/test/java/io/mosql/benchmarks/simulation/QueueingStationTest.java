package io.mosql.benchmarks.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class QueueingStationTest {
  private static final double SERVICE = 1_000_000;
  private static final double LOAD = 0.7;
  private static final int ARRIVALS = 400_000;

  private final EventSchedule timeline = new EventSchedule();
  private final SplittableRandom random = new SplittableRandom(7);
  private double waited;
  private int left;

  /** Mean wait of M/D/1: load / (2 (1 - load)) services. */
  @Test
  void constantWorkWaitsAsQueueingTheorySays() {
    double mean = meanWait(() -> (long) SERVICE);
    assertThat(mean / SERVICE).isCloseTo(LOAD / (2 * (1 - LOAD)), Percentage.withPercentage(3));
  }

  /** Mean wait of M/M/1: load / (1 - load) services. */
  @Test
  void exponentialWorkWaitsAsQueueingTheorySays() {
    double mean = meanWait(() -> exponential(SERVICE));
    assertThat(mean / SERVICE).isCloseTo(LOAD / (1 - LOAD), Percentage.withPercentage(4));
  }

  private double meanWait(LongSupplier work) {
    QueueingStation station = new QueueingStation(timeline, 1, 0);
    arrive(station, work, 0);
    timeline.runUntil(Long.MAX_VALUE);
    assertThat(left).isEqualTo(ARRIVALS);
    return waited / ARRIVALS;
  }

  private void arrive(QueueingStation station, LongSupplier work, int number) {
    long takes = work.getAsLong();
    long came = timeline.now();
    station.serve(
        takes,
        () -> {
          waited += timeline.now() - came - takes;
          left++;
        });
    if (number + 1 < ARRIVALS) {
      timeline.after(exponential(SERVICE / LOAD), () -> arrive(station, work, number + 1));
    }
  }

  private long exponential(double mean) {
    return Math.round(-mean * Math.log(1 - random.nextDouble()));
  }

  @Test
  void urgentWorkGoesFirstButInterruptsNothing() {
    QueueingStation station = new QueueingStation(timeline, 1, 0);
    List<String> ended = new ArrayList<>();
    station.serve(10, () -> ended.add("first at " + timeline.now()));
    station.serve(10, () -> ended.add("second at " + timeline.now()));
    station.serveUrgently(5, () -> ended.add("urgent at " + timeline.now()));
    timeline.runUntil(100);
    assertThat(ended).containsExactly("first at 10", "urgent at 15", "second at 25");
    assertThat(station.busyNanos()).isEqualTo(25);
  }

  @Test
  void workBesideOtherWorkTakesLonger() {
    QueueingStation station = new QueueingStation(timeline, 2, 0.5);
    List<Long> ended = new ArrayList<>();
    station.serve(100, () -> ended.add(timeline.now()));
    station.serve(100, () -> ended.add(timeline.now()));
    timeline.runUntil(1_000);
    assertThat(ended).containsExactly(100L, 150L);
    assertThat((double) station.busyNanos()).isCloseTo(250, within(0.0));
  }

  @Test
  void whatIsPlannedForOneMomentHappensInTheOrderOfPlanning() {
    List<Integer> happened = new ArrayList<>();
    timeline.after(5, () -> happened.add(2));
    timeline.after(3, () -> happened.add(1));
    timeline.after(5, () -> happened.add(3));
    timeline.after(6, () -> happened.add(4));
    timeline.runUntil(5);
    assertThat(happened).containsExactly(1, 2, 3);
    assertThat(timeline.now()).isEqualTo(5);
  }
}
