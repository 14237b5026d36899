package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import io.mosql.sql.parser.impl.MosqlParserImplConstants;
import io.mosql.sql.parser.impl.MosqlParserImplTokenManager;
import io.mosql.sql.parser.impl.SimpleCharStream;
import io.mosql.sql.parser.impl.Token;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.junit.jupiter.api.Test;

/** The lexer of core and that of the generated parser see the same tokens. */
final class LexerAgreementTest {
  private static final Path SCRIPTS = Path.of("../../engine/src/test/resources/sql");
  private static final int ENOUGH = 3_000;

  @Test
  void inAllStatementsOfTheGoldenScripts() throws IOException {
    int compared = 0;
    for (String statement : statements()) {
      try {
        MosqlParser.parse(statement);
      } catch (MosqlException e) {
        continue;
      }
      compare(statement);
      compared++;
    }
    assertThat(compared).isGreaterThan(ENOUGH);
  }

  private static List<String> statements() throws IOException {
    List<String> statements = new ArrayList<>();
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".iq")).sorted().toList()) {
        // The result of a statement begins with a line that begins with an exclamation mark.
        for (String block : Files.readString(file).split("\n\n")) {
          int end = block.indexOf("\n!");
          statements.addAll(MosqlParser.splitStatements(end < 0 ? block : block.substring(0, end)));
        }
      }
    }
    return statements;
  }

  private static void compare(String statement) {
    MosqlParserImplTokenManager generated =
        new MosqlParserImplTokenManager(
            new SimpleCharStream(new StringReader(SqlScanner.prepare(statement)), 1, 1));
    generated.SwitchTo(MosqlParserImplConstants.DQID);
    SqlLexer lexer = new SqlLexer(statement);
    Token token = generated.getNextToken();
    while (next(lexer)) {
      int start = offset(statement, token.beginLine, token.beginColumn);
      int end = offset(statement, token.endLine, token.endColumn) + 1;
      assertThat(lexer.start()).as(statement).isEqualTo(start);
      // The generated lexer takes the opening of a JDBC escape for one token.
      while (token.image.startsWith("{") && lexer.end() < end) {
        lexer.next();
      }
      assertThat(lexer.end()).as(statement).isEqualTo(end);
      token = generated.getNextToken();
    }
    assertThat(token.kind).as(statement).isEqualTo(MosqlParserImplConstants.EOF);
  }

  private static boolean next(SqlLexer lexer) {
    boolean more = lexer.next();
    while (more && (lexer.kind() == Kind.WHITESPACE || lexer.kind() == Kind.COMMENT)) {
      more = lexer.next();
    }
    return more;
  }

  private static int offset(String sql, int line, int column) {
    return SyntaxErrors.offset(sql, new SqlParserPos(line, column)) - 1;
  }
}
