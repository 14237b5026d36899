package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.util.List;
import java.util.function.Supplier;

/**
 * A generator of random statements over JSONB: documents deep and wide, with empty and equal keys,
 * numbers of many digits and characters of all planes, under operators, functions and paths. Not
 * thread-safe.
 */
final class Documents {
  private static final int DEPTH_MAX = 4;
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "1.0",
          "1.50",
          "-0",
          "-0.0",
          "1e2",
          "1E-3",
          "12345678901234567890",
          "0.1",
          "100",
          "2.5e-7",
          "123456789.123456789",
          "0e5",
          "1.00e1",
          "9".repeat(40),
          "1e-30");
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "b",
          "aa",
          "\\u00e9",
          "\\ud83d\\ude00",
          "\uD83D\uDE00",
          "A",
          "0",
          "1",
          "-1",
          "a b",
          "\\\"",
          "\\\\",
          "null",
          "$",
          ".",
          "{",
          "}",
          ",",
          "a.b",
          "\\n",
          "\\u007f",
          "x",
          "ab".repeat(30));
  private static final List<String> KEYS = List.of("a", "", "b", "aa", "0", "1", "x", "a b");
  private static final List<String> ITEMS =
      List.of("NULL", "a", "b", "\"\"", "0", "1", "-1", "-2", "\"a b\"", "aa", "5");
  private static final List<String> PATHS =
      List.of(
          "$",
          "$.a",
          "$[*]",
          "$.*",
          "$.**",
          "$[0]",
          "$[last]",
          "$.a.b",
          "$[*].a",
          "$.a[*]",
          "$.keyvalue()",
          "$.size()",
          "$[*].type()",
          "$[*] ? (@ > 1)",
          "$[*] ? (@ == \"a\")",
          "$.* ? (@.a == 1)",
          "$.** ? (@ == 1)",
          "strict $.a",
          "strict $[0]",
          "strict $[*].a",
          "$.a ? (exists(@.b))",
          "$[0 to 2]",
          "$[1, last]",
          "$[last - 1]",
          "$.a + 1",
          "-$.a",
          "$.a * 2",
          "$[*] ? (@ starts with \"a\")",
          "$[*] ? (@ like_regex \"^a\")",
          "$.**{1 to 2}",
          "$.**{last}",
          "$ == 1",
          "$.a > 0",
          "$[*].double()",
          "$[*].abs()",
          "$[*].floor()",
          "$.a % 2",
          "$.a / 3",
          "$.a == null",
          "$ ? (@.a == 1 || @.b == 2)",
          "$ ? (!(@.a == 1))",
          "$.\"\"",
          "lax $.a.size()",
          "strict $.**",
          "$[*] ? (@ == $x)",
          "$[-1]",
          "$[1.7]",
          "$[$.size() - 1]");

  private final SeededRandom random;
  private final List<Supplier<String>> forms =
      List.of(
          () -> "SELECT " + document(),
          () -> "SELECT " + document() + " -> " + key() + ", " + document() + " ->> " + index(),
          () -> "SELECT " + document() + " -> " + index() + ", " + document() + " ->> " + key(),
          () -> "SELECT " + document() + " #> " + keys() + ", " + document() + " #>> " + keys(),
          () -> "SELECT " + document() + " @> " + document(),
          () -> "SELECT " + document() + " = " + document(),
          () -> "SELECT " + document() + " < " + document(),
          () -> "SELECT " + document() + " || " + document(),
          () -> "SELECT " + document() + " - " + key(),
          () -> "SELECT " + document() + " - (" + index() + ")",
          () -> "SELECT " + document() + " - " + keys() + "::text[]",
          () -> "SELECT " + document() + " #- " + keys(),
          () -> "SELECT jsonb_set(" + document() + ", " + keys() + ", " + document() + ")",
          () -> "SELECT jsonb_insert(" + document() + ", " + keys() + ", " + document() + ", true)",
          () -> "SELECT jsonb_strip_nulls(" + document() + "), jsonb_pretty(" + document() + ")",
          () -> "SELECT jsonb_typeof(" + document() + ")",
          () -> "SELECT jsonb_array_length(" + document() + ")",
          () -> "SELECT * FROM jsonb_each(" + document() + ")",
          () -> "SELECT * FROM jsonb_each_text(" + document() + ")",
          () -> "SELECT * FROM jsonb_array_elements(" + document() + ")",
          () -> "SELECT * FROM jsonb_array_elements_text(" + document() + ")",
          () -> "SELECT * FROM jsonb_object_keys(" + document() + ")",
          () -> path("jsonb_path_query_array", ""),
          () -> path("jsonb_path_exists", ""),
          () -> path("jsonb_path_query_first", ", true"),
          () -> path("jsonb_path_match", ", true"),
          () -> "SELECT jsonb_path_exists_opr(" + document() + ", " + path() + ")",
          () -> "SELECT jsonb_path_match_opr(" + document() + ", " + path() + ")",
          () -> "SELECT row_number() OVER (ORDER BY j), j FROM " + documents(),
          () -> "SELECT count(DISTINCT j) FROM " + documents(),
          () -> "SELECT jsonb_agg(j) FROM " + documents(),
          () -> "SELECT jsonb_build_object(" + key() + ", " + document() + ")",
          () -> "SELECT jsonb_build_array(" + document() + ", " + key() + ", NULL)",
          () -> "SELECT (" + document() + ")[" + key() + "], (" + document() + ")[" + index() + "]",
          () -> "SELECT jsonb_extract_path(" + document() + ", " + key() + ", " + key() + ")",
          () -> "SELECT (" + document() + ")::" + one(List.of("int", "numeric", "bool", "text")),
          () -> "SELECT jsonb_exists_any(" + document() + ", " + keys() + ")",
          () -> "SELECT jsonb_exists_all(" + document() + ", " + keys() + ")",
          () -> "SELECT jsonb_object(" + keys() + ")",
          () ->
              "SELECT jsonb_set_lax(" + document() + ", " + keys() + ", NULL, true, 'delete_key')");

  Documents(SeededRandom random) {
    this.random = random;
  }

  String statement() {
    return one(forms).get();
  }

  private String path(String function, String more) {
    return "SELECT " + function + "(" + document() + ", " + path() + ", '{\"x\": 1}'" + more + ")";
  }

  private String documents() {
    return "(VALUES ("
        + document()
        + "), ("
        + document()
        + "), ("
        + document()
        + "), ("
        + document()
        + ")) AS t(j)";
  }

  private String document() {
    return quoted(json(0)) + "::jsonb";
  }

  private String json(int depth) {
    int kind = random.nextInt(10);
    if (depth == DEPTH_MAX || kind < 5) {
      return switch (kind % 5) {
        case 0, 1 -> one(NUMBERS);
        case 2 -> string();
        case 3 -> "null";
        default -> random.percent(50) ? "true" : "false";
      };
    }
    boolean array = kind < 7;
    String blank = one(List.of("", " ", "\t"));
    StringBuilder all = new StringBuilder(array ? "[" : "{");
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      all.append(i > 0 ? "," : "").append(blank);
      all.append(array ? "" : string() + blank + ":").append(json(depth + 1));
    }
    return all.append(blank).append(array ? ']' : '}').toString();
  }

  private String string() {
    return '"' + one(TEXTS) + '"';
  }

  private String key() {
    return quoted(one(KEYS)) + "::text";
  }

  private String index() {
    return one(List.of("0", "1", "-1", "2", "-2", "5", "-7"));
  }

  private String keys() {
    StringBuilder all = new StringBuilder("{");
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      all.append(i > 0 ? "," : "").append(one(ITEMS));
    }
    return quoted(all.append('}').toString());
  }

  private String path() {
    return quoted(one(PATHS));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
