package io.mosql.sql.parser.impl;

import io.mosql.core.error.SqlState;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A syntax error found by the hand-written grammar. It is converted to a MosqlException when its
 * line and column are translated to an offset.
 */
public final class GrammarException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SqlParserPos pos;
  private final SqlState state;

  GrammarException(SqlParserPos pos, String message) {
    this(pos, SqlState.SYNTAX_ERROR, message);
  }

  GrammarException(SqlParserPos pos, SqlState state, String message) {
    super(message, null, false, false);
    this.pos = pos;
    this.state = state;
  }

  public SqlParserPos pos() {
    return pos;
  }

  public SqlState state() {
    return state;
  }
}
