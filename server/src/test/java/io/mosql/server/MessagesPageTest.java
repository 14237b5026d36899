package io.mosql.server;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The error messages of all modules' catalogues: docs/sql/errors.md lists them, and they are worded
 * alike. {@code -Dmosql.update=true} rewrites the page's section.
 */
final class MessagesPageTest {
  private static final String HEADING = "\n## Messages\n";
  private static final String INTRODUCTION =
      """

      The messages of each code; `...` stands for a name, a number or another part that varies. The
      server adds the position in the statement, COPY the file and the line.

      | code | message |
      |---|---|
      """;

  /** Words for persons, which do not name an error. */
  private static final Pattern PERSON =
      Pattern.compile("(?i)\\b(who|whoever|nobody|somebody|anybody|everybody|he|him|his)\\b");

  /** A small letter, an argument, or what is written in capitals everywhere. */
  private static final Pattern BEGINNING =
      Pattern.compile("(%s|\"|'|\\$|[a-z]|[A-Z][A-Z_0-9]|XQuery |Unicode ).*", Pattern.DOTALL);

  /** Texts that are Calcite's, so that its errors and those of the planner are the same. */
  private static final Set<String> AS_IN_CALCITE =
      Set.of(
          "Argument must be a table function: %s",
          "Column '%s' is ambiguous", "Numeric literal '%s' out of range");

  private static final List<ErrorMessage> MESSAGES = new ArrayList<>();

  @BeforeAll
  static void findCatalogues() throws ClassNotFoundException {
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(location -> location.contains("ErrorMessage"))
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ArchitectureTest.DoNotIncludeTestJars())
            .importPackages("io.mosql")) {
      if (type.isEnum() && type.isAssignableTo(ErrorMessage.class)) {
        for (Object constant : Class.forName(type.getName()).getEnumConstants()) {
          MESSAGES.add((ErrorMessage) constant);
        }
      }
    }
    MESSAGES.sort(comparing(m -> m.state().code() + m.format()));
  }

  private static String name(ErrorMessage message) {
    return message.getClass().getSimpleName() + "." + message + ": " + message.format();
  }

  @Test
  void pageListsAllMessages() throws IOException {
    Path page = Checkout.root().resolve("docs/sql/errors.md");
    String text = Files.readString(page);
    int heading = text.indexOf(HEADING);
    String before = heading < 0 ? text : text.substring(0, heading);
    String section =
        MESSAGES.stream()
            .map(m -> "| `" + m.state().code() + "` | `" + shown(m.format()) + "` |\n")
            .distinct()
            .collect(joining("", HEADING + INTRODUCTION, ""));
    if (Boolean.getBoolean("mosql.update")) {
      Files.writeString(page, before + section);
    } else {
      assertThat(text).isEqualTo(before + section);
    }
  }

  /** A text as the page has it: in one line, without a bar that would end its column. */
  private static String shown(String format) {
    return format
        .replace("%s", "...")
        .replace("%%", "%")
        .replaceAll("\\s+", " ")
        .replace("|", "\\|");
  }

  @Test
  void textsArePhrases() {
    assertThat(MESSAGES).isNotEmpty();
    assertThat(wrong(text -> !BEGINNING.matcher(text).matches() && !AS_IN_CALCITE.contains(text)))
        .as("begin with a capital letter")
        .isEmpty();
    assertThat(wrong(text -> PERSON.matcher(text).find())).as("name a person").isEmpty();
    assertThat(wrong(text -> text.endsWith(".") && !text.endsWith("..")))
        .as("end with a full stop")
        .isEmpty();
  }

  private static List<String> wrong(Predicate<String> isWrong) {
    return MESSAGES.stream()
        .filter(m -> isWrong.test(m.format()))
        .map(MessagesPageTest::name)
        .toList();
  }

  @Test
  void noTwoMessagesAreTheSame() {
    SortedMap<String, Set<String>> constants = new TreeMap<>();
    for (ErrorMessage message : MESSAGES) {
      constants
          .computeIfAbsent(message.state().code() + " " + message.format(), text -> new TreeSet<>())
          .add(name(message));
    }
    constants.values().removeIf(same -> same.size() == 1);
    assertThat(constants.values()).isEmpty();
  }

  @Test
  void constantsAreInGroupsByState() {
    for (Class<?> catalogue : MESSAGES.stream().map(ErrorMessage::getClass).distinct().toList()) {
      Map<SqlState, List<String>> groups = new LinkedHashMap<>();
      List<String> names = new ArrayList<>();
      for (Object constant : catalogue.getEnumConstants()) {
        groups
            .computeIfAbsent(((ErrorMessage) constant).state(), state -> new ArrayList<>())
            .add(constant.toString());
        names.add(constant.toString());
      }
      groups.values().forEach(Collections::sort);
      assertThat(names)
          .as(catalogue.getName())
          .isEqualTo(groups.values().stream().flatMap(List::stream).toList());
    }
  }
}
