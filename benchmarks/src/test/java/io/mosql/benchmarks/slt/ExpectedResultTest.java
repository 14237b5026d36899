package io.mosql.benchmarks.slt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ExpectedResultTest {
  private static final String ROWS = "VALUES (10, 'b'), (9, 'c'), (10, 'a')";

  @Test
  void writesIntegers() throws ExpectedResult.WrongForm {
    assertThat(ExpectedResult.text(null, 'I')).isEqualTo("NULL");
    assertThat(ExpectedResult.text(-7L, 'I')).isEqualTo("-7");
    assertThat(ExpectedResult.text(new BigDecimal("-2.99"), 'I')).isEqualTo("-2");
    assertThat(ExpectedResult.text(2.99, 'I')).isEqualTo("2");
    assertThat(ExpectedResult.text(true, 'I')).isEqualTo("1");
    assertThat(ExpectedResult.text("-12 men", 'I')).isEqualTo("-12");
    assertThat(ExpectedResult.text("men", 'I')).isEqualTo("0");
  }

  @Test
  void writesReals() throws ExpectedResult.WrongForm {
    assertThat(ExpectedResult.text(3, 'R')).isEqualTo("3.000");
    assertThat(ExpectedResult.text(new BigDecimal("1.66666667"), 'R')).isEqualTo("1.667");
    // The double nearest to 1.0005 is below it.
    assertThat(ExpectedResult.text(1.0005, 'R')).isEqualTo("1.000");
    assertThat(ExpectedResult.text(null, 'R')).isEqualTo("NULL");
  }

  @Test
  void writesTexts() throws ExpectedResult.WrongForm {
    assertThat(ExpectedResult.text("", 'T')).isEqualTo("(empty)");
    assertThat(ExpectedResult.text("a\tb\u00e4~", 'T')).isEqualTo("a@b@~");
    assertThat(ExpectedResult.text(5, 'T')).isEqualTo("5");
  }

  @Test
  void refusesOtherTypes() {
    assertWrong(new Timestamp(0), 'I');
    assertWrong(Double.NaN, 'I');
    assertWrong("1", 'R');
    assertWrong(true, 'R');
    assertWrong(true, 'T');
    assertWrong(new BigDecimal("1.5"), 'T');
    assertWrong(new byte[1], 'T');
  }

  private static void assertWrong(@Nullable Object value, char type) {
    assertThatThrownBy(() -> ExpectedResult.text(value, type))
        .as(value + " " + type)
        .isInstanceOf(ExpectedResult.WrongForm.class);
  }

  @Test
  void sortsRowsByTheirTexts() throws Exception {
    assertThat(read("IT", SortMode.ROWSORT).values())
        .containsExactly("10", "a", "10", "b", "9", "c");
  }

  @Test
  void sortsValues() throws Exception {
    assertThat(read("IT", SortMode.VALUESORT).values())
        .containsExactly("10", "10", "9", "a", "b", "c");
  }

  @Test
  void leavesTheOrderToTheQuery() throws Exception {
    assertThat(read("IT", SortMode.NOSORT).values())
        .containsExactly("10", "b", "9", "c", "10", "a");
  }

  @Test
  void theNumberOfColumnsMustBeRight() {
    assertThatThrownBy(() -> read("ITT", SortMode.NOSORT))
        .isInstanceOf(ExpectedResult.WrongForm.class);
  }

  @Test
  void comparesValuesOrTheirHash() {
    // From the corpus: ten texts converted to integers.
    ExpectedResult zeros = new ExpectedResult(Collections.nCopies(10, "0"));
    assertThat(zeros.matches(List.of("10 values hashing to b833e3a3ba082b2c0028b4cd08f0834d")))
        .isTrue();
    assertThat(zeros.matches(List.of("9 values hashing to b833e3a3ba082b2c0028b4cd08f0834d")))
        .isFalse();
    assertThat(zeros.matches(List.of("10 values hashing to c833e3a3ba082b2c0028b4cd08f0834d")))
        .isFalse();
    assertThat(new ExpectedResult(List.of("1", "2")).matches(List.of("1", "2"))).isTrue();
    assertThat(new ExpectedResult(List.of("1", "2")).matches(List.of("2", "1"))).isFalse();
    assertThat(new ExpectedResult(List.of()).matches(List.of())).isTrue();
  }

  private static ExpectedResult read(String types, SortMode sort)
      throws SQLException, ExpectedResult.WrongForm {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:slt-answers");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(ROWS)) {
      return ExpectedResult.read(result, types, sort);
    }
  }
}
