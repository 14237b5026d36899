package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.ast.admin.CopyStatement;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Parses COPY in PostgreSQL's syntax. */
final class CopyGrammar {
  private final TokenReader tokens;

  CopyGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  SqlNode statement() throws ParseException {
    SqlParserPos start = tokens.mark();
    tokens.expect("COPY");
    if (tokens.accept("(")) {
      SqlNode query = tokens.query();
      tokens.expect(")");
      tokens.expect("TO");
      String file = file();
      List<CopyStatement.Option> options = options();
      return CopyStatement.ofQuery(tokens.since(start), query, file, options);
    }
    SqlIdentifier table = tokens.qualifiedName();
    List<SqlIdentifier> columns = tokens.at("(") ? tokens.parenthesized(tokens::name) : List.of();
    CopyStatement.Direction direction;
    if (tokens.accept("FROM")) {
      direction = CopyStatement.Direction.FROM;
    } else if (tokens.accept("TO")) {
      direction = CopyStatement.Direction.TO;
    } else {
      throw tokens.unexpected("expected FROM or TO");
    }
    String file = file();
    List<CopyStatement.Option> options = options();
    return CopyStatement.ofTable(tokens.since(start), direction, table, columns, file, options);
  }

  private String file() throws ParseException {
    if (tokens.at("STDIN") || tokens.at("STDOUT") || tokens.at("PROGRAM")) {
      throw new GrammarException(
          tokens.mark(),
          CoreErrorMessage.UNSUPPORTED,
          "COPY from or to a pipe; use \"mosql import\" or \"mosql export\"");
    }
    return string();
  }

  private List<CopyStatement.Option> options() throws ParseException {
    if (tokens.accept("WITH") || tokens.at("(")) {
      return tokens.parenthesized(this::option);
    }
    return List.of();
  }

  private CopyStatement.Option option() throws ParseException {
    String name = word("an option");
    if (tokens.at(",") || tokens.at(")")) {
      return new CopyStatement.Option(name, null);
    }
    return new CopyStatement.Option(name, value());
  }

  private String value() throws ParseException {
    return switch (tokens.peekKind()) {
      case MosqlParserImplConstants.QUOTED_STRING,
          MosqlParserImplConstants.C_STYLE_ESCAPED_STRING_LITERAL ->
          string();
      case MosqlParserImplConstants.MINUS,
          MosqlParserImplConstants.PLUS,
          MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL ->
          Long.toString(tokens.number());
      default -> word("a value").toLowerCase(Locale.ROOT);
    };
  }

  private String string() throws ParseException {
    if (tokens.peekKind() == MosqlParserImplConstants.C_STYLE_ESCAPED_STRING_LITERAL) {
      SqlLiteral literal = (SqlLiteral) tokens.parser().StringLiteral();
      return Objects.requireNonNull(literal.getValueAs(String.class));
    }
    return tokens.string();
  }

  /** Reads a word, reserved or not, and returns it in upper case. */
  private String word(String what) {
    String word = tokens.peek();
    if (!word.matches("[A-Z_][A-Z0-9_]*")) {
      throw tokens.unexpected("expected " + what);
    }
    tokens.next();
    return word;
  }
}
