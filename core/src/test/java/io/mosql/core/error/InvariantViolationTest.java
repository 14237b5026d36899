package io.mosql.core.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class InvariantViolationTest {
  @Test
  void namesTheInvariantAndItsNumbers() {
    assertThatThrownBy(() -> InvariantViolation.check(false, "positions are dense", 7, 6))
        .isInstanceOf(InvariantViolation.class)
        .hasMessage("invariant violated: positions are dense: found 7, expected 6");
    assertThatThrownBy(() -> InvariantViolation.check(false, "one batch is in flight"))
        .hasMessage("invariant violated: one batch is in flight");
  }

  @Test
  void formsDetailsOnlyOfAFailure() {
    InvariantViolation.check(
        true,
        "it holds",
        () -> {
          throw new AssertionError("formed");
        });
    assertThatThrownBy(() -> InvariantViolation.check(false, "it holds", () -> "in state X"))
        .hasMessage("invariant violated: it holds: in state X");
  }

  @Test
  void isFoundAmongCauses() {
    InvariantViolation violation = new InvariantViolation("it holds");
    assertThat(InvariantViolation.in(new IllegalStateException(violation))).isSameAs(violation);
    AssertionError assertion = new AssertionError("it holds");
    assertThat(InvariantViolation.in(assertion)).isSameAs(assertion);
    assertThat(InvariantViolation.in(new IllegalStateException("no"))).isNull();
    assertThat(InvariantViolation.in(null)).isNull();
    Exception cyclic = new Exception("a");
    cyclic.initCause(new Exception("b", cyclic));
    assertThat(InvariantViolation.in(cyclic)).isNull();
  }
}
