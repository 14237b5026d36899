package io.mosql.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import org.junit.jupiter.api.Test;

final class SessionCountTest {
  @Test
  void theCountIsNeverNegative() {
    SessionCount sessions = new SessionCount();
    sessions.increment();
    sessions.increment();
    assertThat(sessions.decrement()).isEqualTo(1);
    assertThat(sessions.decrement()).isZero();
    assertThat(sessions.get()).isZero();
    assertThatThrownBy(sessions::decrement)
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("the number of sessions of a database is not negative");
  }
}
