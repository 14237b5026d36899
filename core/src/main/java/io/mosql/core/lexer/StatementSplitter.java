package io.mosql.core.lexer;

import io.mosql.core.lexer.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into its statements, which are separated by semicolons. A semicolon in a string, a
 * quoted name, a comment or between dollar quotes does not separate, and neither does one in the
 * body {@code BEGIN ATOMIC .. END} of a CREATE statement. Linear in the text; stateless.
 */
public final class StatementSplitter {
  private final List<Piece> pieces = new ArrayList<>();
  private final String sql;

  /** Offset of the current statement; -1 before its first token. */
  private int begin = -1;

  private int end;
  private boolean creates;
  private boolean afterBegin;

  /** Open BEGIN and CASE within a body. */
  private int depth;

  private StatementSplitter(String sql) {
    this.sql = sql;
  }

  /**
   * One statement of a text.
   *
   * @param sql without its semicolon and the space and comments around it
   * @param start offset of its first character in the text
   */
  public record Piece(String sql, int start) {
    /** Whether it is BEGIN or START TRANSACTION. */
    public boolean beginsTransaction() {
      SqlLexer token = new SqlLexer(sql);
      return token.next() && (token.isWord("BEGIN") || token.isWord("START"));
    }
  }

  /** The statements in their order; empty when there are none. */
  public static List<Piece> split(String sql) {
    StatementSplitter splitter = new StatementSplitter(sql);
    SqlLexer token = new SqlLexer(sql);
    while (token.next()) {
      splitter.take(token);
    }
    splitter.finish();
    return List.copyOf(splitter.pieces);
  }

  /** Whether the text has a semicolon with anything after it, and so may have two statements. */
  public static boolean mayBeSeveral(String sql) {
    int semicolon = sql.indexOf(';');
    return semicolon >= 0 && !sql.substring(semicolon + 1).isBlank();
  }

  private void take(SqlLexer token) {
    if (token.kind() == Kind.WHITESPACE || token.kind() == Kind.COMMENT) {
      return;
    }
    if (token.kind() == Kind.SEMICOLON && depth == 0) {
      finish();
      return;
    }
    if (begin < 0) {
      begin = token.start();
      creates = token.isWord("CREATE");
    }
    end = token.end();
    if (creates) {
      body(token);
    }
  }

  private void body(SqlLexer token) {
    if (afterBegin && token.isWord("ATOMIC") || depth > 0 && token.isWord("CASE")) {
      depth++;
    } else if (depth > 0 && token.isWord("END")) {
      depth--;
    }
    afterBegin = token.isWord("BEGIN");
  }

  private void finish() {
    if (begin >= 0) {
      pieces.add(new Piece(sql.substring(begin, end), begin));
    }
    begin = -1;
    depth = 0;
    afterBegin = false;
  }
}
