package io.mosql.sql.function.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the right operands of the arrow operators. */
final class JsonKeyTest {
  private static final JsonNode DOCUMENT =
      JsonText.parse("{\"a\": [10, 20, {\"b\": 1}], \"0\": \"zero\", \"x,y\": {\"q\\\"\": 5}}");

  private static @Nullable String text(@Nullable JsonNode node) {
    return node == null ? null : JsonText.write(node);
  }

  @Test
  void aNumberIsOneOfAnItemAndATextIsAKeyOrAPath() {
    JsonNode array = JsonText.parse("[10, 20, 30]");
    assertThat(text(JsonKey.of(1, SqlType.INTEGER).in(array))).isEqualTo("20");
    assertThat(text(JsonKey.of(-1L, SqlType.BIGINT).in(array))).isEqualTo("30");
    assertThat(JsonKey.of(3, SqlType.INTEGER).in(array)).isNull();
    assertThat(JsonKey.of(-4, SqlType.INTEGER).in(array)).isNull();
    assertThat(JsonKey.of(Long.MIN_VALUE, SqlType.BIGINT).in(array)).isNull();
    assertThat(JsonKey.of("1", SqlType.TEXT).in(array)).isNull();
    assertThat(JsonKey.of(0, SqlType.INTEGER).in(DOCUMENT)).isNull();
    assertThat(text(JsonKey.of("0", SqlType.TEXT).in(DOCUMENT))).isEqualTo("\"zero\"");
    assertThat(text(JsonKey.of("$.a[2].b", SqlType.TEXT).in(DOCUMENT))).isEqualTo("1");
    assertThat(text(JsonKey.of("$.a[*]", SqlType.TEXT).in(DOCUMENT)))
        .isEqualTo("[10, 20, {\"b\": 1}]");
    assertThat(JsonKey.of("$.none", SqlType.TEXT).in(DOCUMENT)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{a,0} | 10",
        "{a,-1,b} | 1",
        "{ a , 2 , b } | 1",
        "{0} | \"zero\"",
        "{\"x,y\",\"q\\\"\"} | 5",
        "{a,9} |",
        "{a,b} |",
        "{none,0} |"
      })
  void keysOneInTheOther(String keys, @Nullable String expected) {
    assertThat(text(JsonKey.follow(DOCUMENT, JsonKey.list(keys)))).isEqualTo(expected);
  }

  @Test
  void noKeysLeadToTheWhole() {
    assertThat(JsonKey.list("{}")).isEmpty();
    assertThat(JsonKey.list(" {  } ")).isEmpty();
    assertThat(JsonKey.follow(DOCUMENT, JsonKey.list("{}"))).isSameAs(DOCUMENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "{", "}", "{a", "a}", "{a,}", "{,a}", "{\"a}", "{a}{b}"})
  void whatIsNoList(String keys) {
    assertThatThrownBy(() -> JsonKey.list(keys))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state().code()).isEqualTo("22P02"));
  }
}
