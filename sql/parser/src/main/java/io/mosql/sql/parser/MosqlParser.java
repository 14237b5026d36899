package io.mosql.sql.parser;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.parser.impl.MosqlParserImpl;
import java.io.IOException;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.SourceStringReader;

/**
 * Parses SQL. Unquoted names fold to lower case; double quotes and back quotes both quote names;
 * hints are comments. Queries come as Calcite's nodes (SqlSelect, SqlOrderBy ..), all else as
 * {@link io.mosql.sql.parser.ast.Statement}s. Stateless; any thread may use it. Whatever the text,
 * nothing but {@link MosqlException} comes out of it: 42601 for a syntax error, 54001 for one
 * nested too deeply, others as named at the parts.
 */
public final class MosqlParser {
  /** Most characters of a name. */
  public static final int MAX_IDENTIFIER_LENGTH = 128;

  private static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(MosqlParserImpl.FACTORY)
          .withConformance(MosqlConformance.INSTANCE)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.TO_LOWER)
          .withQuotedCasing(Casing.UNCHANGED)
          .withCaseSensitive(true)
          .withIdentifierMaxLength(MAX_IDENTIFIER_LENGTH);

  private MosqlParser() {}

  /** How names are read, for those who need it beside the parser. */
  public static SqlParser.Config config() {
    return CONFIG;
  }

  /** Parses one statement; a semicolon may end it. */
  public static SqlNode parse(String sql) {
    return guarded(sql, SqlParser::parseStmt);
  }

  /** Parses one expression, such as a stored DEFAULT or CHECK. */
  public static SqlNode parseExpression(String sql) {
    return guarded(sql, SqlParser::parseExpression);
  }

  /** The text of a statement or expression, which parses back to an equal tree. */
  public static String toSql(SqlNode node) {
    return CanonicalSql.of(node);
  }

  /** Words, numbers, texts and signs of a text: about as many objects has its tree. */
  public static int tokens(String sql) {
    return SqlScanner.tokens(sql);
  }

  /** The statements of a script, without their semicolons; empty ones are left out. */
  public static List<String> splitStatements(String script) {
    return SqlScanner.split(script);
  }

  private static SqlNode guarded(String sql, Parse parse) {
    // The generated lexer cannot read a text of no length.
    String text = sql.isEmpty() ? " " : SqlScanner.prepare(sql);
    try {
      SqlNode node = parse.apply(SqlParser.create(new CheckedReader(text), CONFIG));
      SyntaxTreeDepth.check(node);
      return node;
    } catch (SqlParseException e) {
      throw SyntaxErrors.withoutSecrets(sql, SyntaxErrors.translate(sql, e));
    } catch (StackOverflowError e) {
      throw new MosqlException(SqlState.STATEMENT_TOO_COMPLEX, "statement is nested too deeply");
    }
  }

  /** A text whose reading may be cancelled: the parser gets it by pieces. */
  private static final class CheckedReader extends SourceStringReader {
    private static final int PIECE = 4_096;

    CheckedReader(String text) {
      super(text);
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
      Interrupts.checkNow();
      return super.read(target, offset, Math.min(length, PIECE));
    }
  }

  /** A way to parse a whole text. */
  @FunctionalInterface
  private interface Parse {
    SqlNode apply(SqlParser parser) throws SqlParseException;
  }
}
