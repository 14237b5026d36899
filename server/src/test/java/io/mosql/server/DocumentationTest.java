package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Test that the types named in the documentation exist. */
final class DocumentationTest {
  /** A type name in back quotes. */
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z]*)?)`");

  /** A row of the glossary: term, meaning, type. */
  private static final Pattern GLOSSARY_ROW =
      Pattern.compile("(?m)^\\| ([a-z -]+) \\| [^|]+ \\| `([A-Za-z]+)` \\|$");

  /** Line that contains a code span which is too long to be wrapped. */
  private static final Pattern ONE_CODE = Pattern.compile(".*`[^`]{50,}`.*");

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

  /** Each term of the glossary belongs to one type, whose simple name is unique. */
  @Test
  void termsOfTheGlossaryAreTypes() throws IOException {
    String text = Files.readString(Checkout.root().resolve("docs/ARCHITECTURE.md"));
    String glossary =
        text.substring(
            text.indexOf("\n## Glossary\n"), text.indexOf("\n## Execution of a statement\n"));
    List<String> terms = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (MatchResult row : GLOSSARY_ROW.matcher(glossary).results().toList()) {
      terms.add(row.group(1));
      types.add(row.group(2));
    }
    assertThat(terms).hasSizeBetween(20, 30).doesNotHaveDuplicates();
    assertThat(types).doesNotHaveDuplicates();
    Set<String> sources =
        Checkout.files(".java").stream()
            .map(source -> source.getFileName().toString().replace(".java", ""))
            .collect(Collectors.toSet());
    assertThat(sources).containsAll(types);
  }

  @Test
  void linksLeadToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path path : Checkout.files(".md")) {
      for (String link : Page.read(path).links()) {
        if (!leadsSomewhere(path, link)) {
          broken.add(Checkout.root().relativize(path) + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    Path target = hash == 0 ? page : page.resolveSibling(hash < 0 ? link : link.substring(0, hash));
    return Files.exists(target)
        && (hash < 0 || Page.read(target).anchors().contains(link.substring(hash + 1)));
  }

  @Test
  void everyPageOfTheDocumentationCanBeReached() throws IOException {
    Path docs = Checkout.root().resolve("docs");
    Set<Path> reached = new HashSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(docs.resolve("README.md")));
    while (!open.isEmpty()) {
      Path page = open.remove();
      if (page.toString().endsWith(".md") && Files.isRegularFile(page) && reached.add(page)) {
        for (String link : Page.read(page).links()) {
          open.add(page.resolveSibling(link.replaceAll("#.*", "")).normalize());
        }
      }
    }
    assertThat(Page.all(Checkout.root()).stream().filter(page -> page.startsWith(docs)))
        .allMatch(reached::contains);
  }

  @Test
  void everyPageIsInTheNavigationOfTheSite() throws IOException {
    Path root = Checkout.root();
    String site = Files.readString(root.resolve("mkdocs.yml"));
    String navigation = site.substring(site.indexOf("\nnav:"));
    Path docs = root.resolve("docs");
    assertThat(
            Page.all(root).stream()
                .filter(page -> page.startsWith(docs))
                .map(page -> docs.relativize(page).toString())
                .filter(page -> !page.matches("decisions/\\d.*")))
        .allMatch(page -> navigation.contains(": " + page + "\n"));
  }

  @Test
  void linesOfPagesEndAtAHundredColumns() throws IOException {
    List<String> longer = new ArrayList<>();
    for (Path path : Page.all(Checkout.root())) {
      for (String line : Page.read(path).prose().split("\n")) {
        // tables, and lines of one word or link that cannot be wrapped
        if (line.length() > 100 && !line.startsWith("|") && !ONE_CODE.matcher(line).matches()) {
          longer.add(Checkout.root().relativize(path) + ": " + line);
        }
      }
    }
    assertThat(longer).isEmpty();
  }
}
