package io.mosql.benchmarks.slt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.benchmarks.slt.TestRecord.Command;
import io.mosql.benchmarks.slt.TestRecord.Query;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecordReaderTest {
  @Test
  void readsStatementsAndQueries() throws IOException {
    assertThat(
            read(
                """
                hash-threshold 8

                # A comment
                statement ok
                CREATE TABLE t (
                  a INTEGER )

                statement error
                INSERT INTO x VALUES (1)

                query ITR rowsort label-1
                SELECT *
                FROM t
                ----
                1
                a b
                2.500

                query I
                SELECT 1 WHERE 1 = 0
                ----
                """))
        .containsExactly(
            new Command(4, "CREATE TABLE t (\n  a INTEGER )", true),
            new Command(8, "INSERT INTO x VALUES (1)", false),
            new Query(
                11, "SELECT *\nFROM t", "ITR", SortMode.ROWSORT, List.of("1", "a b", "2.500")),
            new Query(19, "SELECT 1 WHERE 1 = 0", "I", SortMode.NOSORT, List.of()));
  }

  @Test
  void leavesWhatIsForPostgresql() throws IOException {
    assertThat(
            read(
                """
                onlyif mysql # DIV
                statement ok
                a

                skipif mysql # not compatible
                statement ok
                b

                skipif postgresql
                statement ok
                c

                onlyif postgresql
                statement ok
                d

                skipif mosql
                query I nosort
                e
                ----
                1

                onlyif mosql
                query I valuesort
                f
                ----
                1

                skipif mssql
                skipif postgresql
                statement ok
                g

                statement ok
                h
                """))
        .extracting(TestRecord::sql)
        .containsExactly("b", "d", "f", "h");
  }

  @Test
  void haltEndsTheFileOnlyForThoseWhoAreMeant() throws IOException {
    assertThat(read("onlyif mssql\nhalt\n\nstatement ok\na\n\nskipif sqlite\nhalt\n\nnonsense"))
        .extracting(TestRecord::sql)
        .containsExactly("a");
  }

  @Test
  void whatIsNotInTheFormatIsAnError() {
    for (String text :
        List.of(
            "nonsense",
            "statement maybe\nx",
            "statement",
            "query X nosort\nx\n----\n",
            "query I sideways\nx\n----\n")) {
      assertThatThrownBy(() -> read(text)).as(text).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aQueryThatWasCutIsLeftOut() throws IOException {
    assertThat(read("statement ok\na\n\nquery I nosort\nb"))
        .extracting(TestRecord::sql)
        .containsExactly("a");
  }

  static List<TestRecord> read(String text) throws IOException {
    RecordReader reader = new RecordReader(new BufferedReader(new StringReader(text)));
    List<TestRecord> records = new ArrayList<>();
    for (TestRecord record = reader.next(); record != null; record = reader.next()) {
      records.add(record);
    }
    return records;
  }
}
