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
  private final Map<String, Feature> spoiled = new HashMap<>();

  /** Takes what was found. */
  @FunctionalInterface
  interface Sink {
    void found(TestRecord record, Finding finding) throws IOException;
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
          Finding finding = judge(connection, command);
          if (counted) {
            sink.found(record, finding);
          }
        } else if (chosen.test(query++)) {
          sink.found(record, judge(connection, record));
        }
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("SHUTDOWN");
      }
    }
  }

  private Finding judge(Connection connection, TestRecord record) {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(secondsPerRecord);
      Finding finding =
          record instanceof TestRecord.Query query
              ? answered(statement, query)
              : executed(statement, (TestRecord.Command) record);
      return finding.verdict() == Verdict.WRONG
          ? Feature.of(record.sql(), Feature.OTHER_ANSWER)
              .map(Finding::unsupported)
              .orElseGet(() -> orFollowing(record, finding))
          : finding;
    } catch (SQLException e) {
      String sqlState = Objects.requireNonNullElse(e.getSQLState(), INTERNAL_ERROR);
      return failed(record, sqlState, sqlState + " " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      return Finding.wrong("internal error: " + e);
    }
  }

  private static Finding answered(Statement statement, TestRecord.Query query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query.sql())) {
      Answer answer = Answer.read(result, query.types(), query.sort());
      return answer.matches(query.expected())
          ? Finding.RIGHT
          : Finding.wrong(
              "expected " + query.expected() + " but got " + answer.describe(query.expected()));
    } catch (Answer.WrongForm e) {
      return Finding.wrong("wrong type: " + e.getMessage());
    }
  }

  private static Finding executed(Statement statement, TestRecord.Command command)
      throws SQLException {
    statement.execute(command.sql());
    return command.succeeds() ? Finding.RIGHT : Finding.wrong("no error");
  }

  private Finding failed(TestRecord record, String sqlState, String error) {
    if (sqlState.startsWith(INTERNAL_ERROR)) {
      return Finding.wrong(error);
    }
    if (record instanceof TestRecord.Command command && !command.succeeds()) {
      return Finding.RIGHT;
    }
    Optional<Feature> feature = Feature.of(record.sql(), sqlState);
    if (feature.isPresent()) {
      Feature missing = feature.get();
      missing.spoils(record.sql()).ifPresent(name -> spoiled.put(name, missing));
      return Finding.unsupported(missing);
    }
    Finding wrong = Finding.wrong(error);
    return Feature.isRefusal(sqlState) ? wrong : orFollowing(record, wrong);
  }

  /**
   * Not wrong when the cause is an unsupported statement before, on a table that this one names.
   */
  private Finding orFollowing(TestRecord record, Finding wrong) {
    String sql = record.sql().toLowerCase(Locale.ROOT);
    return spoiled.keySet().stream()
        .filter(name -> sql.matches("(?s).*\\b" + name + "\\b.*"))
        .map(spoiled::get)
        .findFirst()
        .map(Finding::unsupported)
        .orElse(wrong);
  }
}
