package io.mosql.sql.session.prepare;

/**
 * Selects the calls of a prepared statement that are timed when only {@code mosql.statements} needs
 * timings: reading the clock twice would cost a point query a tenth of its time. The first calls
 * are, and slow ones; of quick ones each sixteenth, which stands for those that went before it. Not
 * thread-safe.
 */
public final class CallSampler {
  static final int FIRST = 16;
  static final int STRIDE = 16;
  static final long QUICK_NANOS = 50_000;

  private int calls;
  private int stride = 1;
  private int untimed;

  /**
   * A call begins.
   *
   * @return how many calls it stands for; 0 when it is not to be timed
   */
  public int weightOfNextCall() {
    if (untimed > 0) {
      untimed--;
      return 0;
    }
    untimed = stride - 1;
    return stride;
  }

  /** A call that was timed took so long. */
  public void recordDuration(long nanos) {
    if (calls < FIRST) {
      calls++;
    }
    stride = calls < FIRST || nanos >= QUICK_NANOS ? 1 : STRIDE;
    untimed = stride - 1;
  }
}
