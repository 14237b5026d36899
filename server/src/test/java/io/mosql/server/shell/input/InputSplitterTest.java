package io.mosql.server.shell.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.shell.input.InputSplitter.Item;
import io.mosql.server.shell.input.InputSplitter.MetaCommand;
import io.mosql.server.shell.input.InputSplitter.PromptStatus;
import io.mosql.server.shell.input.InputSplitter.SqlText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InputSplitterTest {
  @Test
  void cutsAtSemicolonsAndDropsBlankPieces() {
    assertThat(texts("select 1; select 2 ;\n\n;  ")).containsExactly("select 1", "select 2");
  }

  @Test
  void keepsSemicolonsOfStringsAndQuotedNames() {
    assertThat(texts("select ';' as \"a;b\", `c;d`; select 'it''s;'"))
        .containsExactly("select ';' as \"a;b\", `c;d`", "select 'it''s;'");
  }

  @Test
  void knowsBackslashesOfEscapedTextsOnly() {
    assertThat(texts("select E'it\\'s;'; select 'a\\';select 3;"))
        .containsExactly("select E'it\\'s;'", "select 'a\\'", "select 3");
    assertThat(texts("select e'a''\\\\'; select name'\\'; select 2"))
        .containsExactly("select e'a''\\\\'", "select name'\\'", "select 2");
  }

  @Test
  void knowsStringsInDollars() {
    assertThat(texts("select $$a;\n'b$$; select $t$ $$;\n$t$, 2; select 3"))
        .containsExactly("select $$a;\n'b$$", "select $t$ $$;\n$t$, 2", "select 3");
  }

  @Test
  void keepsSemicolonsOfComments() {
    assertThat(texts("-- one; two\nselect /* ; */ 1; /* only; a comment */"))
        .containsExactly("-- one; two\nselect /* ; */ 1");
  }

  @Test
  void leavesWhatIsUnclosedToTheEngine() {
    assertThat(texts("select 'open; select 2")).containsExactly("select 'open; select 2");
    assertThat(texts("select 1 /* open; select 2")).containsExactly("select 1 /* open; select 2");
  }

  @Test
  void commandsTakeTheirLineAndLeaveWhatWasBegun() {
    assertThat(pieces("\\d t; x\nselect 1\n\\gx\n+ 2;"))
        .containsExactly(
            new MetaCommand("\\d t; x", 1),
            new MetaCommand("\\gx", 3),
            new SqlText("select 1\n\n+ 2", 2));
    assertThat(texts("select '\\d'; -- \\d\n")).containsExactly("select '\\d'");
  }

  @Test
  void linesAreThoseWhereStatementsBegin() {
    assertThat(pieces("\n\nselect 1; select\n2;\n/* a\n*/ select 3;"))
        .extracting(Item::line)
        .containsExactly(3, 3, 5);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      value = {
        "^^, READY",
        "^-- a^, READY",
        "^select 1;^, READY",
        "^select 1^, CONTINUE",
        "^select (1^, PARENTHESIS",
        "^select (1)^, CONTINUE",
        "^select 'a^, SINGLE_QUOTE",
        "^select 'a''^, SINGLE_QUOTE",
        "^select \"a^, DOUBLE_QUOTE",
        "^select `a^, BACKQUOTE",
        "^select $a$ $$^, DOLLAR_QUOTE",
        "^/* a^, COMMENT",
        "^select (1;^, READY"
      })
  void tellsWhatIsOpen(String text, PromptStatus open) {
    InputSplitter pieces = new InputSplitter();
    pieces.addLine(text);
    assertThat(pieces.promptStatus()).isEqualTo(open);
    assertThat(pieces.copy().promptStatus()).isEqualTo(open);
  }

  private static List<String> texts(String script) {
    return pieces(script).stream().map(piece -> ((SqlText) piece).text()).toList();
  }

  private static List<Item> pieces(String script) {
    InputSplitter pieces = new InputSplitter();
    List<Item> all = new ArrayList<>();
    for (String line : script.split("\n", -1)) {
      pieces.addLine(line);
      for (Item piece = pieces.poll(); piece != null; piece = pieces.poll()) {
        all.add(piece);
      }
    }
    SqlText rest = pieces.pending();
    if (rest != null) {
      all.add(rest);
    }
    return all;
  }
}
