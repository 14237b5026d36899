package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every keyword of PostgreSQL 15 as a name without quotes, in each place where PostgreSQL takes it.
 * All statements were run on PostgreSQL 15.
 */
final class KeywordsTest {
  /** A keyword, its category of PostgreSQL, and whether it may be a label without AS. */
  private record Keyword(String word, char category, boolean bareLabel) {
    boolean isName() {
      return category == 'U' || category == 'C';
    }
  }

  private static final List<Keyword> KEYWORDS = read();

  private static List<Keyword> read() {
    try (InputStream in = KeywordsTest.class.getResourceAsStream("/postgresql-keywords.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" "))
          .map(part -> new Keyword(part[0], part[1].charAt(0), part[2].equals("true")))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void allKeywordsAreTested() {
    assertThat(KEYWORDS).hasSize(460);
    assertThat(KEYWORDS.stream().filter(Keyword::isName)).hasSize(360);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t (% int primary key)",
        "create table % (a int)",
        "create table t (a int references % (%), constraint % check (% > 0), unique (%))",
        "create view % as select 1",
        "create sequence %",
        "create index % on t (a)",
        "create index i on t (%)",
        "create index i on % (%, a)",
        "drop table %",
        "alter table t add column % int",
        "alter table t drop column %",
        "alter table t rename column % to %",
        "alter table t alter column % set default 1",
        "comment on column t.% is 'x'",
        "insert into t (a, %) values (1, 2)",
        "insert into t (%) values (1)",
        "insert into % values (1) on conflict (%) do update set % = excluded.%",
        "update t set % = 1, a = %",
        "update % set % = % + 1",
        "update t set a = 1 where % = 1 returning %",
        "delete from % where % is null",
        "select % from t",
        "select %, a from t",
        "select t.*, t.a, % from t",
        "select t.% from t",
        "select * from %",
        "select * from s.%",
        "select * from t as %",
        "select * from t %",
        "select % from % where %.% = 1",
        "select * from t % join u % on %.a = %.b",
        "select * from t join u using (%)",
        "select % + 1 from t where % = 1 and (% > 2) order by %, % desc",
        "select -%, %::int, a = %, % is null from t",
        "select % || 'x', 'a' || %, (%), coalesce(%, 1) from t limit 1",
        "select cast(% as int), extract(year from %) from t",
        "select case when % then % else % end from t",
        "select a from t where a in (1, %)",
        "select a from t where % between % and %",
        "select count(%), max(a + %) from t group by %",
        "select a from t group by a having % > 1",
        "select a from t order by % nulls first limit 3",
        "select sum(a) over (partition by % order by %) from t",
        "with % as (select 1) select * from %",
      })
  void unreservedWordsAreNames(String statement) {
    assertThat(refused(statement, KEYWORDS.stream().filter(Keyword::isName).toList())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a as % from t",
        "select 1 as %",
        "select t.% from t",
        "select * from s.%",
        "comment on column t.% is 'x'",
      })
  void allWordsAreNamesBehindDotsAndAs(String statement) {
    assertThat(refused(statement, KEYWORDS)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"select a % from t", "select a + 1 %, b from t", "select 1 %"})
  void mostWordsAreLabelsWithoutAs(String statement) {
    assertThat(refused(statement, KEYWORDS.stream().filter(Keyword::bareLabel).toList())).isEmpty();
  }

  /** Words that Calcite reserves no longer reserve their statements and clauses. */
  @Test
  void keywordsAreStillKeywords() {
    assertThat(
            text("select * from t where a between between and between and a not between 1 and 2"))
        .isEqualTo(
            "SELECT * FROM \"t\" WHERE \"a\" BETWEEN ASYMMETRIC \"between\" AND \"between\" AND"
                + " \"a\" NOT BETWEEN ASYMMETRIC 1 AND 2");
    assertThat(text("select sum(a) over (w rows between 1 preceding and current row) from t rows"))
        .isEqualTo(
            "SELECT SUM(\"a\") OVER (\"w\" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM \"t\" AS"
                + " \"rows\"");
    assertThat(text("select rank() over (order by rows, range range unbounded preceding) from t"))
        .isEqualTo(
            "SELECT RANK() OVER (ORDER BY \"rows\", \"range\" RANGE UNBOUNDED PRECEDING) FROM"
                + " \"t\"");
    assertThat(text("select row(1, 2) = row(3, 4), row from t where not exists (values (1))"))
        .isEqualTo(
            "SELECT ROW(1, 2) = ROW(3, 4), \"row\" FROM \"t\" WHERE NOT EXISTS (VALUES ROW(1))");
    assertThat(text("select a from t group by rollup (a), grouping sets ((rollup), (grouping))"))
        .isEqualTo(
            "SELECT \"a\" FROM \"t\" GROUP BY ROLLUP(\"a\"), GROUPING SETS(\"rollup\","
                + " \"grouping\")");
    assertThat(text("select interval '1' day, interval b day, interval + 1, a is unknown from t"))
        .isEqualTo(
            "SELECT INTERVAL '1' DAY, (INTERVAL \"b\" DAY), \"interval\" + 1, \"a\" IS UNKNOWN FROM"
                + " \"t\"");
    assertThat(text("select 2 end, case a when 1 then b end from t left join u on true"))
        .isEqualTo(
            "SELECT 2 AS \"end\", CASE WHEN \"a\" = 1 THEN \"b\" ELSE NULL END FROM \"t\"\n"
                + "LEFT JOIN \"u\" ON TRUE");
    assertThat(text("with recursive as (select 1) select * from recursive offset 1 row"))
        .isEqualTo("WITH \"recursive\" AS (SELECT 1) SELECT * FROM \"recursive\"\nOFFSET 1 ROWS");
  }

  /** BETWEEN is the operator behind each value and before each bound. */
  @Test
  void betweenIsAnOperatorForAllOperands() {
    List<String> values =
        List.of(
            "a",
            "t.a",
            "a + 1",
            "- a",
            "null",
            "true",
            "'x'",
            "1.5",
            "?",
            "(a)",
            "f(a)",
            "f()",
            "a::int",
            "cast(a as int)",
            "case when a = 1 then b else c end",
            "current_date",
            "(select 1)",
            "date '2000-01-01'",
            "interval '1' day",
            "\"Q\"",
            "row(1, 2)");
    List<String> bounds = new ArrayList<>(values);
    values.forEach(value -> bounds.addAll(List.of("+ " + value, "+" + value, "- (" + value + ")")));
    List<String> failed = new ArrayList<>();
    for (String operator : List.of("between", "not between", "between symmetric")) {
      for (String value : values) {
        for (String bound : bounds) {
          String condition = "%s %s %s and %s".formatted(value, operator, bound, bound);
          for (String statement :
              List.of(
                  "select a from t where " + condition,
                  "select b, " + condition + " from t",
                  "select case when not " + condition + " then 1 end",
                  "update t set a = 1 where b = 1 and " + condition)) {
            try {
              MosqlParser.parse(statement);
            } catch (MosqlException e) {
              failed.add(statement + ": " + e.getMessage());
            }
          }
        }
      }
    }
    assertThat(failed).isEmpty();
  }

  /** Reserved words stay reserved: they are no columns and no tables. */
  @Test
  void reservedWordsAreNoNames() {
    List<Keyword> reserved = KEYWORDS.stream().filter(word -> word.category() == 'R').toList();
    // of these the grammar knows some only as PostgreSQL's
    assertThat(refused("create table % (% int)", reserved))
        .hasSizeGreaterThan(50)
        .contains("all", "from", "order", "select", "table", "user", "where");
  }

  private static String text(String statement) {
    SqlNode node = MosqlParser.parse(statement);
    return MosqlParser.toSql(node);
  }

  private static List<String> refused(String statement, List<Keyword> keywords) {
    List<String> refused = new ArrayList<>();
    for (Keyword keyword : keywords) {
      try {
        MosqlParser.parse(statement.replace("%", keyword.word()));
      } catch (MosqlException e) {
        refused.add(keyword.word());
      }
    }
    return refused;
  }
}
