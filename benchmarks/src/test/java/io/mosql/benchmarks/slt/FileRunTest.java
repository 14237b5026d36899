package io.mosql.benchmarks.slt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FileRunTest {
  private final List<String> found = new ArrayList<>();

  @Test
  void tellsRightFromWrong() throws IOException, SQLException {
    run(
        """
        statement ok
        CREATE TABLE t (a INTEGER, b VARCHAR(5))

        statement ok
        INSERT INTO t VALUES (1, 'x'), (2, NULL)

        statement ok
        INSERT INTO nowhere VALUES (1)

        statement error
        INSERT INTO nowhere VALUES (1)

        statement error
        DELETE FROM t WHERE a > 5

        query IT rowsort
        SELECT * FROM t
        ----
        1
        x
        2
        NULL

        query I rowsort
        SELECT a FROM t
        ----
        1
        3

        query R nosort
        SELECT b FROM t
        ----
        x
        NULL

        query I nosort
        SELECT a / (a - a) FROM t
        ----
        1
        """);
    assertThat(found)
        .containsExactly(
            "1 RIGHT",
            "4 RIGHT",
            "7 WRONG 42P01 table \"nowhere\" does not exist (position 13)",
            "10 RIGHT",
            "13 WRONG no error",
            "16 RIGHT",
            "24 WRONG expected [1, 3] but got [1, 2]",
            "30 WRONG wrong type: String x in a column of type R",
            "36 WRONG 22012 division by zero");
  }

  @Test
  void whatTheListHasIsUnsupportedAndWhatFollowsFromIt() throws IOException, SQLException {
    run(
        """
        statement ok
        CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER)

        statement ok
        INSERT INTO t VALUES (1, 1)

        statement ok
        UPDATE t SET b = 2, b = 3

        query I nosort
        SELECT b FROM t
        ----
        3

        query I nosort
        SELECT 2
        ----
        1

        query I nosort
        SELECT 1 WHERE 1 IN ( )
        ----

        statement ok
        CREATE TRIGGER r UPDATE ON t BEGIN SELECT 1; END;

        query I nosort
        SELECT + c FROM (VALUES ('x')) AS v (c)
        ----
        0

        statement ok
        FROBNICATE t

        query I nosort
        SELECT 1 - COALESCE (35, AVG (1)) / 50 FROM t
        ----
        1

        query I nosort
        SELECT - + ( c ) FROM (VALUES ('x')) AS v (c)
        ----
        0

        query I nosort
        SELECT + MIN ( 31 ) / + MAX ( - 0 ) FROM (VALUES (1)) AS v (c)
        ----
        NULL

        query I nosort
        SELECT c / (c - c) FROM (VALUES (1)) AS v (c)
        ----
        NULL

        query I nosort
        SELECT c * - c FROM (VALUES (200000)) AS v (c)
        ----
        -40000000000

        query I nosort
        SELECT c + c FROM (VALUES (2000000000)) AS v (c)
        ----
        4000000000

        query I nosort
        SELECT 9 / - ( - c / + 98 ) FROM (VALUES (5)) AS v (c)
        ----
        NULL

        query I nosort
        SELECT 9 / NULLIF ( + COALESCE ( AVG ( c ), 5 ), 4 ) FROM (VALUES (2)) AS v (c)
        ----
        5

        query I nosort
        SELECT x'303132' IN (SELECT c FROM (VALUES (2)) AS v (c))
        ----
        0

        query I nosort
        SELECT 2 * CAST ( AVG ( c ) / 4 + 44 AS INTEGER ) FROM (VALUES (3)) AS v (c)
        ----
        88

        query I nosort
        SELECT + MIN ( 31 ) / + MAX ( - 0 ) / CAST ( NULL AS INTEGER ) FROM (VALUES (1)) AS v (c)
        ----
        NULL

        query I nosort
        SELECT 100 + - CASE - 7 WHEN 5 THEN AVG ( c ) ELSE COUNT ( * ) END * + 65 / 16 FROM (VALUES (3)) AS v (c)
        ----
        96

        query I nosort
        SELECT COALESCE ( - 22, COUNT ( 45 / ( c - c ) ) ) FROM (VALUES (1)) AS v (c)
        ----
        -22
        """);
    assertThat(found)
        .containsExactly(
            "1 RIGHT",
            "4 RIGHT",
            "7 UNSUPPORTED ASSIGNED_TWICE",
            "10 UNSUPPORTED ASSIGNED_TWICE",
            "15 WRONG expected [1] but got [2]",
            "20 UNSUPPORTED EMPTY_LIST",
            "24 UNSUPPORTED TRIGGERS",
            "27 UNSUPPORTED SIGN_OF_TEXT",
            "32 WRONG 42601 syntax error at or near \"FROBNICATE\" (position 1)",
            "35 UNSUPPORTED TYPE_OF_EACH_VALUE",
            "40 UNSUPPORTED SIGN_OF_TEXT",
            "45 UNSUPPORTED DIVISION_BY_ZERO",
            "50 WRONG 22012 division by zero",
            "55 UNSUPPORTED LARGE_PRODUCT",
            "60 WRONG 22003 value out of range for type INTEGER",
            "65 UNSUPPORTED DIVISION_BY_ZERO",
            "70 UNSUPPORTED TYPE_OF_EACH_VALUE",
            "75 UNSUPPORTED BYTES_BESIDE_OTHERS",
            "80 UNSUPPORTED ROUNDING_CAST",
            "85 RIGHT",
            "90 UNSUPPORTED TYPE_OF_EACH_VALUE",
            "95 RIGHT");
  }

  @Test
  void whatIsOnTheListButAnsweredWrongIsWrong() throws IOException, SQLException {
    run("query I nosort\nSELECT 1 -- REINDEX IN ()\n----\n2\n");
    assertThat(found).containsExactly("1 WRONG expected [2] but got [1]");
  }

  @Test
  void eachRunHasADatabaseOfItsOwn() throws IOException, SQLException {
    run("statement ok\nCREATE TABLE t (a INTEGER)\n");
    run("statement ok\nCREATE TABLE t (a INTEGER)\n");
    assertThat(found).containsExactly("1 RIGHT", "1 RIGHT");
  }

  @Test
  void runsAllStatementsButChosenQueriesOnly() throws IOException, SQLException {
    String text =
        """
        query I
        SELECT 0
        ----
        0

        statement ok
        CREATE TABLE t (a INTEGER)

        query I
        SELECT a FROM t
        ----

        query I
        SELECT 2
        ----
        2
        """;
    new FileRun("jdbc:mosql:mem:slt-run", 10, this::note)
        .run(records(text), query -> query == 1, false);
    assertThat(found).containsExactly("9 RIGHT");
  }

  private void run(String text) throws IOException, SQLException {
    new FileRun("jdbc:mosql:mem:slt-run", 10, this::note).run(records(text), query -> true, true);
  }

  private static RecordReader records(String text) {
    return new RecordReader(new BufferedReader(new StringReader(text)));
  }

  private void note(TestRecord record, RecordResult finding) {
    UnsupportedFeature feature = finding.feature();
    String more = feature == null ? finding.detail() : feature.name();
    found.add((record.line() + " " + finding.verdict() + " " + more).strip());
  }
}
