package io.mosql.sql.parser.impl;

import java.io.StringReader;

/**
 * The token manager for DML statements, which reserves words that the generated grammar would read
 * differently: RETURNING outside of parentheses is not an alias, and {@code VALUES(column)} after
 * ON DUPLICATE KEY is a call.
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
          // Any token kind that ends the preceding clause; the grammar checks the token's text.
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
