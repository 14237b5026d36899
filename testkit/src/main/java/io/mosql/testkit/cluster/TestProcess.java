package io.mosql.testkit.cluster;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A process that a test starts, disturbs and ends. All its output goes to a file. It does not
 * outlive this JVM: a shutdown hook kills remaining processes, with their children. Thread-safe.
 */
public final class TestProcess implements AutoCloseable {
  private static final Duration SIGNAL_TIME = Duration.ofSeconds(10);
  private static final int POLL_MILLIS = 20;
  private static final int LINES_SHOWN = 40;

  private final Process process;
  private final Path output;
  private final Thread reader;
  private final Thread killer = new Thread(this::killAll, "kills what was forgotten");
  private final List<String> lines = new ArrayList<>();
  private boolean ended;

  private TestProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
    this.reader = new Thread(this::read, "reads process " + process.pid());
    reader.setDaemon(true);
  }

  /**
   * Starts a process with a standard input that stays open until it is closed here.
   *
   * @param output is replaced
   */
  public static TestProcess start(
      List<String> command, Map<String, String> environment, Path directory, Path output)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.redirectErrorStream(true).environment().putAll(environment);
    TestProcess started = new TestProcess(builder.start(), output);
    Runtime.getRuntime().addShutdownHook(started.killer);
    started.reader.start();
    return started;
  }

  private void read() {
    try (BufferedReader reading = process.inputReader(StandardCharsets.UTF_8);
        BufferedWriter writing = Files.newBufferedWriter(output)) {
      for (String line = reading.readLine(); line != null; line = reading.readLine()) {
        writing.write(line);
        writing.newLine();
        writing.flush();
        add(line);
      }
    } catch (IOException e) {
      add("its output was lost: " + e);
    } finally {
      synchronized (this) {
        ended = true;
        notifyAll();
      }
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The file with all its output. */
  public Path output() {
    return output;
  }

  /** Its output so far. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /**
   * Blocks until a line was written, which may have been written before the call.
   *
   * @param pattern found anywhere in the line
   * @throws IOException with its last output when the process ends before, or on timeout
   */
  public Matcher awaitLine(Pattern pattern, Duration atMost)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    int next = 0;
    while (true) {
      String line = lineAfter(next, deadline);
      if (line == null) {
        throw new IOException("no line with " + pattern + " from " + describe());
      }
      next++;
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return matcher;
      }
    }
  }

  private synchronized @Nullable String lineAfter(int number, long deadline)
      throws InterruptedException {
    while (lines.size() <= number) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (ended || left <= 0) {
        return null;
      }
      wait(left);
    }
    return lines.get(number);
  }

  /**
   * Blocks until a port has a listener.
   *
   * @throws IOException as for {@link #awaitLine}
   */
  public void awaitPort(InetSocketAddress address, Duration atMost)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!listens(address)) {
      boolean gone = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (gone || System.nanoTime() > deadline) {
        throw new IOException("nothing listens on " + address + " of " + describe());
      }
    }
  }

  private static boolean listens(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, POLL_MILLIS * POLL_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private synchronized String describe() {
    List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
    return "process "
        + pid()
        + (isAlive() ? "" : ", which has ended")
        + ": "
        + String.join("\n  ", last);
  }

  /** Writes a line to its standard input. */
  public void tell(String line) throws IOException {
    BufferedWriter writing = process.outputWriter(StandardCharsets.UTF_8);
    writing.write(line);
    writing.newLine();
    writing.flush();
  }

  /** SIGSTOP. Returns when the process is stopped. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
    long deadline = System.nanoTime() + SIGNAL_TIME.toNanos();
    while (!isStopped()) {
      if (!isAlive() || System.nanoTime() > deadline) {
        throw new IOException("does not stand still: " + describe());
      }
      process.waitFor(1, TimeUnit.MILLISECONDS);
    }
  }

  /** The state follows the name, which is in parentheses and may contain any character. */
  private boolean isStopped() throws IOException {
    Path stat = Path.of("/proc", Long.toString(pid()), "stat");
    if (!Files.exists(stat)) {
      return !isAlive();
    }
    String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
    return text.startsWith(" T", text.lastIndexOf(')') + 1);
  }

  /** SIGCONT. */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    if (!isAlive()) {
      throw new IOException("cannot be sent " + name + ": " + describe());
    }
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
    int code = kill.waitFor();
    if (code != 0) {
      throw new IOException("kill -" + name + " ended with " + code);
    }
  }

  /** SIGKILL, also to its children; works on a stopped process, too. Returns when it has ended. */
  public void kill() throws InterruptedException {
    killAll();
    process.waitFor();
    finish();
  }

  /**
   * SIGTERM. Returns when it has ended.
   *
   * @return its exit code
   * @throws IOException when it had to be killed
   */
  public int stop(Duration atMost) throws IOException, InterruptedException {
    // The method of Process would close the streams, so that its last output would be lost.
    process.toHandle().destroy();
    return awaitExit(atMost);
  }

  /**
   * Blocks until it has ended by itself.
   *
   * @return its exit code
   * @throws IOException when it had to be killed
   */
  public int awaitExit(Duration atMost) throws IOException, InterruptedException {
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
      throw new IOException("did not stop by itself: " + describe());
    }
    finish();
    return process.exitValue();
  }

  private void killAll() {
    List<ProcessHandle> children = process.descendants().toList();
    process.toHandle().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private void finish() throws InterruptedException {
    reader.join(SIGNAL_TIME.toMillis());
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended.
    }
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // The JVM ends in any case.
    }
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    try {
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
