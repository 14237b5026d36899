package io.mosql.jdbc.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JdbcEscapesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT {d '2024-01-02'}|SELECT DATE '2024-01-02'",
        "SELECT { t '10:00:00' }, 1|SELECT TIME '10:00:00' , 1",
        "SELECT {TS '2024-01-02 10:00:00'}, 1|SELECT TIMESTAMP '2024-01-02 10:00:00', 1",
        "SELECT {fn ABS({fn MOD(a, 2)})}|SELECT ABS(MOD(a, 2))",
        "FROM {oj a LEFT JOIN b ON a.x = b.x}|FROM a LEFT JOIN b ON a.x = b.x",
        "LIKE 'a' {escape '!'}|LIKE 'a' ESCAPE '!'",
        "SELECT '{d it''s}', \"{x}\", `{y}`|SELECT '{d it''s}', \"{x}\", `{y}`",
        "SELECT 1 -- {d}|SELECT 1 -- {d}",
        "SELECT /* {d */ 1 - 2 / 3, {d '2024-01-02'}"
            + "|SELECT /* {d */ 1 - 2 / 3, DATE '2024-01-02'",
        "SELECT e'\\'{d', $${d$$|SELECT e'\\'{d', $${d$$",
        "SELECT '{d unterminated|SELECT '{d unterminated",
      })
  void rewrites(String from, String to) throws SQLException {
    assertThat(JdbcEscapes.translate(from)).isEqualTo(to.equals("~") ? "" : to);
  }

  @Test
  void leavesTextsWithoutBracesAlone() throws SQLException {
    String sql = "SELECT 1";
    assertThat(JdbcEscapes.translate(sql)).isSameAs(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT {d '2024-01-02'", "SELECT {zz 1}", "SELECT {} }", "SELECT {d 1}}"})
  void rejectsMalformed(String sql) {
    assertThatThrownBy(() -> JdbcEscapes.translate(sql))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("42601");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{call p(1)}|SELECT p(1)|false",
        "{ CALL s.p }|SELECT s.p ()|false",
        "{call \"a(b\"}|SELECT \"a(b\"()|false",
        "{? = call f({d '2026-01-02'}, ?)}|SELECT f(DATE '2026-01-02', ?)|true",
        "{?=call f}|SELECT f()|true",
        "SELECT 1|SELECT 1|false",
      })
  void callsAreQueries(String from, String to, boolean value) throws SQLException {
    assertThat(JdbcEscapes.translateCall(from)).isEqualTo(new JdbcEscapes.Call(to, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{?}", "{? call f}", "{? = f}", "{call}", "SELECT {call f}", "{fn {call f}}"})
  void rejectsMalformedCalls(String sql) {
    assertThatThrownBy(() -> JdbcEscapes.translateCall(sql))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("42601");
  }

  @Test
  void aValueOfACallNeedsPrepareCall() {
    assertThatThrownBy(() -> JdbcEscapes.translate("{? = call f(1)}"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("prepareCall");
  }

  @Test
  void deepNestingIsAnErrorAndNoOverflow() {
    assertThatThrownBy(() -> JdbcEscapes.translate("{fn ".repeat(100_000)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("deeply");
  }
}
