package io.mosql.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class TestProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern LISTENING = Pattern.compile("listening on (\\d+)");
  private static final int KILLED = 128 + 9;
  private static final int TERMINATED = 128 + 15;

  @TempDir Path directory;

  private TestProcess start(Class<?> main, String... arguments) throws IOException {
    return TestProcess.start(
        Programs.java(main, List.of(), arguments),
        Map.of(),
        directory,
        directory.resolve("output.log"));
  }

  private TestProcess echo() throws IOException {
    return start(EchoProgram.class, "e", directory.toString(), "0");
  }

  private static InetSocketAddress listening(TestProcess process)
      throws IOException, InterruptedException {
    String port = process.awaitLine(LISTENING, PATIENCE).group(1);
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }

  @Test
  void aLineAndAPortAreWaitedForAndOutputIsKept() throws Exception {
    try (TestProcess process = echo()) {
      InetSocketAddress address = listening(process);
      process.awaitPort(address, PATIENCE);
      try (Asking asking = new Asking(address)) {
        assertThat(asking.ask("echo hello")).isEqualTo("hello from e");
      }
      assertThat(listening(process)).as("a line of before").isEqualTo(address);
      assertThat(Files.readAllLines(process.output())).isEqualTo(process.lines());
      assertThat(ProcessHandle.of(process.pid())).get().matches(ProcessHandle::isAlive);
    }
  }

  @Test
  void whoEndsInsteadIsQuoted() throws Exception {
    try (TestProcess process = start(EchoProgram.class)) {
      assertThatThrownBy(() -> process.awaitLine(LISTENING, PATIENCE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("ArrayIndexOutOfBounds");
      assertThatThrownBy(
              () ->
                  process.awaitPort(
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), PATIENCE))
          .hasMessageContaining("which has ended");
      assertThatThrownBy(process::pause).hasMessageContaining("cannot be sent STOP");
    }
  }

  @Test
  void timeIsUpWhenALineDoesNotCome() throws Exception {
    try (TestProcess process = echo()) {
      listening(process);
      assertThatThrownBy(() -> process.awaitLine(Pattern.compile("never"), Duration.ofMillis(50)))
          .hasMessageContaining("never")
          .hasMessageContaining("listening on");
    }
  }

  @Test
  void killedIsGoneAtOnceAndWithoutAWord() throws Exception {
    TestProcess process = echo();
    InetSocketAddress address = listening(process);
    process.kill();
    assertThat(process.isAlive()).isFalse();
    assertThatThrownBy(() -> new Asking(address)).isInstanceOf(IOException.class);
    assertThat(Files.readString(process.output())).doesNotContain("goodbye");
    assertThat(process.stop(PATIENCE)).as("already").isEqualTo(KILLED);
  }

  @Test
  void stoppedMayEndItsWork() throws Exception {
    TestProcess process = echo();
    listening(process);
    assertThat(process.stop(PATIENCE)).isEqualTo(TERMINATED);
    assertThat(Files.readString(process.output())).contains("goodbye");
  }

  @Test
  void pausedIsSilentUntilItIsResumed() throws Exception {
    try (TestProcess process = echo()) {
      try (Asking asking = new Asking(listening(process))) {
        assertThat(asking.ask("echo before")).isEqualTo("before from e");
        process.pause();
        asking.tell("echo during");
        assertThat(asking.isSilent(200)).isTrue();
        assertThat(process.isAlive()).isTrue();
        process.resume();
        assertThat(asking.hear()).isEqualTo("during from e");
      }
    }
  }

  @Test
  void whoStandsDoesNotStopByItselfButCanBeKilled() throws Exception {
    TestProcess process = echo();
    listening(process);
    process.pause();
    assertThatThrownBy(() -> process.stop(Duration.ofMillis(100)))
        .hasMessageContaining("did not stop by itself");
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void whoIsForgottenDoesNotOutliveTheTest() throws Exception {
    try (TestProcess forgetful = start(ForgetfulProgram.class, directory.toString())) {
      String pid = forgetful.awaitLine(Pattern.compile("started (\\d+)"), PATIENCE).group(1);
      Optional<ProcessHandle> forgotten = ProcessHandle.of(Long.parseLong(pid));
      if (forgotten.isPresent()) {
        forgotten.get().onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive)).isEmpty();
    }
  }
}
