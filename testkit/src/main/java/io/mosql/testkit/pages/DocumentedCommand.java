package io.mosql.testkit.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call of the command {@code mosql} in a page of the documentation.
 *
 * @param words its arguments, without quotes; square brackets around optional ones are left out
 * @param named whether it is within a sentence, where a command may be named without arguments
 */
public record DocumentedCommand(String where, List<String> words, boolean named) {
  private static final Pattern CALL =
      Pattern.compile(
          "(?:^|[\\s(])(?:\\./mosql|\\$M/mosql|bin/mosql|java -jar mosql\\.jar)(?= |$)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** All calls of a page, in code blocks and in code within sentences. */
  public static List<DocumentedCommand> in(Page page) {
    List<DocumentedCommand> commands = new ArrayList<>();
    for (Page.CodeBlock block : page.blocks()) {
      if (block.notRun() == null && !block.language().equals("java")) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < block.lines().size(); i++) {
          line.append(block.lines().get(i));
          if (line.toString().endsWith("\\")) {
            line.setLength(line.length() - 1);
          } else {
            add(page.path() + ":" + (block.line() + i), line.toString(), false, commands);
            line.setLength(0);
          }
        }
      }
    }
    Matcher code = CODE.matcher(page.prose());
    while (code.find()) {
      String text = code.group(1).replace('\n', ' ').replaceAll("[\\[\\]]", "");
      add(page.path() + ": `" + text + "`", text, true, commands);
    }
    return commands;
  }

  private static void add(
      String where, String line, boolean named, List<DocumentedCommand> commands) {
    Matcher call = CALL.matcher(line);
    while (call.find() && !line.substring(0, call.start()).contains(" # ")) {
      commands.add(new DocumentedCommand(where, words(line.substring(call.end())), named));
    }
  }

  /** The words of a shell command, up to its end. */
  static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean within = false;
    char quote = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ' ';
      boolean end = i == text.length() || quote == 0 && "&|;<>)".indexOf(c) >= 0;
      if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote != 0 && !end) {
        word.append(c);
      } else if (!end && (c == '\'' || c == '"')) {
        quote = c;
        within = true;
      } else if (end || c == ' ' || c == '#' && !within) {
        if (within) {
          words.add(word.toString());
          word.setLength(0);
          within = false;
        }
        if (end || c == '#') {
          break;
        }
      } else {
        word.append(c);
        within = true;
      }
    }
    return words;
  }
}
