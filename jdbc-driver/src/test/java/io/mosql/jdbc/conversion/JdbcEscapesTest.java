package io.mosql.jdbc.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
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
  @ValueSource(strings = {"{call p(1)}", "{? = call f(1)}"})
  void thereAreNoProcedures(String sql) {
    assertThatThrownBy(() -> JdbcEscapes.translate(sql))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
  }

  @Test
  void deepNestingIsAnErrorAndNoOverflow() {
    assertThatThrownBy(() -> JdbcEscapes.translate("{fn ".repeat(100_000)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("deeply");
  }
}
