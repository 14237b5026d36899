package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the documents name exists. */
final class DocumentationTest {
  /** A type name in back quotes. */
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z]*)?)`");

  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)");

  /** Types of the JDK. */
  private static final Set<String> FOREIGN = Set.of("ServiceLoader");

  @Test
  void typesNamedInTheArchitectureExist() throws IOException {
    String text = Files.readString(Checkout.root().resolve("docs/ARCHITECTURE.md"));
    Set<String> named =
        TYPE.matcher(text).results().map(match -> match.group(1)).collect(Collectors.toSet());
    named.removeAll(FOREIGN);
    Set<String> types =
        Checkout.files(".java").stream()
            .map(source -> source.getFileName().toString().replace(".java", ""))
            .collect(Collectors.toSet());

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(types).containsAll(named);
  }

  @Test
  void linksBetweenDocumentsLeadSomewhere() throws IOException {
    for (Path document : Checkout.files(".md")) {
      assertThat(LINK.matcher(Files.readString(document)).results().map(MatchResult::group))
          .as(document.toString())
          .allMatch(link -> Files.exists(document.resolveSibling(link.substring(2))));
    }
  }
}
