package io.mosql.sql.function.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Jsonb;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.text.CodePoints;
import io.mosql.sql.function.text.RegexMatcher;
import io.mosql.sql.function.time.TimePattern;
import java.text.Normalizer;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that functions with long running times for one value check for cancellation. */
final class InterruptedFunctionsTest {
  private int asked;

  /** Runs the work and cancels it at its n-th check. */
  private String cancelledAt(int place, Runnable work) {
    asked = 0;
    Interrupts before = new Interrupts(() -> ++asked == place).begin();
    try {
      MosqlException failure = catchThrowableOfType(MosqlException.class, work::run);
      assertThat(asked).isEqualTo(place);
      return failure.sqlState();
    } finally {
      Interrupts.end(before);
    }
  }

  @Test
  void regularExpressions() {
    Runnable search =
        () -> new RegexMatcher().matchesPart("a".repeat(200) + "b", "^(a|aa)+c\\1$", false);
    assertThat(cancelledAt(1, search)).isEqualTo("57014");
    assertThat(cancelledAt(50, search)).isEqualTo("57014");
  }

  @Test
  void pathsIntoJson() throws JsonProcessingException {
    String items =
        IntStream.range(0, 5_000).mapToObj(i -> "[" + i + "]").collect(Collectors.joining(","));
    JsonNode document = new ObjectMapper().readTree("[" + items + "]");
    PathNode.Value path = new PathParser("$[*][*]").path();
    Runnable search = () -> new PathEvaluator(document, null, true).values(path, null);
    assertThat(cancelledAt(3, search)).isEqualTo("57014");
  }

  @Test
  void searchesInLongTexts() {
    String text = "a".repeat(1_000_000);
    String sought = "a".repeat(30_000) + "b";
    assertThat(cancelledAt(20, () -> CodePoints.position(sought, text, 1))).isEqualTo("57014");
  }

  @Test
  void changesOfCase() {
    String text = "\u00df x".repeat(100_000);
    assertThat(cancelledAt(3, () -> CodePoints.upper(text))).isEqualTo("57014");
    assertThat(cancelledAt(3, () -> CodePoints.lower(text))).isEqualTo("57014");
    assertThat(cancelledAt(3, () -> CodePoints.initCap(text))).isEqualTo("57014");
  }

  @Test
  void numbersOfManyDigitsInJson() {
    String digits = "9".repeat(100_000);
    assertThat(cancelledAt(3, () -> Jsonb.parse("[-" + digits + "]"))).isEqualTo("57014");
    assertThat(Jsonb.parse("[-1" + "0".repeat(2_000) + ".50e-1]").toString())
        .isEqualTo("[-1" + "0".repeat(1_999) + ".050]");
    assertThat(stateOf(() -> Jsonb.parse("9".repeat(1_000_000)))).isEqualTo("22003");
  }

  @Test
  void patternsOfTimes() {
    assertThat(cancelledAt(3, () -> TimePattern.ofPostgres("x".repeat(1_000)))).isEqualTo("57014");
    assertThat(cancelledAt(3, () -> TimePattern.ofMysql("%Y-".repeat(500)))).isEqualTo("57014");
  }

  @Test
  void normalForms() {
    Object[] text = {"a\u0301b".repeat(100_000)};
    ScalarFunction normalize = Objects.requireNonNull(FunctionTable.find("NORMALIZE"));
    assertThat(cancelledAt(3, () -> normalize.apply(text, null))).isEqualTo("57014");
    assertThat(normalize.apply(text, null)).isEqualTo("\u00e1b".repeat(100_000));
    Object[] large = {"\ufdfa".repeat(100_000), "NFKD"};
    assertThat(cancelledAt(3, () -> normalize.apply(large, null))).isEqualTo("57014");
    Object[] mixed = {
      IntStream.range(0, 0x30000)
          .filter(c -> c < 0xd800 || c > 0xdfff)
          .mapToObj(Character::toString)
          .collect(Collectors.joining()),
      "NFKC"
    };
    assertThat(normalize.apply(mixed, null))
        .isEqualTo(Normalizer.normalize((String) mixed[0], Normalizer.Form.NFKC));
    Object[] marks = {"a" + "\u0301\u0327".repeat(100_000)};
    assertThat(stateOf(() -> normalize.apply(marks, null))).isEqualTo("54000");
  }

  /** Patterns are compiled in one step, so their length is limited. */
  @Test
  void longRegularExpressions() {
    assertThat(stateOf(() -> new RegexMatcher().matchesPart("a", "ab|".repeat(20_000), false)))
        .isEqualTo("2201B");
    assertThat(new RegexMatcher().matchesPart("b".repeat(3_000), "b".repeat(2_000), false))
        .isTrue();
  }

  /** A number with a large exponent is a short text for many digits. */
  @Test
  void exponentsInPaths() throws JsonProcessingException {
    assertThat(stateOf(() -> new PathParser("$ + 1e-99999999").path())).isEqualTo("22003");
    JsonNode document = JsonText.parse("[1, 1e999999999]");
    for (String path : List.of("$[$[1]]", "$[1].floor()", "$[1].ceiling()")) {
      PathNode.Value value = new PathParser(path).path();
      assertThat(stateOf(() -> new PathEvaluator(document, null, true).values(value, null)))
          .as(path)
          .isEqualTo("22003");
    }
  }

  private static String stateOf(Runnable work) {
    return catchThrowableOfType(MosqlException.class, work::run).sqlState();
  }
}
