package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which calls are timed. */
final class CallSampleTest {
  private static final long QUICK = CallSample.QUICK_NANOS - 1;
  private static final long SLOW = CallSample.QUICK_NANOS;

  private final CallSample sample = new CallSample();
  private int timed;

  /** Calls of which those that are timed take so long; returns how many those stand for. */
  private int calls(int count, long nanos) {
    timed = 0;
    int stoodFor = 0;
    for (int i = 0; i < count; i++) {
      int standsFor = sample.next();
      if (standsFor > 0) {
        timed++;
        stoodFor += standsFor;
        sample.took(nanos);
      }
    }
    return stoodFor;
  }

  @Test
  void theFirstAreAllTimed() {
    assertThat(calls(CallSample.FIRST, QUICK)).isEqualTo(CallSample.FIRST);
    assertThat(timed).isEqualTo(CallSample.FIRST);
  }

  @Test
  void thenEachSixteenthThatIsQuick() {
    calls(CallSample.FIRST, QUICK);
    assertThat(calls(160, QUICK)).isEqualTo(160);
    assertThat(timed).isEqualTo(10);
  }

  @Test
  void slowOnesAreAllTimed() {
    calls(CallSample.FIRST, QUICK);
    assertThat(calls(16, SLOW)).isEqualTo(16);
    assertThat(timed).isEqualTo(1);
    assertThat(calls(10, SLOW)).isEqualTo(10);
    assertThat(timed).isEqualTo(10);
  }

  @Test
  void aCallThatNeverEndedStandsForOneGroup() {
    calls(CallSample.FIRST, QUICK);
    int stoodFor = 0;
    for (int i = 0; i < 48; i++) {
      stoodFor += sample.next();
    }
    assertThat(stoodFor).isEqualTo(48);
  }
}
