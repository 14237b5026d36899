package io.mosql.core.lexer;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.lexer.SqlToken.Kind;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens of valid, unfinished and random text. */
final class SqlLexerTest {
  private static final String[] FRAGMENTS = {
    "'", "\"", "`", "$", "$$", "$a$", "e'", "E", "u&", "U&'", "u&\"", "n'", "_utf8'", "x'", "\\",
    "--", "/*", "*/", "/**", "\n", "\r", " ", "\t", "a", "b1", "1", "1.", ".5", "e5", "E+", ";",
    "?", "??", "@?", "->>", "<=>", "||", "(", ")", "{", "}", ",", ".", "é", "\u3000", "\ud83d"
  };

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "select a_1, $b ! WORD select|WORD a_1|SYMBOL ,|WORD $b",
        "é ä1 ! WORD é|WORD ä1",
        "'a''b' 'c'd ! STRING 'a''b'|STRING 'c'|WORD d",
        "'a\\' b ! STRING 'a\\'|WORD b",
        "E'a\\'b''c' d ! STRING E'a\\'b''c'|WORD d",
        "e'\\\\' 'x' ! STRING e'\\\\'|STRING 'x'",
        "me'a\\' ! WORD me|STRING 'a\\'",
        "U&'\\0041' u&\"d\" u&1 ! STRING U&'\\0041'|STRING_|WORD u|SYMBOL &|NUMBER 1",
        "x'0a' N'a' _latin1'a' b'1' ! "
            + "STRING x'0a'|STRING N'a'|STRING _latin1'a'|WORD b|STRING '1'",
        "\"a\"\"'b\" `c``\"d` ! QUOTED_NAME \"a\"\"'b\"|QUOTED_NAME `c``\"d`",
        "$$a'b$$ $t$x$$y$t$ a$b$c ! STRING $$a'b$$|STRING $t$x$$y$t$|WORD a$b$c",
        "$1$ $t ! WORD $1$|WORD $t",
        "1 1.5 .5 1. 1e5 1.5E-5 1e 1ex 1..2 ! NUMBER 1|NUMBER 1.5|NUMBER .5|NUMBER 1.|NUMBER 1e5"
            + "|NUMBER 1.5E-5|NUMBER 1|WORD e|NUMBER 1|WORD ex|NUMBER 1.|NUMBER .2",
        "a.b a..5 ! WORD a|SYMBOL .|WORD b|WORD a|SYMBOL ..|NUMBER 5",
        "a=? b ?? c @? d ! WORD a|SYMBOL =|PARAMETER ?|WORD b|SYMBOL ??|WORD c|SYMBOL @?|WORD d",
        "a<=>b->>c::d:=- -1 ! WORD a|SYMBOL <=>|WORD b|SYMBOL ->>|WORD c|SYMBOL ::|WORD d"
            + "|SYMBOL :=|SYMBOL -|SYMBOL -|NUMBER 1",
        "a/b */ -- c ' d ! WORD a|SYMBOL /|WORD b|SYMBOL *|SYMBOL /|COMMENT -- c ' d",
        "/* ' */a/**/b/*/c*/ ! COMMENT /* ' */|WORD a|COMMENT /**/|WORD b|COMMENT /*/c*/",
        "/* /* */ a */ b ! COMMENT /* /* */ a */|WORD b",
        "a;b\\c ! WORD a|SEMICOLON ;|WORD b|SYMBOL \\|WORD c",
      })
  void tokens(String sql, String expected) {
    String all =
        SqlLexer.tokens(sql).stream()
            .filter(token -> token.kind() != Kind.WHITESPACE)
            .map(token -> token.kind() + " " + token.text())
            .collect(Collectors.joining("|"));
    assertThat(all).isEqualTo(expected.replace("STRING_", "QUOTED_NAME u&\"d\""));
  }

  @ParameterizedTest
  @CsvSource({"/* /* a */ */", "/*/**/*/", "/*/*/**/*/*/", "/***/", "/**/"})
  void blockCommentsNest(String comment) {
    List<SqlToken> tokens = SqlLexer.tokens(comment + "x");
    assertThat(tokens.get(0).kind()).isEqualTo(Kind.COMMENT);
    String last = tokens.get(tokens.size() - 1).text();
    assertThat(last).isEqualTo("x");
    assertThat(String.join("", tokens.stream().map(SqlToken::text).toList()))
        .isEqualTo(comment + "x");
    SqlLexer lines = new SqlLexer("");
    String text = "";
    for (String line : (comment + "x").split(" ")) {
      lines = lines.continuedBy(line);
      while (lines.next()) {
        text = lines.text();
      }
    }
    assertThat(lines.missing()).isNull();
    assertThat(text).isEqualTo("x");
  }

  @Test
  void lineCommentsEndBeforeTheLine() {
    assertThat(SqlLexer.tokens("--a\r\nb--c\rd").stream().map(SqlToken::text))
        .containsExactly("--a", "\r\n", "b", "--c", "\r", "d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a 'b|'|STRING",
        "a 'b''|'|STRING",
        "e'b\\'|'|STRING",
        "e'b\\|'|STRING",
        "\"b|\"|QUOTED_NAME",
        "`b|`|QUOTED_NAME",
        "/*/|*/|COMMENT",
        "$a$ $b$|$a$|STRING",
        "'a'|~~|STRING",
        "--|~~|COMMENT",
      })
  void saysWhatIsMissing(String sql, String missing, Kind kind) {
    SqlLexer lexer = new SqlLexer(sql);
    while (lexer.next()) {}
    assertThat(lexer.kind()).isEqualTo(kind);
    assertThat(lexer.missing()).isEqualTo(missing.isEmpty() ? null : missing);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a 'b\nc''d' e\n'f'",
        "e'a\n\\'b\n' c",
        "/* a\n\n ' b */ 'c\n'",
        "$t$ a\n$$ b\n$t$ c\n\"d\ne\" --f ' \ng",
      })
  void linesAreContinued(String sql) {
    StringBuilder lines = new StringBuilder();
    SqlLexer lexer = new SqlLexer("");
    for (String line : sql.split("\n")) {
      boolean inside = lexer.missing() != null;
      lexer = lexer.continuedBy(line);
      lines.append(inside ? "\n" : "|");
      while (lexer.next()) {
        lines.append(lexer.text()).append(lexer.missing() == null ? "|" : "");
      }
    }
    String whole =
        SqlLexer.tokens(sql).stream()
            .filter(token -> !token.text().equals("\n"))
            .map(token -> token.text() + "|")
            .collect(Collectors.joining());
    assertThat(lines.toString().replace("||", "|").substring(1)).isEqualTo(whole);
  }

  @Test
  void wordsAndSymbols() {
    SqlLexer lexer = new SqlLexer("Select (");
    assertThat(lexer.next()).isTrue();
    assertThat(lexer.isWord("SELECT")).isTrue();
    assertThat(lexer.isWord("SELECTED")).isFalse();
    assertThat(lexer.next()).isTrue();
    assertThat(lexer.next()).isTrue();
    assertThat(lexer.isSymbol('(')).isTrue();
    assertThat(lexer.isSymbol(')')).isFalse();
    assertThat(lexer.next()).isFalse();
    List<SqlToken> tokens = SqlLexer.tokens("from 'from' \"from\"");
    assertThat(tokens.stream().filter(token -> token.is("FROM"))).containsExactly(tokens.get(0));
    assertThat(tokens.get(2).start()).isEqualTo(5);
    assertThat(tokens.get(2).end()).isEqualTo(11);
    assertThat(tokens.get(0).upper()).isEqualTo("FROM");
  }

  /** The texts of the tokens are the text, whatever it is; kinds do not depend on what follows. */
  @Test
  void anyTextIsTheSumOfItsTokens() {
    Random random = new Random(42);
    for (int run = 0; run < 20_000; run++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
      }
      String sql = text.toString();
      List<SqlToken> tokens = SqlLexer.tokens(sql);
      assertThat(tokens.stream().map(SqlToken::text).collect(Collectors.joining())).isEqualTo(sql);
      for (SqlToken token : tokens) {
        assertThat(token.text()).as(sql).isNotEmpty();
        SqlLexer again = new SqlLexer(sql, token.start());
        assertThat(again.next()).isTrue();
        assertThat(again.end()).as(sql).isEqualTo(token.end());
        assertThat(again.kind()).as(sql).isEqualTo(token.kind());
        assertThat(again.missing() == null || token.end() == sql.length()).as(sql).isTrue();
      }
    }
  }

  /** Each of these texts would take minutes in a lexer that is quadratic. */
  @ParameterizedTest
  @ValueSource(strings = {"$a", "$a$b", "'", "''", "e'\\", "/*", "*/", "-", "u&", "1e", "1.", "<"})
  void longTextsAreLinear(String part) {
    String sql = part.repeat(1_000_000);
    SqlLexer lexer = new SqlLexer(sql);
    while (lexer.next()) {}
    assertThat(lexer.end()).isEqualTo(sql.length());
  }
}
