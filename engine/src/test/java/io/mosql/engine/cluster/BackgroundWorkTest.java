package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.InvariantViolation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BackgroundWorkTest {
  private final BackgroundWork work = new BackgroundWork();

  private static Runnable failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  @Test
  void aFailureIsKeptUntilWorkOfItsKindSucceeds() {
    RuntimeException failure = new IllegalStateException("x");
    work.run("a", failing(failure));
    assertThat(work.failure()).isSameAs(failure);
    assertThat(work.violation()).isNull();
    work.run("b", () -> {});
    assertThat(work.failure()).isSameAs(failure);
    work.run("a", () -> {});
    assertThat(work.failure()).isNull();
  }

  @Test
  void noWorkStartsAfterAViolation() {
    InvariantViolation violation = new InvariantViolation("one is one");
    work.on("a", Runnable::run).execute(failing(new IllegalStateException(violation)));
    assertThat(work.violation()).isSameAs(violation);
    assertThat(work.failure()).isSameAs(violation);
    List<String> done = new ArrayList<>();
    work.on("a", Runnable::run).execute(() -> done.add("a"));
    work.run("b", () -> done.add("b"));
    assertThat(done).isEmpty();
    assertThat(work.failure()).isSameAs(violation);
  }

  @Test
  void aFailedAssertionIsAViolation() {
    AssertionError failed = new AssertionError("x");
    work.run(
        "a",
        () -> {
          throw failed;
        });
    assertThat(work.violation()).isSameAs(failed);
  }
}
