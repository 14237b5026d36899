package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ParallelCloseTest {
  @Test
  void theFirstErrorIsThrownAfterAllHaveEnded() {
    AtomicInteger ended = new AtomicInteger();
    AssertionError failure = new AssertionError("x");
    List<Runnable> all =
        List.of(
            ended::incrementAndGet,
            () -> {
              throw failure;
            },
            ended::incrementAndGet);
    assertThatThrownBy(() -> ParallelClose.closeAll(all)).isSameAs(failure);
    assertThat(ended).hasValue(2);
  }
}
