package io.mosql.sql.session.prepare;

/**
 * Selects the calls of a prepared statement that are timed when only {@code mosql.statements} needs
 * timings: reading the clock twice would cost a point query a tenth of its time. The first calls
 * and slow calls are timed; of quick calls every sixteenth is timed and represents the calls before
 * it. Not thread-safe.
 */
public final class CallSampler {
  static final int FIRST = 16;
  static final int STRIDE = 16;
  static final long QUICK_NANOS = 50_000;

  private int calls;
  private int stride = 1;
  private int untimed;

  /**
   * Begins a call.
   *
   * @return number of calls that this one represents; 0 when it is not to be timed
   */
  public int weightOfNextCall() {
    if (untimed > 0) {
      untimed--;
      return 0;
    }
    untimed = stride - 1;
    return stride;
  }

  /** Records the duration of a timed call. */
  public void recordDuration(long nanos) {
    if (calls < FIRST) {
      calls++;
    }
    stride = calls < FIRST || nanos >= QUICK_NANOS ? 1 : STRIDE;
    untimed = stride - 1;
  }
}
