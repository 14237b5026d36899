package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.error.ParserErrorMessage;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A token manager that removes {@code INTO [TABLE] name} from a query, because the generated
 * grammar has no rule for it. Only the first INTO outside of parentheses is removed. Used by one
 * thread.
 */
final class SelectIntoTokenManager extends MosqlParserImplTokenManager {
  private final MosqlParserImplTokenManager tokens;
  private int depth;
  private @Nullable SqlIdentifier table;
  private boolean temporary;

  /** The token after the name, read but not yet returned. */
  private @Nullable Token next;

  SelectIntoTokenManager(MosqlParserImplTokenManager tokens) {
    super(new SimpleCharStream(new StringReader("")));
    this.tokens = tokens;
  }

  /**
   * Returns the name after INTO, or null when the query has none. Valid after the query was parsed.
   */
  @Nullable SqlIdentifier table() {
    return table;
  }

  /** Whether the table is a temporary one. */
  boolean isTemporary() {
    return temporary;
  }

  @Override
  public Token getNextToken() {
    Token token = next == null ? tokens.getNextToken() : next;
    next = null;
    switch (token.kind) {
      case MosqlParserImplConstants.LPAREN -> depth++;
      case MosqlParserImplConstants.RPAREN -> depth--;
      case MosqlParserImplConstants.INTO -> {
        if (depth == 0 && table == null) {
          table = name();
          return getNextToken();
        }
      }
      default -> {}
    }
    return token;
  }

  private SqlIdentifier name() {
    Token token = tokens.getNextToken();
    if (token.image.equalsIgnoreCase("LOCAL") || token.image.equalsIgnoreCase("GLOBAL")) {
      token = tokens.getNextToken();
    }
    if (token.image.equalsIgnoreCase("TEMP") || token.image.equalsIgnoreCase("TEMPORARY")) {
      temporary = true;
      token = tokens.getNextToken();
    }
    if (token.kind == MosqlParserImplConstants.TABLE) {
      token = tokens.getNextToken();
    }
    SqlParserPos start = position(token);
    List<String> names = new ArrayList<>();
    while (true) {
      names.add(part(token));
      next = tokens.getNextToken();
      if (next.kind != MosqlParserImplConstants.DOT) {
        return new SqlIdentifier(names, start);
      }
      token = tokens.getNextToken();
    }
  }

  private static String part(Token token) {
    String image = token.image;
    char first = image.isEmpty() ? ' ' : image.charAt(0);
    if (first == '"' || first == '`') {
      String quote = String.valueOf(first);
      return image.substring(1, image.length() - 1).replace(quote + quote, quote);
    }
    boolean name = (Character.isLetter(first) || first == '_') && image.indexOf('"') < 0;
    if (!name || token.kind == MosqlParserImplConstants.FROM) {
      throw new GrammarException(
          position(token), ParserErrorMessage.SYNTAX_ERROR_AT_EXPECTED, image, "expected a name");
    }
    return image.toLowerCase(java.util.Locale.ROOT);
  }

  private static SqlParserPos position(Token token) {
    return new SqlParserPos(token.beginLine, token.beginColumn, token.endLine, token.endColumn);
  }
}
