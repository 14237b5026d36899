package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests mutated statements: each results in a tree or in a MosqlException with a valid position.
 */
final class MosqlParserMutationTest {
  private static final long SEED = 20240607;
  private static final int ROUNDS = 4000;

  private static final List<String> SPLINTERS =
      List.of(
          "(",
          ")",
          "((",
          "))",
          ",",
          ";",
          "'",
          "\"",
          "`",
          "--",
          "/*",
          "*/",
          "/*+",
          "::",
          "?",
          ".",
          "*",
          "\n",
          "\t",
          "\r\n",
          "\u0000",
          "\u0007",
          "é",
          "\uD83D\uDE00",
          "\uD83D",
          "$",
          "#",
          "@",
          "\\",
          "0x",
          "1e",
          "99999999999999999999",
          "E'\\'",
          "U&'\\zzzz'",
          "U&\"\\d8\"",
          "N'x'",
          "_latin1'x'",
          "x'0'",
          "{d '1'}",
          "{fn",
          " select ",
          " from ",
          " not ",
          " case ",
          " end ",
          " date ",
          " interval ",
          " cast(",
          " row ",
          " update ",
          " default ",
          " key ",
          " array[",
          " with ",
          " values ",
          " for ",
          " union ",
          " next value for ");

  private final Random random = new Random(SEED);
  private int accepted;
  private int refused;

  @Test
  void nothingButMosqlExceptionComesOut() throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : List.of("schema.txt", "rows.txt", "session.txt", "names.txt", "copy.txt")) {
      GoldenFile.read(name).blocks().stream()
          .filter(block -> !block.isComment())
          .forEach(block -> texts.add(block.text()));
    }
    for (int i = 0; i < ROUNDS; i++) {
      String text = texts.get(random.nextInt(texts.size()));
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        text = mutate(text, texts);
      }
      check(text);
    }
    assertThat(accepted).as("mutants that still parse").isGreaterThan(ROUNDS / 50);
    assertThat(refused).as("mutants that do not").isGreaterThan(ROUNDS / 2);
  }

  private String mutate(String text, List<String> texts) {
    int at = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), at + random.nextInt(6));
    return switch (random.nextInt(6)) {
      case 0 -> text.substring(0, at) + text.substring(to);
      case 1 -> text.substring(0, at);
      case 2 -> {
        String other = texts.get(random.nextInt(texts.size()));
        yield text.substring(0, at) + other.substring(random.nextInt(other.length() + 1));
      }
      case 3 -> text.substring(0, to) + text.substring(at);
      default ->
          text.substring(0, at)
              + SPLINTERS.get(random.nextInt(SPLINTERS.size()))
              + text.substring(random.nextBoolean() ? at : to);
    };
  }

  private void check(String text) {
    try {
      String canonical = MosqlParser.toSql(MosqlParser.parse(text));
      assertThat(canonical).isNotEmpty();
      accepted++;
    } catch (MosqlException e) {
      assertThat(e.state()).as(text).isNotEqualTo(SqlState.INTERNAL_ERROR);
      assertThat(e.position()).as("%s: %s", text, e).isBetween(1, text.length() + 1);
      assertThat(e.getMessage()).as(text).hasSizeLessThan(200);
      refused++;
    } catch (RuntimeException | Error e) {
      fail("seed " + SEED + ": " + text, e);
    }
  }
}
