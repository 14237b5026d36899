package io.mosql.benchmarks.storage;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the latency of every commit() of the wrapped connections, by checkpoint phase. A
 * commit that overlaps a checkpoint at its beginning or end counts as a commit during a checkpoint.
 * Phases are set by one thread, commits end on any thread.
 */
final class CommitLatencies {
  private static final int DIGITS = 3;

  private final Map<Phase, Histogram> latencies = new EnumMap<>(Phase.class);
  private final List<Span> spans = new ArrayList<>();
  private volatile Phase phase = Phase.WARMING;
  private long lastCommit = System.nanoTime();

  /** Activity concurrent with the transactions. */
  enum Phase {
    WARMING,
    QUIET,
    CHECKPOINT
  }

  private record Span(Phase phase, long start) {}

  CommitLatencies() {
    for (Phase each : Phase.values()) {
      latencies.put(each, new Histogram(DIGITS));
    }
    begin(Phase.WARMING);
  }

  synchronized void begin(Phase next) {
    spans.add(new Span(next, System.nanoTime()));
    phase = next;
  }

  /** Total seconds of the phases of a kind, up to an end time. */
  synchronized double seconds(Phase kind, long end) {
    long nanos = 0;
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      long next = i + 1 < spans.size() ? spans.get(i + 1).start : end;
      if (span.phase == kind && span.start - end < 0) {
        nanos += Math.min(next, end) - span.start;
      }
    }
    return nanos / 1e9;
  }

  /**
   * Latencies in nanoseconds of the commits in phases of a kind; may be called when all commits
   * have ended.
   */
  synchronized Histogram latency(Phase kind) {
    return Objects.requireNonNull(latencies.get(kind));
  }

  Connection timed(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            CommitLatencies.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                method.getName().equals("commit")
                    ? commit(connection, method)
                    : invoke(connection, method, arguments));
  }

  private @Nullable Object commit(Connection connection, Method method) throws Throwable {
    Phase before = phase;
    long start = System.nanoTime();
    Object nothing = invoke(connection, method, null);
    long end = System.nanoTime();
    Phase after = phase;
    record(before == Phase.CHECKPOINT ? before : after, start, end);
    return nothing;
  }

  private synchronized void record(Phase kind, long start, long end) {
    latency(kind).recordValue(end - start);
    if (end - lastCommit > 0) {
      lastCommit = end;
    }
  }

  /** Time at which the last commit returned, by {@link System#nanoTime}. */
  synchronized long lastCommit() {
    return lastCommit;
  }

  private static @Nullable Object invoke(
      Connection connection, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNullElse(e.getCause(), e);
    }
  }
}
