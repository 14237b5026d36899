package io.mosql.server;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a script at its semicolons, but not at those in strings, quoted identifiers and comments.
 * Pieces without a word of SQL are left out; what is left unclosed at the end belongs to the last
 * piece, for the engine to complain about.
 */
final class StatementSplitter {
  private final String script;
  private final List<String> statements = new ArrayList<>();
  private int start;
  private int at;
  private boolean hasWords;

  private StatementSplitter(String script) {
    this.script = script;
  }

  static List<String> split(String script) {
    return new StatementSplitter(script).run();
  }

  private List<String> run() {
    while (at < script.length()) {
      char c = script.charAt(at);
      if (c == ';') {
        finish();
        at++;
        start = at;
      } else if (c == '\'' || c == '"' || c == '`') {
        // A doubled quote ends one piece and begins the next: the same to a splitter.
        skipTo(String.valueOf(c), at + 1);
        hasWords = true;
      } else if (script.startsWith("--", at)) {
        skipTo("\n", at + 2);
      } else if (script.startsWith("/*", at)) {
        skipTo("*/", at + 2);
      } else {
        hasWords |= !Character.isWhitespace(c);
        at++;
      }
    }
    finish();
    return statements;
  }

  private void finish() {
    if (hasWords) {
      statements.add(script.substring(start, at).strip());
    }
    hasWords = false;
  }

  private void skipTo(String end, int from) {
    int found = script.indexOf(end, from);
    at = found < 0 ? script.length() : found + end.length();
  }
}
