package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays: their text, subscripts, slices and order, as in PostgreSQL. */
final class SqlArrayTest {
  private static final SqlType INTEGERS = SqlType.arrayOf(SqlType.INTEGER);

  private static SqlArray integers(String text) {
    return (SqlArray) Coercion.assign(text, INTEGERS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "{}|{}",
        "{ }|{}",
        "{1,2}|{1,2}",
        " { 1 , 2 } |{1,2}",
        "{a b, c}|{\"a b\",c}",
        "{a\\ ,b}|{\"a \",b}",
        "{null,NULL,\"null\"}|{NULL,NULL,\"null\"}",
        "{nul\\l}|{\"null\"}",
        "{\"\",\"a,b\",\"c\\\"d\",\"e\\\\f\"}|{\"\",\"a,b\",\"c\\\"d\",\"e\\\\f\"}",
        "{{1,2},{3,4}}|{{1,2},{3,4}}",
        "[0:1]={1,2}|[0:1]={1,2}",
        "[2]={1,2}|{1,2}",
        "[1:2][-1:0]={{1,2},{3,4}}|[1:2][-1:0]={{1,2},{3,4}}",
        "{{{1},{2}}}|{{{1},{2}}}",
      })
  void textsAreReadAndWrittenAsInPostgreSql(String text, String canonical) {
    assertThat(ArrayText.parse(text)).hasToString(canonical);
    assertThat(ArrayText.parse(canonical)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "{1",
        "{{}}",
        "{{},{}}",
        "1}",
        "{1,}",
        "{,1}",
        "{1}}",
        "{1} 2",
        "{{1},2}",
        "{1,{2}}",
        "{{1,2},{3}}",
        "{\"a}",
        "{\"a\"b}",
        "{a\"b\"}",
        "{a\\",
        "[1:2]={1}",
        "[1:2]{1,2}",
        "[a]={1}",
        "[1:99999999999]={1}",
        "{{1},{}}",
      })
  void otherTextsAreMalformed(String text) {
    assertThatThrownBy(() -> ArrayText.parse(text))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("malformed array literal")
        .extracting(e -> ((MosqlException) e).sqlState())
        .isEqualTo("22P02");
  }

  @Test
  void dimensionsAndBoundsAreLimited() {
    assertThatThrownBy(() -> ArrayText.parse("{{{{{{{1}}}}}}}"))
        .hasMessage("number of array dimensions (7) exceeds the maximum allowed (6)");
    assertThatThrownBy(() -> ArrayText.parse("[2:1]={}"))
        .hasMessage("upper bound cannot be less than lower bound");
    assertThatThrownBy(() -> ArrayText.parse("[2147483646:2147483647]={1,2}"))
        .hasMessage("array lower bound is too large: 2147483646");
    assertThatThrownBy(() -> ArrayText.parse("[-2147483648:2147483647]={1}"))
        .hasMessageContaining("array size exceeds the maximum allowed");
  }

  @Test
  void elementsAreConvertedOneByOne() {
    assertThat(integers("{1, 2, null}").items()).containsExactly(1, 2, null);
    assertThatThrownBy(() -> integers("{1,x}")).isInstanceOf(MosqlException.class);
    SqlType dates = SqlType.arrayOf(SqlType.DATE);
    assertThat(Coercion.assign("{2026-01-02}", dates)).hasToString("{2026-01-02}");
    SqlType shorts = SqlType.arrayOf(SqlType.varchar(2));
    assertThatThrownBy(() -> Coercion.assign("{abc}", shorts))
        .hasMessage("value too long for type VARCHAR(2)");
    assertThat(Coercion.cast("{abc}", SqlType.TEXT, shorts)).hasToString("{ab}");
    assertThat(Coercion.cast(integers("{1,2}"), INTEGERS, SqlType.arrayOf(SqlType.TEXT)))
        .isEqualTo(SqlArray.of(SqlType.TEXT, List.of("1", "2")));
    assertThat(Coercion.cast(integers("{1,2}"), INTEGERS, SqlType.TEXT)).isEqualTo("{1,2}");
    assertThatThrownBy(() -> Coercion.cast(integers("{1}"), INTEGERS, SqlType.INTEGER))
        .hasMessage("value cannot be converted to type INTEGER");
    ZoneId zone = ZoneId.of("Europe/Paris");
    SqlType moments = SqlType.arrayOf(SqlType.TIMESTAMPTZ);
    Object moment = Coercion.cast("{2026-07-01 12:00:00}", SqlType.TEXT, moments, zone);
    assertThat(Coercion.cast(moment, moments, SqlType.TEXT, zone))
        .isEqualTo("{\"2026-07-01 12:00:00+02\"}");
    assertThat(moment).hasToString("{\"2026-07-01 10:00:00+00\"}");
  }

