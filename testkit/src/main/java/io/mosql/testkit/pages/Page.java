package io.mosql.testkit.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of the documentation, in the Markdown subset that GitHub and MkDocs have in common. */
public final class Page {
  /** Begins a comment with statements that prepare the examples. */
  private static final String PREPARATION = "<!--sql";

  private static final Pattern FENCE = Pattern.compile("```(\\w*)");
  private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: (.*) -->");
  private static final Pattern HEADING = Pattern.compile("#+ +(.*)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");

  private final Path path;
  private final List<CodeBlock> blocks = new ArrayList<>();

  /** Text outside of code blocks and preparations, with its line breaks. */
  private final StringBuilder prose = new StringBuilder();

  private final Set<String> anchors = new HashSet<>();

  /**
   * A fenced code block.
   *
   * @param language the word after the fence; empty for grammars
   * @param line the number of its first line in the page
   * @param notRun the reason in a comment {@code <!-- not run: reason -->} above the block
   */
  public record CodeBlock(String language, List<String> lines, int line, @Nullable String notRun) {}

  private Page(Path path, List<String> lines) {
    this.path = path;
    parse(lines);
  }

  /** Reads one page. */
  public static Page read(Path path) throws IOException {
    return new Page(path, Files.readAllLines(path));
  }

  /** A page of the given lines. */
  static Page of(String... lines) {
    return new Page(Path.of("page.md"), List.of(lines));
  }

  /** README.md, CONTRIBUTING.md, SECURITY.md and all of docs, of the checkout with this root. */
  public static List<Path> all(Path root) throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String name : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
      pages.add(root.resolve(name));
    }
    try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  private void parse(List<String> lines) {
    Map<String, Integer> slugs = new HashMap<>();
    String notRun = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher fence = FENCE.matcher(line);
      if (fence.lookingAt()) {
        int end = i + 1;
        while (end < lines.size() && !lines.get(end).startsWith("```")) {
          end++;
        }
        if (end == lines.size()) {
          throw new IllegalStateException(path + ":" + (i + 1) + ": code block without an end");
        }
        blocks.add(new CodeBlock(fence.group(1), lines.subList(i + 1, end), i + 2, notRun));
        notRun = null;
        i = end;
        continue;
      }
      if (line.equals(PREPARATION)) {
        while (i < lines.size() && !lines.get(i).equals("-->")) {
          i++;
        }
        continue;
      }
      Matcher reason = NOT_RUN.matcher(line);
      if (reason.matches()) {
        notRun = reason.group(1);
      } else if (!line.isBlank()) {
        notRun = null;
      }
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String slug = slug(heading.group(1));
        int count = slugs.merge(slug, 1, Integer::sum);
        anchors.add(count == 1 ? slug : slug + "-" + (count - 1));
      }
      prose.append(line).append('\n');
    }
  }

  /** The anchor that GitHub gives a heading. */
  static String slug(String heading) {
    return heading
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  /** The path of the page. */
  public Path path() {
    return path;
  }

  /** All fenced code blocks, in order. */
  public List<CodeBlock> blocks() {
    return List.copyOf(blocks);
  }

  /** Text outside of fenced code blocks and of statements that prepare them. */
  public String prose() {
    return prose.toString();
  }

  /** The anchors of the headings. */
  public Set<String> anchors() {
    return Set.copyOf(anchors);
  }

  /** The targets of all links and images that are relative, with their anchors. */
  public List<String> links() {
    return LINK.matcher(CODE.matcher(prose).replaceAll("code"))
        .results()
        .map(link -> link.group(1))
        .filter(target -> !target.matches("[a-z]+:.*"))
        .toList();
  }
}
