package io.mosql.benchmarks.slt;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Run of one file, or some of its queries, on a new in-memory database. All statements are
 * executed, since queries depend on them. Not thread-safe.
 */
final class FileRun {
  private static final String INTERNAL_ERROR = "XX";

  private final String url;
  private final int secondsPerRecord;
  private final Sink sink;
  private final Map<String, UnsupportedFeature> spoiled = new HashMap<>();

  /** Receiver of the results. */
  @FunctionalInterface
  interface Sink {
    void found(TestRecord record, RecordResult finding) throws IOException;
  }

  /**
   * @param url URL of the database, which is deleted after the run
   * @param secondsPerRecord time limit of a record; exceeding it is a failure
   */
  FileRun(String url, int secondsPerRecord, Sink sink) {
    this.url = url;
    this.secondsPerRecord = secondsPerRecord;
    this.sink = sink;
  }

  /**
   * @param chosen selects the queries to execute, by their number from 0
   * @param counted whether results of statements are reported as well
   */
  void run(RecordReader records, IntPredicate chosen, boolean counted)
      throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(url)) {
      int query = 0;
      for (TestRecord record = records.next(); record != null; record = records.next()) {
        if (record instanceof TestRecord.Command command) {
          RecordResult finding = runRecord(connection, command);
          if (counted) {
            sink.found(record, finding);
          }
        } else if (chosen.test(query++)) {
          sink.found(record, runRecord(connection, record));
        }
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("SHUTDOWN");
      }
    }
  }

  private RecordResult runRecord(Connection connection, TestRecord record) {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(secondsPerRecord);
      RecordResult finding =
          record instanceof TestRecord.Query query
              ? answered(statement, query)
              : executed(statement, (TestRecord.Command) record);
      return finding.verdict() == RecordStatus.WRONG
          ? UnsupportedFeature.of(record.sql(), UnsupportedFeature.OTHER_ANSWER)
              .map(RecordResult::unsupported)
              .orElseGet(() -> orFollowing(record, finding))
          : finding;
    } catch (SQLException e) {
      String sqlState = Objects.requireNonNullElse(e.getSQLState(), INTERNAL_ERROR);
      return failed(record, sqlState, sqlState + " " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      return RecordResult.wrong("internal error: " + e);
    }
  }

  private static RecordResult answered(Statement statement, TestRecord.Query query)
      throws SQLException {
    try (ResultSet result = statement.executeQuery(query.sql())) {
      ExpectedResult answer = ExpectedResult.read(result, query.types(), query.sort());
      return answer.matches(query.expected())
          ? RecordResult.RIGHT
          : RecordResult.wrong(
              "expected " + query.expected() + " but got " + answer.describe(query.expected()));
    } catch (ExpectedResult.WrongForm e) {
      return RecordResult.wrong("wrong type: " + e.getMessage());
    }
  }

  private static RecordResult executed(Statement statement, TestRecord.Command command)
      throws SQLException {
    statement.execute(command.sql());
    return command.succeeds() ? RecordResult.RIGHT : RecordResult.wrong("no error");
  }

  private RecordResult failed(TestRecord record, String sqlState, String error) {
    if (sqlState.startsWith(INTERNAL_ERROR)) {
      return RecordResult.wrong(error);
    }
    if (record instanceof TestRecord.Command command && !command.succeeds()) {
      return RecordResult.RIGHT;
    }
    Optional<UnsupportedFeature> feature = UnsupportedFeature.of(record.sql(), sqlState);
    if (feature.isPresent()) {
      UnsupportedFeature missing = feature.get();
      missing.affectedTable(record.sql()).ifPresent(name -> spoiled.put(name, missing));
      return RecordResult.unsupported(missing);
    }
    RecordResult wrong = RecordResult.wrong(error);
    return UnsupportedFeature.isRefusal(sqlState) ? wrong : orFollowing(record, wrong);
  }

  /**
   * Returns the result of a failed record: unsupported instead of wrong when an earlier unsupported
   * statement affected a table that this record names.
   */
  private RecordResult orFollowing(TestRecord record, RecordResult wrong) {
    String sql = record.sql().toLowerCase(Locale.ROOT);
    return spoiled.keySet().stream()
        .filter(name -> sql.matches("(?s).*\\b" + name + "\\b.*"))
        .map(spoiled::get)
        .findFirst()
        .map(RecordResult::unsupported)
        .orElse(wrong);
  }
}
