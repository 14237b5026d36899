package io.mosql.sql.parser;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.parser.impl.DatabaseParser;
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
 * The SQL parser. Unquoted names fold to lower case; double quotes and back quotes both quote
 * names; hints are comments. A query is parsed into Calcite's nodes (SqlSelect, SqlOrderBy ..),
 * every other statement into a {@link io.mosql.sql.parser.ast.Statement}. Stateless and
 * thread-safe. For any text, the only exception thrown is {@link MosqlException}: 42601 for a
 * syntax error, 54001 for a statement that is nested too deeply, and the errors that the grammar
 * classes document.
 */
public final class MosqlParser {
  /** Maximum number of characters in a name. */
  public static final int MAX_IDENTIFIER_LENGTH = 128;

  private MosqlParser() {}

  /**
   * Returns the configuration for names and quotes, for code that parses names outside of this
   * class.
   */
  public static SqlParser.Config config() {
    return Configuration.CONFIG;
  }

  /** Parses one statement; a semicolon may end it. */
  public static SqlNode parse(String sql) {
    return guarded(sql, Configuration.CONFIG, SqlParser::parseStmt);
  }

  /**
   * Parses one statement that is executed in a database, whose name may stand in front of schemas.
   *
   * @throws MosqlException 0A000 when the name of another database does
   */
  public static SqlNode parse(String sql, String database) {
    SqlNode plain = PlainCreateTable.parse(sql);
    return plain != null ? plain : parseByGrammar(sql, database);
  }

  /** Parses one statement as {@link #parse(String, String)} does, by the grammar in any case. */
  static SqlNode parseByGrammar(String sql, String database) {
    return guarded(
        sql,
        Configuration.CONFIG.withParserFactory(DatabaseParser.factory(database)),
        SqlParser::parseStmt);
  }

  /** Parses one expression, such as a stored DEFAULT or CHECK. */
  public static SqlNode parseExpression(String sql) {
    return guarded(sql, Configuration.CONFIG, SqlParser::parseExpression);
  }

  /** Returns the text of a statement or expression; it parses back to an equal tree. */
  public static String toSql(SqlNode node) {
    return CanonicalSql.of(node);
  }

  /**
   * Counts the tokens (words, numbers, strings and symbols) of a text: an estimate of the number of
   * objects in its syntax tree.
   */
  public static int tokens(String sql) {
    return SqlScanner.tokens(sql);
  }

  /** Whether a text has no statement: nothing, blanks, comments and semicolons. */
  public static boolean isEmpty(String sql) {
    return SqlScanner.isEmpty(sql);
  }

  /**
   * Splits a script into its statements, without their semicolons; empty statements are left out.
   */
  public static List<String> splitStatements(String script) {
    return SqlScanner.split(script);
  }

  private static SqlNode guarded(String sql, SqlParser.Config config, Parse parse) {
    // The generated lexer cannot read an empty text.
    String text = sql.isEmpty() ? " " : SqlScanner.prepare(sql);
    try {
      SqlNode node = parse.apply(SqlParser.create(new CheckedReader(text), config));
      SyntaxTreeDepth.check(node);
      return node;
    } catch (SqlParseException e) {
      throw SyntaxErrors.withoutSecrets(sql, SyntaxErrors.translate(sql, e));
    } catch (StackOverflowError e) {
      throw CoreErrorMessage.STATEMENT_TOO_DEEP.error();
    }
  }

  /** The parser's configuration; loaded with the grammar, which not every statement needs. */
  private static final class Configuration {
    static final SqlParser.Config CONFIG =
        SqlParser.config()
            .withParserFactory(MosqlParserImpl.FACTORY)
            .withConformance(MosqlConformance.INSTANCE)
            .withQuoting(Quoting.DOUBLE_QUOTE)
            .withUnquotedCasing(Casing.TO_LOWER)
            .withQuotedCasing(Casing.UNCHANGED)
            .withCaseSensitive(true)
            .withIdentifierMaxLength(MAX_IDENTIFIER_LENGTH);
  }

  /** A reader that supplies the text in pieces and checks for cancellation at each piece. */
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

  /** A grammar rule that parses a whole text. */
  @FunctionalInterface
  private interface Parse {
    SqlNode apply(SqlParser parser) throws SqlParseException;
  }
}
