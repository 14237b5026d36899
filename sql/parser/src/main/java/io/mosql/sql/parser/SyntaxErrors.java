package io.mosql.sql.parser;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.parser.impl.GrammarException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Makes Calcite's parse errors short, with an offset in place of line and column. */
final class SyntaxErrors {
  /** More expected tokens than these say nothing. */
  private static final int MAX_EXPECTED = 4;

  private static final int MAX_TOKEN_LENGTH = 40;

  private SyntaxErrors() {}

  static MosqlException translate(String sql, SqlParseException e) {
    if (e.getCause() instanceof MosqlException inner) {
      return inner;
    }
    if (e.getCause() instanceof GrammarException inner) {
      return new MosqlException(
          inner.state(), String.valueOf(inner.getMessage()), offset(sql, inner.pos()), null);
    }
    if (e.getCause() instanceof StackOverflowError) {
      return new MosqlException(SqlState.STATEMENT_TOO_COMPLEX, "statement is nested too deeply");
    }
    SqlParserPos pos = e.getPos();
    int position = pos == null ? MosqlException.NO_POSITION : offset(sql, pos);
    return new MosqlException(SqlState.SYNTAX_ERROR, message(sql, e, position), position, null);
  }

  private static String message(String sql, SqlParseException e, int position) {
    String original = String.valueOf(e.getMessage());
    boolean lexical = original.startsWith("Lexical error");
    boolean foreseen =
        !lexical
            && !original.startsWith("Encountered")
            && !original.startsWith("Incorrect syntax near")
            && e.getExpectedTokenSequences() == null;
    if (foreseen && position != MosqlException.NO_POSITION) {
      return original;
    }
    if (position == MosqlException.NO_POSITION) {
      return "syntax error";
    }
    if (position > sql.stripTrailing().length()) {
      return "syntax error at end of input" + expected(e);
    }
    String token = tokenAt(sql, position - 1, e.getPos());
    return "syntax error at or near \"" + token + "\"" + (lexical ? "" : expected(e));
  }

  private static String tokenAt(String sql, int start, @Nullable SqlParserPos pos) {
    int end = start + 1;
    if (pos != null && pos.getEndLineNum() == pos.getLineNum()) {
      end = start + pos.getEndColumnNum() - pos.getColumnNum() + 1;
    }
    end = Math.min(Math.max(end, start + 1), sql.length());
    String token = sql.substring(start, end);
    return token.length() <= MAX_TOKEN_LENGTH ? token : token.substring(0, MAX_TOKEN_LENGTH) + "..";
  }

  private static String expected(SqlParseException e) {
    Set<String> tokens = new TreeSet<>();
    int[][] sequences = e.getExpectedTokenSequences();
    String[] images = e.getTokenImages();
    if (sequences == null || images == null) {
      return "";
    }
    for (int[] sequence : sequences) {
      String image = images[sequence[0]];
      tokens.add(image.startsWith("<") ? image.toLowerCase(Locale.ROOT) : image);
    }
    return tokens.isEmpty() || tokens.size() > MAX_EXPECTED
        ? ""
        : ": expected " + String.join(" or ", tokens).replace("<eof>", "end of input");
  }

  /** One-based offset of a position's line and column; a line ends where the lexer ends it. */
  static int offset(String sql, SqlParserPos pos) {
    int line = 1;
    int i = 0;
    while (line < pos.getLineNum() && i < sql.length()) {
      char c = sql.charAt(i++);
      if (c == '\n' || (c == '\r' && (i >= sql.length() || sql.charAt(i) != '\n'))) {
        line++;
      }
    }
    return Math.min(i + Math.max(pos.getColumnNum(), 1), sql.length() + 1);
  }
}
