package io.mosql.server.shell.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ErrorPositionTest {
  private static final String SQL = "select a,\n  b from t";

  @Test
  void readsTheWaysOfSeveralDatabases() {
    ErrorPosition last = new ErrorPosition(12, "no b");
    assertThat(ErrorPosition.find("no b (position 13)", SQL)).isEqualTo(last);
    assertThat(ErrorPosition.find("no b\n  Position: 13", SQL)).isEqualTo(last);
    assertThat(ErrorPosition.find("at line 2, column 3: no b", SQL))
        .isEqualTo(new ErrorPosition(12, "at line 2, column 3: no b"));
    assertThat(last.line(SQL)).isEqualTo(2);
    assertThat(new ErrorPosition(0, "").line(SQL)).isEqualTo(1);
  }

  @Test
  void theEndOfTheTextIsAPlaceAndBehindItIsNone() {
    int end = SQL.length();
    assertThat(ErrorPosition.find("x (position " + (end + 1) + ")", SQL)).isNotNull();
    assertThat(ErrorPosition.find("x (position " + (end + 2) + ")", SQL)).isNull();
    assertThat(ErrorPosition.find("x (position 0)", SQL)).isNull();
    assertThat(ErrorPosition.find("x line 3, column 1", SQL)).isNull();
    assertThat(ErrorPosition.find("no position", SQL)).isNull();
  }
}
