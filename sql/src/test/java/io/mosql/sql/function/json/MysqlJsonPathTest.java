package io.mosql.sql.function.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.MosqlException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests MySQL's JSON paths. */
final class MysqlJsonPathTest {
  private static final JsonNode DOCUMENT =
      JsonText.parse(
          "{\"a\": {\"b c\": [1, [2, 3], {\"d\": null}]}, \"é\": 1, \"q\\\"\": 2, \"$x\": 3}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "$.a.\"b c\"[0] | [1] | false",
        "$.a.\"b c\"[1][last] | [3] | false",
        "$.a.\"b c\"[last-2] | [1] | false",
        "$.a.\"b c\"[last - 9] | [] | false",
        "$.a.\"b c\"[9] | [] | false",
        "$.a.\"b c\"[*] | [1, [2, 3], {\"d\": null}] | true",
        "$.a.* | [[1, [2, 3], {\"d\": null}]] | true",
        "$.a.\"b c\"[2].d | [null] | false",
        "$.é[0] | [1] | false",
        "$.é[1] | [] | false",
        "$.é[*] | [] | true",
        "$.é.x | [] | false",
        "$.\"q\\\"\" | [2] | false",
        "$.$x | [3] | false",
        "  $ . a . \"b c\" [ 0 ] | [1] | false"
      })
  void values(String path, String expected, boolean many) {
    MysqlJsonPath read = MysqlJsonPath.of(path);
    assertThat(JsonText.write(JsonText.array(read.evaluate(DOCUMENT)))).isEqualTo(expected);
    assertThat(read.isMultiple()).isEqualTo(many);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "$.",
        "$[",
        "$[-1]",
        "$[1",
        "$[9999999999]",
        "$.a b",
        "$..a",
        "$.\"a",
        "$.a[last+1]",
        "$.a ? (@ > 1)",
        "$.a.size()",
        "lax $"
      })
  void whatIsNoPath(String path) {
    assertThatThrownBy(() -> MysqlJsonPath.of(path))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state().code()).isEqualTo("22023"));
  }
}
