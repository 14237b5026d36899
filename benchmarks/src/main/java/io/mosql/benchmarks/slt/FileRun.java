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
 * Runs one file, or some of its queries, on a fresh database in memory. Each statement is run, for
 * queries build on them. Not thread-safe.
 */
final class FileRun {
  private static final String INTERNAL_ERROR = "XX";

  private final String url;
  private final int secondsPerRecord;
  private final Sink sink;
  private final Map<String, UnsupportedFeature> spoiled = new HashMap<>();

  /** Takes what was found. */
  @FunctionalInterface
  interface Sink {
    void found(TestRecord record, RecordResult finding) throws IOException;
  }

  /**
   * @param url of the database; it goes when this is done
   * @param secondsPerRecord that a record may take; longer is wrong
   */
  FileRun(String url, int secondsPerRecord, Sink sink) {
    this.url = url;
    this.secondsPerRecord = secondsPerRecord;
    this.sink = sink;
  }

  /**
   * @param chosen which queries are run, by their number from 0 on
   * @param counted whether what statements showed is told as well
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
   * Not wrong when the cause is an unsupported statement before, on a table that this one names.
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