  @Test
  void subscriptsBeginAtTheLowerBound() {
    SqlArray one = integers("[0:1]={10,11}");
    assertThat(one.get(0)).isEqualTo(10);
    assertThat(one.get(1)).isEqualTo(11);
    assertThat(one.get(-1)).isNull();
    assertThat(one.get(2)).isNull();
    SqlArray two = integers("{{1,2,3},{4,5,6}}");
    assertThat(two.get(2, 1)).isEqualTo(4);
    assertThat(two.get(2)).isNull();
    assertThat(two.get(1, 4)).isNull();
    assertThat(integers("{}").get(1)).isNull();
  }

  @Test
  void slicesBeginAtOne() {
    SqlArray two = integers("{{1,2,3},{4,5,6},{7,8,9}}");
    assertThat(two.slice(new int[] {2}, new int[] {3})).hasToString("{{4,5,6},{7,8,9}}");
    assertThat(two.slice(new int[] {1, 2}, new int[] {2, 9})).hasToString("{{2,3},{5,6}}");
    assertThat(two.slice(new int[] {4}, new int[] {5})).hasToString("{}");
    assertThat(two.slice(new int[] {1, 1, 1}, new int[] {1, 1, 1})).hasToString("{}");
    SqlArray shifted = integers("[5:7]={1,2,3}");
    assertThat(shifted.slice(new int[] {6}, new int[] {100})).hasToString("{2,3}");
    assertThat(shifted.slice(new int[] {Integer.MIN_VALUE}, new int[] {Integer.MAX_VALUE}))
        .hasToString("{1,2,3}");
  }

  @Test
  void arraysOfTheSameDimensionsAreJoined() {
    SqlArray one = integers("{1,2}");
    assertThat(SqlArray.join(SqlType.INTEGER, List.of(one, integers("{3,4}"))))
        .hasToString("{{1,2},{3,4}}");
    assertThat(SqlArray.join(SqlType.INTEGER, Arrays.asList(1, null))).hasToString("{1,NULL}");
    assertThat(SqlArray.join(SqlType.INTEGER, List.of())).hasToString("{}");
    assertThatThrownBy(() -> SqlArray.join(SqlType.INTEGER, List.of(one, integers("{3}"))))
        .hasMessageContaining("matching dimensions");
    assertThatThrownBy(() -> SqlArray.join(SqlType.INTEGER, Arrays.asList(one, null)))
        .hasMessageContaining("matching dimensions");
  }

  @Test
  void theOrderIsThatOfPostgreSql() {
    List<SqlArray> ascending = new ArrayList<>();
    for (String text :
        List.of(
            "{}",
            "{1}",
            "{{1}}",
            "{1,2}",
            "[2:3]={1,2}",
            "{{1,2}}",
            "{{1},{2}}",
            "{1,2,3}",
            "{1,NULL}",
            "{2}",
            "{NULL}")) {
      ascending.add(integers(text));
    }
    for (int i = 0; i < ascending.size(); i++) {
      for (int k = 0; k < ascending.size(); k++) {
        assertThat(Integer.signum(ascending.get(i).compareTo(ascending.get(k))))
            .as("%s and %s", ascending.get(i), ascending.get(k))
            .isEqualTo(Integer.compare(i, k));
      }
    }
  }
}
