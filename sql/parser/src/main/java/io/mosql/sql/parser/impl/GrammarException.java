package io.mosql.sql.parser.impl;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.parser.error.ParserErrorMessage;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A syntax error found by the hand-written grammar. It is converted to a MosqlException when its
 * line and column are translated to an offset.
 */
public final class GrammarException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SqlParserPos pos;
  private final SqlState state;

  /**
   * Creates a syntax error of the generated grammar.
   *
   * @param message a text of {@link ParserErrorMessage}
   */
  GrammarException(SqlParserPos pos, String message) {
    this(pos, SqlState.SYNTAX_ERROR, message);
  }

  GrammarException(SqlParserPos pos, ErrorMessage message, Object... arguments) {
    this(pos, message.state(), message.text(arguments));
  }

  /** Creates an error of a value that a literal of the statement has. */
  GrammarException(SqlParserPos pos, MosqlException ofValue) {
    this(pos, ofValue.state(), String.valueOf(ofValue.getMessage()));
  }

  private GrammarException(SqlParserPos pos, SqlState state, String message) {
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
