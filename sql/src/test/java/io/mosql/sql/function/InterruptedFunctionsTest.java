package io.mosql.sql.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Functions that can take long with one value ask whether their statement was cancelled. */
final class InterruptedFunctionsTest {
  private int asked;

  /** Runs the work, which is cancelled when it asks for the n-th time. */
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
    Runnable search = () -> new Regexes().finds("a".repeat(200) + "b", "^(a|aa)+c\\1$", false);
    assertThat(cancelledAt(1, search)).isEqualTo("57014");
    assertThat(cancelledAt(50, search)).isEqualTo("57014");
  }

  @Test
  void pathsIntoJson() throws JsonProcessingException {
    String items =
        IntStream.range(0, 5_000).mapToObj(i -> "[" + i + "]").collect(Collectors.joining(","));
    JsonNode document = new ObjectMapper().readTree("[" + items + "]");
    PathNode.Value path = new PathParser("$[*][*]").path();
    Runnable search = () -> new PathRun(document, null, true).values(path, null);
    assertThat(cancelledAt(3, search)).isEqualTo("57014");
  }

  @Test
  void searchesInLongTexts() {
    String text = "a".repeat(1_000_000);
    String sought = "a".repeat(30_000) + "b";
    assertThat(cancelledAt(20, () -> Texts.position(sought, text, 1))).isEqualTo("57014");
  }
}
