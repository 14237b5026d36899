package io.mosql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.SqlState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/sql/errors.md has every SQLSTATE with its name and meaning, and the other pages name no
 * others.
 */
final class ErrorsPageTest {
  private static final Path FOLDER = Path.of("../docs/sql");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([0-9A-Z]{5})` \\| `([a-z_]+)` \\| ([^|]{5,}) \\| ([^|]* )?\\|$");

  /** Words for persons, which do not name an error. */
  private static final Pattern PERSON =
      Pattern.compile("(?i)\\b(who|whoever|nobody|somebody|anybody|everybody|he|him|his)\\b");

  /** A code with a letter in it, or one of the classes that have none. */
  private static final Pattern CODE =
      Pattern.compile("\\b(0A000|2[1-8][0-9A-Z]{3}|4[02][0-9A-Z]{3}|5[3-8][0-9A-Z]{3}|XX00\\d)\\b");

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(FOLDER.resolve("errors.md"))).results().toList();
  }

  private static List<String> listed() throws IOException {
    return rows().stream().map(row -> row.group(1)).toList();
  }

  @Test
  void listsEveryCodeOnceInOrder() throws IOException {
    List<String> codes = Arrays.stream(SqlState.values()).map(SqlState::code).toList();
    assertThat(listed()).containsExactlyInAnyOrderElementsOf(codes);
    assertThat(listed()).isSorted();
  }

  @Test
  void everyCodeHasItsName() throws IOException {
    assertThat(rows().stream().map(row -> row.group(1) + " " + row.group(2)))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(SqlState.values())
                .map(state -> state.code() + " " + state.name().toLowerCase(Locale.ROOT))
                .toList());
  }

  @Test
  void everyCodeHasAMeaningOfItsOwn() throws IOException {
    assertThat(rows().stream().map(row -> row.group(3)))
        .doesNotHaveDuplicates()
        .noneMatch(meaning -> PERSON.matcher(meaning).find())
        .noneMatch(meaning -> meaning.endsWith("."))
        .allMatch(meaning -> meaning.matches("(?s)([a-z]|[A-Z]{2}|\\[).*"), "a noun phrase");
  }

  @Test
  void otherPagesNameNoOtherCodes() throws IOException {
    List<String> codes = listed();
    try (Stream<Path> pages = Files.list(FOLDER)) {
      for (Path page : pages.toList()) {
        assertThat(CODE.matcher(Files.readString(page)).results().map(MatchResult::group))
            .as(page.toString())
            .allMatch(code -> !isCode(code) || codes.contains(code));
      }
    }
  }

  /** Numbers of five digits are no codes unless one begins as they do. */
  private static boolean isCode(String text) {
    return !text.chars().allMatch(Character::isDigit)
        || Arrays.stream(SqlState.values())
            .anyMatch(state -> state.code().startsWith(text.substring(0, 3)));
  }
}
