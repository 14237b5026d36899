package io.mosql.flyway;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParserContext;
import org.flywaydb.core.internal.parser.ParsingContext;
import org.flywaydb.core.internal.parser.PeekingReader;
import org.flywaydb.core.internal.parser.Token;
import org.flywaydb.core.internal.parser.TokenType;
import org.jspecify.annotations.Nullable;

/** Splits scripts into statements: texts may stand between dollar quotes. */
final class MosqlScriptParser extends Parser {
  private static final int LOOK_AHEAD = 3;

  /** Statements that MoSQL rejects within a transaction. */
  private static final Pattern ALONE =
      Pattern.compile("(CREATE|ALTER|DROP) (DATABASE|ROLE|USER)\\b.*|COPY .*\\bBATCH\\b.*");

  MosqlScriptParser(Configuration configuration, ParsingContext context) {
    super(configuration, context, LOOK_AHEAD);
  }

  @Override
  protected char getAlternativeStringLiteralQuote() {
    return '$';
  }

  @Override
  protected Token handleAlternativeStringLiteral(
      PeekingReader reader, ParserContext context, int position, int line, int column)
      throws IOException {
    String quote = (char) reader.read() + reader.readUntilIncluding('$');
    reader.swallowUntilExcluding(quote);
    reader.swallow(quote.length());
    return new Token(
        TokenType.STRING, position, line, column, null, null, context.getParensDepth());
  }

  @Override
  protected @Nullable Boolean detectCanExecuteInTransaction(
      String statement, List<Token> keywords) {
    return ALONE.matcher(statement).matches() ? false : null;
  }
}
