package io.mosql.server.shell.input;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parser of the leading keywords of a statement. */
public final class LeadingKeywords {
  private LeadingKeywords() {}

  /**
   * Returns the first words in upper case, up to the given number or the first other token;
   * comments are skipped.
   */
  public static List<String> first(String sql, int most) {
    List<String> words = new ArrayList<>();
    SqlLexer token = new SqlLexer(sql);
    while (words.size() < most && token.next()) {
      if (token.kind() == Kind.WORD) {
        words.add(token.text().toUpperCase(Locale.ROOT));
      } else if (token.kind() != Kind.WHITESPACE && token.kind() != Kind.COMMENT) {
        break;
      }
    }
    return words;
  }
}
