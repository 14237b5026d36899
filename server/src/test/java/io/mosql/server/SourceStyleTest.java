package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests of source rules that the compiler does not check, on the hand-written Java sources of all
 * modules.
 */
final class SourceStyleTest {
  /** Main method, which makes a file a program that may end its process. */
  private static final Pattern MAIN = Pattern.compile("public static void main\\(");

  // Concatenated, so that this file obeys its own rules.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");
  private static final Pattern STACK_TRACE = Pattern.compile("\\.print" + "StackTrace\\(\\)");
  private static final Pattern EXIT = Pattern.compile("\\bSystem\\.ex" + "it\\(");
  private static final Pattern VAGUE_NAME = Pattern.compile("\\w+(Helper|Utils?)\\.java");

  private final List<String> offences = new ArrayList<>();

  @Test
  void everySourceFileObeysTheStyleRules() throws IOException {
    List<Path> sources = Checkout.files(".java");
    assertThat(sources).as("sources found").hasSizeGreaterThan(30);
    for (Path source : sources) {
      judge(source);
    }
    assertThat(offences).isEmpty();
  }

  /**
   * Profiles of the parent pom may exclude tests; a module that always excludes a test would never
   * run it.
   */
  @Test
  void noModuleLeavesItsTestsOut() throws IOException {
    List<Path> poms = Checkout.files("pom.xml");
    assertThat(poms).as("poms found").hasSizeGreaterThan(10);
    for (Path pom : poms) {
      if (!pom.equals(Checkout.root().resolve("pom.xml"))) {
        assertThat(Files.readString(pom)).as(pom.toString()).doesNotContain("<skip" + "Tests>");
      }
    }
  }

  private void judge(Path source) throws IOException {
    String file = source.getFileName().toString();
    List<String> lines = Files.readAllLines(source, StandardCharsets.UTF_8);
    if (VAGUE_NAME.matcher(file).matches()) {
      offences.add(source + " has a name that says nothing");
    }
    boolean program = lines.stream().anyMatch(line -> MAIN.matcher(line).find());
    for (int i = 0; i < lines.size(); i++) {
      String at = source + ":" + (i + 1);
      if (UNFINISHED.matcher(lines.get(i)).find()) {
        offences.add(at + " is unfinished work");
      }
      if (STACK_TRACE.matcher(lines.get(i)).find()) {
        offences.add(at + " prints a stack trace");
      }
      if (EXIT.matcher(lines.get(i)).find() && !program) {
        offences.add(at + " ends the process, which only programs may");
      }
    }
  }
}
