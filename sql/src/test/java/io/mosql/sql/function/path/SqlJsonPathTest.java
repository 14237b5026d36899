package io.mosql.sql.function.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.function.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests SQL/JSON paths against the results of jsonb_path_query_array in PostgreSQL 15. */
final class SqlJsonPathTest {
  private static final JsonNode DOCUMENT =
      JsonText.parse(
          """
          {"a": {"b": [1, 2, 3.5], "c": "x"}, "list": [{"n": 1, "s": "one"}, {"n": 2, "s": "Two"},
           {"n": 12, "s": "twelve", "t": null}], "num": "1.50", "neg": -3, "nested": [[1, 2], [3]],
           "any key": true, "n": null}
          """);

  private static String found(String path) {
    return JsonText.write(JsonText.array(SqlJsonPath.of(path).evaluate(DOCUMENT)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "$.a.c ; [\"x\"]",
        "$.\"any key\" ; [true]",
        "$.a.b ; [[1, 2, 3.5]]",
        "$.a.b[*] ; [1, 2, 3.5]",
        "$.a.b[0] ; [1]",
        "$.a.b[last] ; [3.5]",
        "$.a.b[last - 1 to last] ; [2, 3.5]",
        "$.a.b[0, 2, 9] ; [1, 3.5]",
        "$.a.b[1.9] ; [2]",
        "$.a.b[$.a.b[0]] ; [2]",
        "$.list[*] ? ($.a.b[@.n] == 2).n ; [1]",
        "$.list.n ; [1, 2, 12]",
        "$.list[*].t ; [null]",
        "$.a.* ; [[1, 2, 3.5], \"x\"]",
        "$.nested[*][0] ; [1, 3]",
        "$.nested[0][last] ; [2]",
        "$.a[0].c ; [\"x\"]",
        "$.missing.key[3] ; []",
        "$.nested.** ; [[[1, 2], [3]], [1, 2], 1, 2, [3], 3]",
        "$.nested.**{0} ; [[[1, 2], [3]]]",
        "$.nested.**{1} ; [[1, 2], [3]]",
        "$.nested.**{1 to 2} ; [[1, 2], 1, 2, [3], 3]",
        "$.nested.** {2 to last} ; [1, 2, 3]",
        "$.nested.**{last} ; [1, 2, 3]",
        "$.nested.**{last to 2} ; []",
        "$.nested.**{3} ; []",
        "$.a.c.** ; [\"x\"]",
        "strict $.** ? (@ == 1) ; [1, 1, 1]",
        "strict $.**.n ; [null, 1, 2, 12]",
        "strict $.**.size() ; [3, 3, 2, 2, 1]",
        "strict $.**[1] ; [2, {\"n\": 2, \"s\": \"Two\"}, [3], 2]",
        "$.list[*] ? (@.**{1 to last} == 12).n ; [12]",
        "$.list ? (@.n > 1) ; [{\"n\": 2, \"s\": \"Two\"}, {\"n\": 12, \"s\": \"twelve\", \"t\": null}]",
        "$.list[*] ? (@.n > 1 && @.n <= 2).s ; [\"Two\"]",
        "$.list[*] ? (@.n == 1 || !(@.s == \"Two\")).s ; [\"one\", \"twelve\"]",
        "$.list[*] ? (exists(@.t)).n ; [12]",
        "$.list[*] ? (@.t == null).n ; [12]",
        "$.list[*] ? (@.t != null).n ; []",
        "$.list[*] ? (@.s starts with \"tw\").n ; [12]",
        "$.list[*] ? (@.s like_regex \"^tw\" flag \"i\").n ; [2, 12]",
        "$.list[*] ? (@.s like_regex \"e$\").n ; [1, 12]",
        "$.list[*] ? ((@.s > 1) is unknown).n ; [1, 2, 12]",
        "$.list[*] ? (@.n * 2 + 1 == 5).n ; [2]",
        "$.a.b ? (@ >= 2) ; [2, 3.5]",
        "$.list[*] ? (@.n > $.a.b[1]).n ; [12]",
        "$.a.type() ; [\"object\"]",
        "$.*.type() ; [\"object\", \"array\", \"string\", \"number\", \"array\", \"boolean\", \"null\"]",
        "$.a.b.size() ; [3]",
        "$.neg.size() ; [1]",
        "$.num.double() ; [1.5]",
        "$.a.b.ceiling() ; [1, 2, 4]",
        "$.a.b[2].floor() ; [3]",
        "$.neg.abs() ; [3]",
        "$.neg + 1 ; [-2]",
        "-$.a.b ; [-1, -2, -3.5]",
        "($.a.b[0] + $.a.b[1]) * 2 ; [6]",
        "7 / 2 ; [3.5000000000000000]",
        "7 % 4 ; [3]",
        "1 / 3 ; [0.33333333333333333333]",
        "$.neg < 0 ; [true]",
        "$.a.c > 1 ; [null]",
        "\"a\\u0062\" ; [\"ab\"]",
        "  lax   $ . a . c  ; [\"x\"]",
        "strict $.a.b[*] ; [1, 2, 3.5]",
        "strict $.list[*].n ; [1, 2, 12]",
        "strict $.list[*] ? (@.t == null).n ; [12]",
        "strict $.a ? (@.b > 1).c ; []"
      })
  void values(String path, String expected) {
    assertThat(found(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "strict $.missing ; 2203A",
        "strict $.neg.key ; 2203A",
        "strict $.list.n ; 2203A",
        "strict $.a.b[3] ; 22033",
        "strict $.a.b[2 to 1] ; 22033",
        "strict $.neg[*] ; 22039",
        "strict $.neg[0] ; 22039",
        "strict $.neg.size() ; 22039",
        "strict $.list[*].t ; 2203A",
        "$.a.c.double() ; 22036",
        "$.a.c.abs() ; 22036",
        "-$.a.c ; 2203B",
        "$.a.b + 1 ; 22038",
        "$.a.c * 2 ; 22038",
        "1 / 0 ; 22012",
        "1 % 0 ; 22012",
        "$.a.b[\"x\"] ; 22033",
        "$.a.b[99999999999] ; 22033",
        "$x ; 42704",
        "$.list ? (@.n == $x) ; 42704"
      })
  void errorsOfTheDocument(String path, String state) {
    assertThatThrownBy(() -> found(path))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state().code()).isEqualTo(state));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "$.",
        "$..a",
        "$.**{",
        "$.**{}",
        "$.**{1 to}",
        "$.**{-1}",
        "$.**{1.5}",
        "$.**{9999999999}",
        "$.{1}",
        "$.a.",
        "$[",
        "$[]",
        "$[1",
        "$[1,]",
        "$.a ?",
        "$.a ? (",
        "$.a ? ()",
        "$.a ? (@.b)",
        "$.a ? (1)",
        "$ == ",
        "$ + ",
        "!($.a)",
        "! $.a",
        "$.a && $.b",
        "($.a > 1) + 1",
        "$.a like_regex",
        "$.a like_regex \"x\" flag \"z\"",
        "$.a starts with 1",
        "exists($.a",
        "$.a is unknown",
        "\"open",
        "$.a b",
        "$.size(",
        "lax",
        "#",
        "@",
        "last",
        "$.a ? (@ > last)",
        "$.a[@]",
        "$.a ? (@ > 1",
        "$[*",
        "1 2"
      })
  void whatIsNoPath(String path) {
    assertThatThrownBy(() -> SqlJsonPath.of(path))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.state().code()).isEqualTo(path.isEmpty() ? "22P02" : "42601"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.a.datetime()", "$ like_regex \"a\" flag \"x\""})
  void whatIsNotSupported(String path) {
    assertThatThrownBy(() -> SqlJsonPath.of(path))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state().code()).isEqualTo("0A000"));
  }

  @Test
  void variables() {
    JsonNode variables = JsonText.parse("{\"x\": 1, \"y\": \"tw\"}");
    SqlJsonPath path = SqlJsonPath.of("$.list[*] ? (@.n > $x && @.s starts with $y).n");
    assertThat(JsonText.write(JsonText.array(path.evaluate(DOCUMENT, variables))))
        .isEqualTo("[12]");
  }

  @Test
  void nestingHasALimit() {
    for (String open : new String[] {"(", "-"}) {
      String deep = open.repeat(10_000) + "1";
      assertThatThrownBy(() -> SqlJsonPath.of(deep))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.state().code()).isEqualTo("22023"));
    }
    assertThat(found("(".repeat(50) + "1" + ")".repeat(50))).isEqualTo("[1]");
  }
}
