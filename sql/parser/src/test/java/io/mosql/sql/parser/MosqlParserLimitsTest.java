package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests deeply nested and long texts: they are rejected with an SQLSTATE, or parsed; never a stack
 * overflow.
 */
final class MosqlParserLimitsTest {
  private static final int FEW = 40;
  private static final int MANY = 3000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "select |(|1|)|",
        "select |f(|1|)|",
        "select |(select |1|)|",
        "select * from |(select * from |t|) as x|",
        "select |case when a then |1| end|",
        "select |array[|1|]|",
        "select 1 in |(1 in |(1)|)|",
        "delete from t where a = |(1 + |1|)|",
        "create table t (a int default |(|1|)|)",
        "select 1 from t where |not (|a|)|",
      })
  void nestingIsBounded(String head, String open, String core, String close, String tail) {
    String rest = tail == null ? "" : tail;
    String few = head + open.repeat(FEW) + core + close.repeat(FEW) + rest;
    assertThat(MosqlParser.parse(few)).isNotNull();
    String many = head + open.repeat(MANY) + core + close.repeat(MANY) + rest;
    MosqlException e = refused(many);
    assertThat(e.state()).isEqualTo(SqlState.STATEMENT_TOO_COMPLEX);
    assertThat(e.position()).isPositive();
  }

  @Test
  void operatorsOfOneExpressionAreBounded() {
    MosqlException e =
        refused("select 1 from t where n = 1" + " or n = 1".repeat(SqlScanner.MAX_OPERATORS));
    assertThat(e.state()).isEqualTo(SqlState.STATEMENT_TOO_COMPLEX);
    assertThat(e.getMessage()).contains("operators");
    String list = "insert into t values (-1)" + ", (-1)".repeat(SqlScanner.MAX_OPERATORS);
    assertThat(MosqlParser.parse(list)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "select a| or a|",
        "select a| + a|",
        "select a| union all select a|",
        "select |not |a",
        "select |- |a",
        "select a| like a|",
        "select * from t| cross join t|",
      })
  void chainsAreBounded(String head, String link, String tail) {
    String rest = tail == null ? "" : tail;
    String few = head + link.repeat(FEW) + rest;
    assertThat(MosqlParser.parse(few)).isNotNull();
    String many = head + link.repeat(MANY) + rest;
    assertThat(refused(many).state()).isEqualTo(SqlState.STATEMENT_TOO_COMPLEX);
  }

  @Test
  void longListsAreNotDeep() {
    String many = "insert into t values (1)" + ", (?)".repeat(MANY);
    assertThat(MosqlParser.toSql(MosqlParser.parse(many))).contains("ROW(?)");
    assertThat(MosqlParser.parse("select 1 from t where a in (1" + ", 2".repeat(MANY) + ")"))
        .isNotNull();
  }

  @Test
  void wordsAndSignsOfAStatementAreBounded() {
    MosqlException e =
        refused("insert into t values (1)" + ",(22)".repeat(SqlScanner.MAX_TOKENS / 4));
    assertThat(e.state()).isEqualTo(SqlState.STATEMENT_TOO_COMPLEX);
    assertThat(e.getMessage()).contains("words and signs");
    String text = "select '" + "a b ".repeat(SqlScanner.MAX_TOKENS) + "'";
    assertThat(MosqlParser.parse(text)).isNotNull();
    assertThat(MosqlParser.splitStatements("a;".repeat(SqlScanner.MAX_TOKENS))).isNotEmpty();
  }

  @Test
  void parenthesesInStringsAndCommentsAreNoNesting() {
    String parens = "(".repeat(MANY);
    String sql =
        "select '" + parens + "', \"" + "(".repeat(FEW) + "\" /* " + parens + " */ -- " + parens;
    assertThat(MosqlParser.parse(sql)).isNotNull();
  }

  @Test
  void namesHaveALimit() {
    String name = "a".repeat(MosqlParser.MAX_IDENTIFIER_LENGTH);
    assertThat(MosqlParser.parse("select " + name)).isNotNull();
    assertThat(refused("select " + name + "a").state()).isEqualTo(SqlState.SYNTAX_ERROR);
    assertThat(refused("select \"" + name + "a\"").position()).isEqualTo(8);
  }

  private static MosqlException refused(String sql) {
    return catchThrowableOfType(MosqlException.class, () -> MosqlParser.parse(sql));
  }
}
