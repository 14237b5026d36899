package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses EXPLAIN: PostgreSQL's options in parentheses, or words in front of the statement. */
final class ExplainGrammar {
  private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES", "TABLE", "(", ")");

  private final TokenReader tokens;
  private final TokenReader.Item<SqlNode> explained;
  private Explain.Options options = Explain.Options.USUAL;

  ExplainGrammar(TokenReader tokens, TokenReader.Item<SqlNode> explained) {
    this.tokens = tokens;
    this.explained = explained;
  }

  SqlNode statement() throws ParseException {
    SqlParserPos start = tokens.mark();
    tokens.expect("EXPLAIN");
    if (tokens.at("(") && !QUERIES.contains(tokens.peek(2))) {
      do {
        tokens.next();
        option();
      } while (tokens.at(","));
      tokens.expect(")");
      boolean given = options.given().getOrDefault(Explain.Option.TIMING, false);
      if (given && !options.has(Explain.Option.ANALYZE)) {
        throw new GrammarException(
            start, ParserErrorMessage.EXPLAIN_OPTION_NEEDS_ANALYZE, "TIMING");
      }
      if (options.has(Explain.Option.ANALYZE)
          && options.has(Explain.Option.ADVISE)
          && options.format() != Explain.Format.HTML) {
        throw new GrammarException(start, ParserErrorMessage.EXPLAIN_ANALYZE_AND_ADVISE);
      }
    } else {
      words();
    }
    SqlNode statement = explained.parse();
    return new Explain(tokens.since(start), statement, options);
  }

  private void words() {
    for (Explain.Option option : List.of(Explain.Option.ANALYZE, Explain.Option.VERBOSE)) {
      if (tokens.accept(option.name())) {
        options = options.with(option, true);
      }
    }
    tokens.accept("PLAN");
    if (tokens.accept("AS")) {
      if (!tokens.acceptAny("JSON", "TEXT")) {
        throw tokens.unexpected("expected JSON or TEXT");
      }
      options = options.with(tokens.previousIs("JSON") ? Explain.Format.JSON : Explain.Format.TEXT);
    }
    tokens.accept("FOR");
  }

  private void option() {
    SqlParserPos pos = tokens.mark();
    String name = tokens.next().toLowerCase(Locale.ROOT);
    SqlParserPos valuePos = tokens.mark();
    String value = tokens.at(",") || tokens.at(")") ? null : value();
    if (name.equals("format")) {
      options = options.with(format(value, valuePos));
      return;
    }
    if (name.equals("wal")) {
      throw new GrammarException(pos, ParserErrorMessage.EXPLAIN_OPTION_UNSUPPORTED, name);
    }
    for (Explain.Option option : Explain.Option.values()) {
      if (option.name().equalsIgnoreCase(name)) {
        options = options.with(option, isOn(name, value, valuePos));
        return;
      }
    }
    throw new GrammarException(pos, ParserErrorMessage.EXPLAIN_OPTION_UNRECOGNIZED, name);
  }

  private String value() {
    return tokens.peekKind() == MosqlParserImplConstants.QUOTED_STRING
        ? tokens.string()
        : tokens.next();
  }

  private static Explain.Format format(@Nullable String value, SqlParserPos pos) {
    if (value == null) {
      throw new GrammarException(pos, ParserErrorMessage.EXPLAIN_FORMAT_MISSING);
    }
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "text" -> Explain.Format.TEXT;
      case "json" -> Explain.Format.JSON;
      case "html" -> Explain.Format.HTML;
      case "xml", "yaml" ->
          throw new GrammarException(pos, ParserErrorMessage.EXPLAIN_FORMAT_UNSUPPORTED, value);
      default ->
          throw new GrammarException(pos, ParserErrorMessage.EXPLAIN_FORMAT_UNRECOGNIZED, value);
    };
  }

  private static boolean isOn(String name, @Nullable String value, SqlParserPos pos) {
    if (value == null) {
      return true;
    }
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on", "true", "1" -> true;
      case "off", "false", "0" -> false;
      default -> throw new GrammarException(pos, ParserErrorMessage.BOOLEAN_REQUIRED, name);
    };
  }
}
