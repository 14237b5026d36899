package io.mosql.testkit.script;

import io.mosql.core.error.MosqlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A runner of golden scripts.
 *
 * <pre>
 * # A comment, kept where it is; so are empty lines.
 * &gt; put a "two words"
 * a is new
 * &gt; !put
 * IllegalArgumentException: put needs a key and a value
 * </pre>
 *
 * <p>A line that begins with {@code >} is a command: words between blanks, or between double quotes
 * (in which a backslash takes the next character as it is). The lines after it, up to an empty
 * line, a comment or the next command, are the output that it must give. An output line that is
 * empty or begins with {@code >}, {@code #} or {@code |} stands after {@code "| "}. A command that
 * begins with {@code !} must fail with a RuntimeException; its output is then the SQLSTATE, or else
 * the simple class name, and the message. Any other failure, and every Error, fails the script.
 *
 * <p>With {@code -Dmosql.update=true} the script is rewritten with the actual output; review the
 * difference before committing it.
 */
public final class ScriptRunner {
  /** The system property that makes scripts be rewritten instead of compared. */
  public static final String UPDATE_PROPERTY = "mosql.update";

  private static final String SUFFIX = ".script";

  private final boolean updates;

  private ScriptRunner(boolean updates) {
    this.updates = updates;
  }

  /** A runner that compares or updates, as the system property says. */
  public static ScriptRunner fromProperties() {
    return new ScriptRunner(Boolean.getBoolean(UPDATE_PROPERTY));
  }

  static ScriptRunner comparing() {
    return new ScriptRunner(false);
  }

  static ScriptRunner updating() {
    return new ScriptRunner(true);
  }

  /**
   * The scripts ({@code *.script}) of a directory in order of their names; at least one. Name the
   * source directory, such as {@code src/test/resources/tree}, so that updates reach it.
   */
  public static List<Path> scripts(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> scripts = files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
      if (scripts.isEmpty()) {
        throw new AssertionError("No *" + SUFFIX + " in " + directory);
      }
      return scripts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Plays one script from beginning to end.
   *
   * @throws AssertionError naming file and line when an output is not the expected one
   */
  public void run(Path script, ScriptTarget target) {
    try {
      List<String> expected = Files.readAllLines(script);
      List<String> actual = play(script, expected, target);
      if (expected.equals(actual)) {
        return;
      }
      if (!updates) {
        throw new AssertionError(difference(script, expected, actual));
      }
      Files.write(script, actual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The script with the actual output. */
  private static List<String> play(Path script, List<String> lines, ScriptTarget target) {
    List<String> actual = new ArrayList<>();
    boolean skipping = false;
    int commands = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith(">")) {
        actual.add(line);
        actual.addAll(execute(script + ":" + (i + 1), line.substring(1), target));
        skipping = true;
        commands++;
      } else if (line.isBlank() || line.startsWith("#")) {
        actual.add(line);
        skipping = false;
      } else if (!skipping) {
        throw new AssertionError(script + ":" + (i + 1) + ": output without a command: " + line);
      }
    }
    if (commands == 0) {
      throw new AssertionError(script + ": no commands");
    }
    return actual;
  }

  private static List<String> execute(String where, String line, ScriptTarget target) {
    List<String> words = words(where, line);
    boolean mustFail = words.get(0).startsWith("!");
    String command = mustFail ? words.get(0).substring(1) : words.get(0);
    List<String> args = List.copyOf(words.subList(1, words.size()));
    String output;
    try {
      output = target.run(command, args);
    } catch (RuntimeException e) {
      if (!mustFail) {
        throw new AssertionError(where + ": failed:" + line, e);
      }
      return outputLines(describe(e));
    } catch (AssertionError e) {
      throw new AssertionError(where + ": " + e.getMessage(), e);
    }
    if (mustFail) {
      throw new AssertionError(where + ": should fail, gave: " + output);
    }
    return outputLines(output);
  }

  private static String describe(RuntimeException failure) {
    return failure instanceof MosqlException known
        ? known.state().code() + ": " + known.getMessage()
        : failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  private static List<String> outputLines(String output) {
    return output
        .lines()
        .map(String::stripTrailing)
        .map(line -> needsBar(line) ? ("| " + line).stripTrailing() : line)
        .toList();
  }

  private static boolean needsBar(String line) {
    return line.isEmpty() || line.startsWith(">") || line.startsWith("#") || line.startsWith("|");
  }

  private static List<String> words(String where, String line) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < line.length()) {
      char first = line.charAt(at);
      if (Character.isWhitespace(first)) {
        at++;
      } else if (first == '"') {
        at = quotedWord(where, line, at + 1, words);
      } else {
        int from = at;
        while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
          at++;
        }
        words.add(line.substring(from, at));
      }
    }
    if (words.isEmpty()) {
      throw new AssertionError(where + ": empty command");
    }
    return words;
  }

  /** Adds the word and returns where it ends. */
  private static int quotedWord(String where, String line, int from, List<String> words) {
    StringBuilder word = new StringBuilder();
    int at = from;
    while (at < line.length() && line.charAt(at) != '"') {
      if (line.charAt(at) == '\\' && at + 1 < line.length()) {
        at++;
      }
      word.append(line.charAt(at));
      at++;
    }
    if (at >= line.length()) {
      throw new AssertionError(where + ": a quote is not closed");
    }
    words.add(word.toString());
    return at + 1;
  }

  private static String difference(Path script, List<String> expected, List<String> actual) {
    int line = 0;
    int common = Math.min(expected.size(), actual.size());
    while (line < common && expected.get(line).equals(actual.get(line))) {
      line++;
    }
    int command = Math.min(line, common - 1);
    while (command > 0 && !expected.get(command).startsWith(">")) {
      command--;
    }
    return "%s:%d: not the expected output (-D%s=true accepts it)%n%s%nexpected:%n%s%nactual:%n%s%n"
        .formatted(
            script,
            line + 1,
            UPDATE_PROPERTY,
            expected.get(command),
            output(expected, command + 1),
            output(actual, command + 1));
  }

  private static String output(List<String> lines, int from) {
    int to = from;
    while (to < lines.size()
        && !lines.get(to).isBlank()
        && !lines.get(to).startsWith(">")
        && !lines.get(to).startsWith("#")) {
      to++;
    }
    return String.join(System.lineSeparator(), lines.subList(from, to));
  }
}
