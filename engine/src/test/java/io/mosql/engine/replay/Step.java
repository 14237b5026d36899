package io.mosql.engine.replay;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a transaction.
 *
 * <p>Where a statement below SERIALIZABLE may find another set of rows at the position of its
 * commit, its SQL has the comment {@code only column} as a part of WHERE, and its rows begin with
 * that column: it is replayed for the rows that it found.
 *
 * @param parameters of its execution
 * @param tuples of a batch
 * @param head number of rows read before the cursor is closed; 0 for all
 * @param ordered whether the order of the rows is determined
 * @param exact whether its effect, if any, is the same at the position of its commit, at every
 *     level: it reads only keys and the rows that it changes
 */
record Step(
    Kind kind,
    String sql,
    List<@Nullable Object> parameters,
    List<List<@Nullable Object>> tuples,
    int head,
    boolean ordered,
    boolean exact) {
  private static final int TEXT_SHOWN = 60;

  /** Placeholder for the first column of the first row found by the last {@link Kind#TAKE}. */
  static final Object TAKEN =
      new Object() {
        @Override
        public String toString() {
          return "taken";
        }
      };

  enum Kind {
    /** Returns rows, also by RETURNING. */
    QUERY,
    CHANGE,
    BATCH,
    /** An INSERT of one row whose key is generated; replayed with the generated key. */
    GENERATES,
    /** A query that skips rows locked by others. */
    TAKE,
    /** Savepoints. */
    CONTROL
  }

  /** Whether it uses the row found by a {@link Kind#TAKE}. */
  boolean needsTaken() {
    return !parameters.isEmpty() && TAKEN.equals(parameters.get(0));
  }

  /** The step with the parameters that are known at its execution. */
  Step resolved(@Nullable Object taken) {
    if (!needsTaken()) {
      return this;
    }
    List<@Nullable Object> values = new ArrayList<>(parameters);
    Collections.replaceAll(values, TAKEN, taken);
    return with(kind, sql, values, tuples);
  }

  Step with(
      Kind as, String text, List<@Nullable Object> values, List<List<@Nullable Object>> batch) {
    return new Step(as, text, values, batch, head, ordered, exact);
  }

  /** Whether it may be in a transaction of a level below SERIALIZABLE that changes rows. */
  boolean isForAllLevels() {
    return exact || kind == Kind.CONTROL || kind == Kind.GENERATES || sql.contains("/*only");
  }

  /** Executes the step; an error is part of the result. */
  Answer run(Connection connection) {
    List<List<String>> rows = new ArrayList<>();
    try {
      execute(connection, rows);
      return new Answer(rows, null);
    } catch (BatchUpdateException e) {
      rows.add(Arrays.stream(e.getLargeUpdateCounts()).mapToObj(Long::toString).toList());
      return new Answer(rows, error(e));
    } catch (SQLException e) {
      return new Answer(rows, error(e));
    }
  }

  /** The state and the message; of an internal error also its location. */
  static String error(SQLException e) {
    String state = Objects.requireNonNullElse(e.getSQLState(), "?????");
    if (!state.startsWith("XX")) {
      return state + ": " + e.getMessage();
    }
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace));
    return state + ": " + trace;
  }

  private void execute(Connection connection, List<List<String>> rows) throws SQLException {
    switch (kind) {
      case QUERY, TAKE -> {
        if (parameters.isEmpty()) {
          try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(head);
            read(statement.executeQuery(sql), rows);
          }
        } else {
          try (PreparedStatement statement = prepare(connection)) {
            statement.setFetchSize(head);
            read(statement.executeQuery(), rows);
          }
        }
      }
      case CHANGE, CONTROL -> {
        if (parameters.isEmpty()) {
          try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            rows.add(List.of(Long.toString(Math.max(0, statement.getLargeUpdateCount()))));
          }
        } else {
          try (PreparedStatement statement = prepare(connection)) {
            rows.add(List.of(Long.toString(statement.executeLargeUpdate())));
          }
        }
      }
      case GENERATES -> {
        try (PreparedStatement statement =
            connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
          bind(statement, parameters);
          statement.executeUpdate();
          read(statement.getGeneratedKeys(), rows);
        }
      }
      case BATCH -> {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
          for (List<@Nullable Object> tuple : tuples) {
            bind(statement, tuple);
            statement.addBatch();
          }
          rows.add(Arrays.stream(statement.executeLargeBatch()).mapToObj(Long::toString).toList());
        }
      }
    }
  }

  private PreparedStatement prepare(Connection connection) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    bind(statement, parameters);
    return statement;
  }

  private static void bind(PreparedStatement statement, List<@Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
  }

  private void read(ResultSet result, List<List<String>> rows) throws SQLException {
    try (result) {
      int columns = result.getMetaData().getColumnCount();
      while ((head == 0 || rows.size() < head) && result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(text(result.getObject(i)));
        }
        rows.add(row);
      }
    }
  }

  private static String text(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    String text = String.valueOf(value);
    if (text.length() <= TEXT_SHOWN) {
      return text;
    }
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return text.substring(0, 8) + ".." + text.length() + ":" + sum.getValue();
  }

  @Override
  public String toString() {
    StringBuilder shown = new StringBuilder(sql);
    List<List<@Nullable Object>> all = tuples.isEmpty() ? List.of(parameters) : tuples;
    for (List<@Nullable Object> values : all) {
      shown.append(" [");
      for (int i = 0; i < values.size(); i++) {
        shown.append(i == 0 ? "" : ", ").append(text(values.get(i)));
      }
      shown.append(']');
    }
    return shown + (head == 0 ? "" : " first " + head);
  }
}
