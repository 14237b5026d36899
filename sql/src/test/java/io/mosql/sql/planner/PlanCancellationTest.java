package io.mosql.sql.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.parser.MosqlParser;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that planning stops promptly when its statement is cancelled. */
final class PlanCancellationTest {
  private static final int TABLES = 12;
  private static final TestCatalog CATALOG =
      new TestCatalog(
          each(
              TABLES,
              "\n",
              i -> "t" + i + " 100 | a integer not null, b integer, c varchar(9) | primary a"),
          false);

  private static String each(int count, String between, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(between));
  }

  static Stream<String> longStatements() {
    return Stream.of(
        "select count(*) from t0 where "
            + each(300, " or ", i -> "b = " + i + " and a <> " + 2 * i),
        "select count(*) from "
            + each(TABLES, ", ", i -> "t" + i)
            + " where "
            + each(TABLES - 1, " and ", i -> "t" + i + ".a = t" + (i + 1) + ".b"),
        "select count(*) from (values "
            + each(1_000, ", ", i -> "(" + i + ", 'x')")
            + ") as v (x, y)",
        "insert into t1 values " + each(1_000, ", ", i -> "(" + i + ", 1, 'x')"),
        "select a from t0 where b in (" + each(1_000, ", ", i -> "" + i) + ")",
        "update t0 set b = case "
            + each(300, " ", i -> "when b = " + i + " then " + 2 * i)
            + " end",
        each(100, " union all ", i -> "select a, b from t1 where b = " + i),
        "select " + each(200, ", ", i -> "sum(b) over (order by a + " + i + ")") + " from t0",
        "select count(*) from t0 group by rollup (" + each(60, ", ", i -> "a + " + i) + ")",
        "select * from " + each(40, " natural join ", i -> "t" + i % TABLES + " as x" + i),
        "select 1 from t0 where " + each(200, " and ", i -> "(a = " + i + " or b = " + i + ")"),
        "select 1 from t0 where "
            + each(40, " or ", i -> "exists (select 1 from t1 where a = t0.b)"));
  }

  @ParameterizedTest
  @MethodSource("longStatements")
  void longStatementsAskOftenAndEndAtOnce(String sql) {
    Asked all = new Asked(Integer.MAX_VALUE);
    plan(sql, all);
    assertThat(all.count).isGreaterThan(20);
    for (int place : new int[] {1, all.count / 3, all.count / 2, all.count}) {
      Asked asked = new Asked(place);
      MosqlException failure = catchThrowableOfType(MosqlException.class, () -> plan(sql, asked));
      assertThat(failure.sqlState()).isEqualTo("57014");
      assertThat(asked.count).isEqualTo(place);
    }
  }

  /** The parser reads the text in pieces and checks for cancellation before each piece. */
  @Test
  void parsingEndsAtOnce() {
    String sql = "select 1 in (" + each(20_000, ", ", i -> "'text " + i + "'") + ")";
    Asked all = new Asked(Integer.MAX_VALUE);
    parse(sql, all);
    assertThat(all.count).isGreaterThan(20);
    Asked asked = new Asked(all.count / 2);
    MosqlException failure = catchThrowableOfType(MosqlException.class, () -> parse(sql, asked));
    assertThat(failure.sqlState()).isEqualTo("57014");
    assertThat(asked.count).isEqualTo(all.count / 2);
  }

  private static void parse(String sql, Asked cancelled) {
    Interrupts before = new Interrupts(cancelled::ask).begin();
    try {
      MosqlParser.parse(sql);
    } finally {
      Interrupts.end(before);
    }
  }

  /** Checks for cancellation are rare for short statements. */
  @Test
  void shortStatementsAskRarely() {
    Asked all = new Asked(Integer.MAX_VALUE);
    plan("select b from t0 where a = ?", all);
    assertThat(all.count).isBetween(1, 6);
  }

  private static void plan(String sql, Asked cancelled) {
    new Planner(CATALOG)
        .plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of(), cancelled::ask);
  }

  /** A statement that is cancelled at its n-th check. */
  private static final class Asked {
    private final int place;
    private int count;

    Asked(int place) {
      this.place = place;
    }

    boolean ask() {
      return ++count == place;
    }
  }
}
