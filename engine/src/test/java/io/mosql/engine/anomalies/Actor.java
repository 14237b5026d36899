package io.mosql.engine.anomalies;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One session of a script: a connection with its own thread. Commands are executed in order; the
 * result of each is lines of text. Commands are submitted by one thread.
 */
final class Actor implements AutoCloseable {
  private final Connection connection;
  private final ExecutorService thread;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final Map<String, ResultSet> cursors = new HashMap<>();
  private volatile @Nullable Statement running;

  Actor(String name, String url) throws SQLException {
    this.connection = DriverManager.getConnection(url);
    this.thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread created = new Thread(work, "session-" + name);
              created.setDaemon(true);
              return created;
            });
  }

  /** Starts the command of a line. */
  CompletableFuture<List<String>> begin(Line line) {
    return CompletableFuture.supplyAsync(() -> lines(line), thread);
  }

  /** May be called by any thread. */
  void cancel() throws SQLException {
    Statement statement = running;
    if (statement == null) {
      throw new AssertionError("nothing to cancel");
    }
    statement.cancel();
  }

  private List<String> lines(Line line) {
    try {
      return perform(line);
    } catch (BatchUpdateException e) {
      return List.of(
          "counts " + counts(e.getUpdateCounts()),
          "ERROR " + e.getSQLState() + ": " + e.getMessage());
    } catch (SQLException e) {
      return List.of("ERROR " + e.getSQLState() + ": " + e.getMessage());
    } finally {
      running = null;
    }
  }

  private List<String> perform(Line line) throws SQLException {
    switch (line.verb()) {
      case "", "await" -> {
        return execute(line);
      }
      case "timeout" -> {
        try (Statement statement = connection.createStatement()) {
          statement.setQueryTimeout(Integer.parseInt(line.words().get(0)));
          running = statement;
          return result(statement, statement.execute(line.sql()), line.sql());
        }
      }
      case "batch" -> {
        return batch(line);
      }
      case "prepare" -> {
        prepared.put(line.words().get(0), connection.prepareStatement(line.sql()));
        return List.of();
      }
      case "execute" -> {
        PreparedStatement statement = found(prepared, line.words().get(0));
        if (!line.tuples().isEmpty()) {
          bind(statement, line.tuples().get(0));
        }
        running = statement;
        return result(statement, statement.execute(), "");
      }
      case "cursor" -> {
        Statement statement = connection.createStatement();
        cursors.put(line.words().get(0), statement.executeQuery(line.sql()));
        return List.of();
      }
      case "fetch" -> {
        ResultSet rows = found(cursors, line.words().get(0));
        return rows(rows, Integer.parseInt(line.words().get(1)), "no more rows");
      }
      case "close" -> {
        connection.close();
        return List.of();
      }
      default -> throw new AssertionError("Unknown verb: " + line.verb());
    }
  }

  private List<String> execute(Line line) throws SQLException {
    if (line.tuples().isEmpty()) {
      try (Statement statement = connection.createStatement()) {
        running = statement;
        return result(statement, statement.execute(line.sql()), line.sql());
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(line.sql())) {
      running = statement;
      bind(statement, line.tuples().get(0));
      return result(statement, statement.execute(), line.sql());
    }
  }

  private List<String> batch(Line line) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(line.sql())) {
      running = statement;
      for (List<@Nullable Object> tuple : line.tuples()) {
        bind(statement, tuple);
        statement.addBatch();
      }
      return List.of("counts " + counts(statement.executeBatch()));
    }
  }

  private static <T> T found(Map<String, T> things, String name) {
    T thing = things.get(name);
    if (thing == null) {
      throw new AssertionError("There is no " + name);
    }
    return thing;
  }

  private static void bind(PreparedStatement statement, List<@Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (value instanceof Double number) {
        statement.setDouble(i + 1, number);
      } else {
        statement.setObject(i + 1, value);
      }
    }
  }

  private static List<String> result(Statement statement, boolean hasRows, String sql)
      throws SQLException {
    if (hasRows) {
      try (ResultSet rows = statement.getResultSet()) {
        return rows(rows, Integer.MAX_VALUE, "no rows");
      }
    }
    int count = statement.getUpdateCount();
    boolean changes =
        count > 0 || sql.toLowerCase(Locale.ROOT).matches("(insert|update|delete)\\b.*");
    return changes ? List.of(count == 1 ? "1 row" : count + " rows") : List.of();
  }

  private static List<String> rows(ResultSet rows, int most, String none) throws SQLException {
    List<String> lines = new ArrayList<>();
    int columns = rows.getMetaData().getColumnCount();
    while (lines.size() < most && rows.next()) {
      List<String> values = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        values.add(String.valueOf(rows.getString(i)));
      }
      lines.add(String.join(" | ", values));
    }
    return lines.isEmpty() ? List.of(none) : lines;
  }

  private static String counts(int[] counts) {
    return counts.length == 0
        ? "none"
        : IntStream.of(counts).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Ends the session, even during a command. */
  @Override
  public void close() throws SQLException {
    thread.shutdown();
    connection.close();
  }
}
