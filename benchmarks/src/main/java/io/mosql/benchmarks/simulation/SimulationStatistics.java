package io.mosql.benchmarks.simulation;

import org.HdrHistogram.Histogram;

/** Statistics of a simulation. */
final class SimulationStatistics {
  private static final int DIGITS = 3;

  private final Histogram local = new Histogram(DIGITS);
  private final Histogram cross = new Histogram(DIGITS);
  private boolean startMeasuring;
  private long begun;
  private long endedLocal;
  private long endedCross;
  private long prepared;
  private long decided;

  void startMeasuring() {
    startMeasuring = true;
  }

  void transactionStarted() {
    begun++;
  }

  void transactionEnded(boolean inSeveral, long nanos) {
    if (inSeveral) {
      endedCross++;
    } else {
      endedLocal++;
    }
    if (startMeasuring) {
      (inSeveral ? cross : local).recordValue(nanos);
    }
  }

  void prepared() {
    prepared++;
  }

  void decided() {
    decided++;
  }

  Histogram local() {
    return local;
  }

  Histogram cross() {
    return cross;
  }

  long begun() {
    return begun;
  }

  long endedLocal() {
    return endedLocal;
  }

  long endedCross() {
    return endedCross;
  }

  /** Number of parts whose vote is in the log. */
  long preparedParts() {
    return prepared;
  }

  /** Number of parts whose decision is in the log. */
  long decidedParts() {
    return decided;
  }
}
