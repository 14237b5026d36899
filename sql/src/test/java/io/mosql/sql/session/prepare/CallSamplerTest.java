package io.mosql.sql.session.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the selection of timed calls. */
final class CallSamplerTest {
  private static final long QUICK = CallSampler.QUICK_NANOS - 1;
  private static final long SLOW = CallSampler.QUICK_NANOS;

  private final CallSampler sample = new CallSampler();
  private int timed;

  /**
   * Makes calls with a given duration; returns the number of calls that the timed ones represent.
   */
  private int calls(int count, long nanos) {
    timed = 0;
    int stoodFor = 0;
    for (int i = 0; i < count; i++) {
      int standsFor = sample.weightOfNextCall();
      if (standsFor > 0) {
        timed++;
        stoodFor += standsFor;
        sample.recordDuration(nanos);
      }
    }
    return stoodFor;
  }

  @Test
  void theFirstAreAllTimed() {
    assertThat(calls(CallSampler.FIRST, QUICK)).isEqualTo(CallSampler.FIRST);
    assertThat(timed).isEqualTo(CallSampler.FIRST);
  }

  @Test
  void thenEachSixteenthThatIsQuick() {
    calls(CallSampler.FIRST, QUICK);
    assertThat(calls(160, QUICK)).isEqualTo(160);
    assertThat(timed).isEqualTo(10);
  }

  @Test
  void slowOnesAreAllTimed() {
    calls(CallSampler.FIRST, QUICK);
    assertThat(calls(16, SLOW)).isEqualTo(16);
    assertThat(timed).isEqualTo(1);
    assertThat(calls(10, SLOW)).isEqualTo(10);
    assertThat(timed).isEqualTo(10);
  }

  @Test
  void aCallThatNeverEndedStandsForOneGroup() {
    calls(CallSampler.FIRST, QUICK);
    int stoodFor = 0;
    for (int i = 0; i < 48; i++) {
      stoodFor += sample.weightOfNextCall();
    }
    assertThat(stoodFor).isEqualTo(48);
  }
}
