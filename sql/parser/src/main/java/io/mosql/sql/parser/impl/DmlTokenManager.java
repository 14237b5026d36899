package io.mosql.sql.parser.impl;

import java.io.StringReader;

/**
 * The token manager of statements that change rows. Words are reserved in it that would be read as
 * something else where it has them: RETURNING outside of parentheses is no alias, and {@code
 * VALUES(column)} after ON DUPLICATE KEY is a call.
 */
final class DmlTokenManager extends MosqlParserImplTokenManager {
  private final MosqlParserImplTokenManager tokens;
  private int depth;
  private boolean duplicates;

  DmlTokenManager(MosqlParserImplTokenManager tokens) {
    super(new SimpleCharStream(new StringReader("")));
    this.tokens = tokens;
  }

  @Override
  public Token getNextToken() {
    Token token = tokens.getNextToken();
    switch (token.kind) {
      case MosqlParserImplConstants.LPAREN -> depth++;
      case MosqlParserImplConstants.RPAREN -> depth--;
      case MosqlParserImplConstants.RETURNING -> {
        if (depth == 0) {
          // Any word that ends what comes before it; its own text is looked at.
          token.kind = MosqlParserImplConstants.INTO;
        }
      }
      case MosqlParserImplConstants.VALUES -> {
        if (duplicates) {
          token.kind = MosqlParserImplConstants.IDENTIFIER;
        }
      }
      default -> duplicates |= depth == 0 && token.image.equalsIgnoreCase("DUPLICATE");
    }
    return token;
  }
}
