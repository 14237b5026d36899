package io.mosql.engine.anomalies;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A database in memory and the sessions that a script plays on it. A statement that waits for
 * another session is distinguished from a slow one by the system view {@code mosql.locks}, so that
 * the output does not depend on time: after each command every session has finished or is shown
 * there as waiting.
 */
final class Stage implements AutoCloseable {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final String WAITING =
      "select count(*) from mosql.locks l join mosql.sessions s on l.session_id = s.session_id"
          + " where l.state = 'waiting' and s.application_name = ?";

  private final String url;
  private final String level;
  private final Connection watcher;
  private final PreparedStatement waiting;
  private final Map<String, Actor> actors = new TreeMap<>();

  /** The commands still running after the effects of the last command. */
  private final Map<String, CompletableFuture<List<String>>> pending = new TreeMap<>();

  /**
   * @param name of the database
   * @param level isolation level of its sessions
   */
  Stage(String name, String level) throws SQLException {
    this.url = "jdbc:mosql:mem:" + name;
    this.level = level;
    this.watcher = DriverManager.getConnection(url);
    this.waiting = watcher.prepareStatement(WAITING);
  }

  /** Executes a line and returns its output, including that of sessions it unblocked. */
  List<String> play(Line line) throws SQLException {
    List<String> output = new ArrayList<>();
    String name = line.session();
    switch (line.verb()) {
      case "open" -> open(name, line.words());
      case "cancel" -> {
        actor(name).cancel();
        output.addAll(ended(name));
      }
      case "await", "timeout" -> {
        if (!line.sql().isEmpty()) {
          begin(name, line);
        }
        output.addAll(ended(name));
      }
      default -> {
        begin(name, line);
        CompletableFuture<List<String>> result = pending.get(name);
        settle();
        if (result != null && result.isDone()) {
          output.addAll(ended(name));
        } else {
          output.add("waits");
        }
      }
    }
    settle();
    for (String other : List.copyOf(pending.keySet())) {
      if (isDone(other)) {
        List<String> lines = ended(other);
        (lines.isEmpty() ? List.of("ok") : lines).forEach(l -> output.add(other + ": " + l));
      }
    }
    return output;
  }

  private void begin(String name, Line line) throws SQLException {
    if (pending.containsKey(name)) {
      throw new AssertionError(name + " still waits");
    }
    pending.put(name, actor(name).begin(line));
  }

  private Actor actor(String name) throws SQLException {
    Actor actor = actors.get(name);
    return actor == null ? open(name, List.of()) : actor;
  }

  private Actor open(String name, List<String> properties) throws SQLException {
    StringBuilder all = new StringBuilder(url + "?ApplicationName=" + name);
    all.append("&isolation=").append(level);
    properties.forEach(property -> all.append('&').append(property));
    Actor actor = new Actor(name, all.toString());
    Actor old = actors.put(name, actor);
    if (old != null) {
      old.close();
    }
    return actor;
  }

  private boolean isDone(String name) {
    CompletableFuture<List<String>> result = pending.get(name);
    return result != null && result.isDone();
  }

  /** Waits for the end of a session's command. */
  private List<String> ended(String name) {
    CompletableFuture<List<String>> result = pending.remove(name);
    if (result == null) {
      throw new AssertionError(name + " is not about anything");
    }
    try {
      return result.get(TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(name, e);
    }
  }

  /** Waits until every unfinished command is blocked and has not been unblocked since. */
  private void settle() throws SQLException {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (String name : pending.keySet()) {
        if (!isDone(name)) {
          moved |= untilEndOrWait(name);
        }
      }
    }
  }

  /** Waits until a session's command ends or blocks; returns whether it has ended. */
  private boolean untilEndOrWait(String name) throws SQLException {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < TIMEOUT_NANOS) {
      if (endsSoon(name)) {
        return true;
      }
      if (waits(name)) {
        return false;
      }
    }
    throw new AssertionError(name + " neither ends nor waits");
  }

  private boolean endsSoon(String name) {
    try {
      Objects.requireNonNull(pending.get(name)).get(1, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (ExecutionException e) {
      throw new AssertionError(name, e);
    }
  }

  private boolean waits(String name) throws SQLException {
    waiting.setString(1, name);
    try (ResultSet rows = waiting.executeQuery()) {
      return rows.next() && rows.getInt(1) > 0;
    }
  }

  /**
   * @throws AssertionError when a session still waits
   */
  void end() {
    if (!pending.isEmpty()) {
      throw new AssertionError("At the end there still wait " + pending.keySet());
    }
  }

  @Override
  public void close() throws SQLException {
    for (Actor actor : actors.values()) {
      actor.close();
    }
    try (Statement statement = watcher.createStatement()) {
      statement.execute("shutdown");
    }
    watcher.close();
  }
}
