package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of a million digits, which would take minutes to parse, are rejected quickly. */
final class LongNumbersTest {
  private static final SqlType TYPE = SqlType.decimal(38, 0);
  private static final String NINES = "9".repeat(1_000_000);

  @ParameterizedTest
  @ValueSource(strings = {"%s", "-%s", "+%s", "%s.5", "0.%s", "%se5", "00%s", "%sE-3", ".%s"})
  void areOutOfRange(String form) {
    assertThatThrownBy(() -> Coercion.bind(form.formatted(NINES), TYPE))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("22003"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%sx", "%s.5.5", "%se", "x%s", "%s,5", "--%s", "%s 1"})
  void areNoNumbers(String form) {
    assertThatThrownBy(() -> Coercion.bind(form.formatted(NINES), TYPE))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("22018"));
  }

  @Test
  void countWithoutLeadingZeros() {
    String zeros = "0".repeat(1_000_000);
    assertThat(Coercion.bind("-" + zeros + "12", TYPE)).isEqualTo(new BigDecimal("-12"));
    assertThat(Coercion.bind(zeros, TYPE)).isEqualTo(BigDecimal.ZERO);
  }
}
