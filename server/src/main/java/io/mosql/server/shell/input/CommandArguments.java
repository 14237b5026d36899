package io.mosql.server.shell.input;

import java.util.ArrayList;
import java.util.List;

/**
 * Parser that splits the arguments of a backslash command at blanks. Text between single quotes is
 * one word without the quotes ({@code ''} is a quote within it); double quotes are kept, since they
 * belong to names. A semicolon at the end is ignored, except in text to be written.
 */
public final class CommandArguments {
  private final String text;
  private final List<String> words = new ArrayList<>();
  private int at;

  private CommandArguments(String text) {
    this.text = text;
  }

  public static List<String> split(String text) throws ShellException {
    String all = text.strip();
    return splitKeepingSemicolon(all.endsWith(";") ? all.substring(0, all.length() - 1) : all);
  }

  /** Splits the arguments and keeps a semicolon at the end as part of the last word. */
  public static List<String> splitKeepingSemicolon(String text) throws ShellException {
    return new CommandArguments(text).cut();
  }

  private List<String> cut() throws ShellException {
    StringBuilder word = new StringBuilder();
    boolean any = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        if (any) {
          words.add(word.toString());
        }
        any = false;
        word.setLength(0);
        at++;
      } else if (c == '\'' || c == '"') {
        any = true;
        quoted(c, word);
      } else {
        any = true;
        word.append(c);
        at++;
      }
    }
    if (any) {
      words.add(word.toString());
    }
    return words;
  }

  private void quoted(char quote, StringBuilder word) throws ShellException {
    int from = at;
    at++;
    while (true) {
      int end = text.indexOf(quote, at);
      if (end < 0) {
        throw new ShellException("unterminated quoted string: " + text.substring(from));
      }
      boolean doubled = end + 1 < text.length() && text.charAt(end + 1) == quote;
      at = doubled ? end + 2 : end + 1;
      if (!doubled) {
        break;
      }
    }
    String whole = text.substring(from, at);
    word.append(quote == '"' ? whole : whole.substring(1, whole.length() - 1).replace("''", "'"));
  }
}
