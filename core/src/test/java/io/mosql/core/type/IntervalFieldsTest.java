package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import org.junit.jupiter.api.Test;

final class IntervalFieldsTest {
  private static String fit(String text, IntervalFields fields, int digits) {
    return fields.fit(text, digits).toString();
  }

  @Test
  void whatIsSmallerThanTheLastFieldIsCutAndWhatIsLargerThanTheFirstStays() {
    String whole = "1 year 2 mons -3 days -04:05:06.7";
    assertThat(fit(whole, IntervalFields.YEAR, -1)).isEqualTo("1 year");
    assertThat(fit(whole, IntervalFields.MONTH, -1)).isEqualTo("1 year 2 mons");
    assertThat(fit(whole, IntervalFields.DAY, -1)).isEqualTo("1 year 2 mons -3 days");
    assertThat(fit(whole, IntervalFields.DAY_TO_HOUR, -1))
        .isEqualTo("1 year 2 mons -3 days -04:00:00");
    assertThat(fit(whole, IntervalFields.HOUR_TO_MINUTE, -1))
        .isEqualTo("1 year 2 mons -3 days -04:05:00");
    assertThat(fit(whole, IntervalFields.MINUTE_TO_SECOND, -1)).isEqualTo(whole);
  }

  @Test
  void digitsAreRoundedAndNotCut() {
    assertThat(fit("00:00:01.25", IntervalFields.SECOND, 1)).isEqualTo("00:00:01.3");
    assertThat(fit("-00:00:01.25", IntervalFields.SECOND, 1)).isEqualTo("-00:00:01.3");
    assertThat(fit("-00:00:01.24", IntervalFields.ALL, 1)).isEqualTo("-00:00:01.2");
    assertThat(fit("00:00:59.5", IntervalFields.ALL, 0)).isEqualTo("00:01:00");
    assertThatThrownBy(() -> IntervalFields.ALL.fit(new Interval(0, 0, Long.MAX_VALUE), 0))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DATETIME_OVERFLOW));
  }

  @Test
  void typesTellTheirFieldsAndComeBackByCodeAndSql() {
    for (IntervalFields fields : IntervalFields.values()) {
      SqlType type = SqlType.interval(fields, 3);
      assertThat(IntervalFields.of(type)).isEqualTo(fields);
      assertThat(IntervalFields.ofSql(fields.sql())).isEqualTo(fields);
    }
    assertThat(SqlType.interval(IntervalFields.ALL, SqlType.UNBOUNDED)).isEqualTo(SqlType.INTERVAL);
    assertThat(SqlType.interval(IntervalFields.DAY_TO_SECOND, 3))
        .hasToString("INTERVAL DAY TO SECOND(3)");
    assertThat(SqlType.interval(IntervalFields.ALL, 3)).hasToString("INTERVAL(3)");
    assertThatThrownBy(() -> new SqlType(TypeKind.INTERVAL, 0, 14))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void comparedValuesAreNotCut() {
    SqlType days = SqlType.interval(IntervalFields.DAY, SqlType.UNBOUNDED);
    assertThat(Coercion.bind("1 day 02:00", days)).hasToString("1 day 02:00:00");
    assertThat(Coercion.assign("1 day 02:00", days)).hasToString("1 day");
  }
}
