package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StatementSplitterTest {
  @Test
  void cutsAtSemicolonsAndDropsBlankPieces() {
    assertThat(split("select 1; select 2 ;\n\n;  ")).containsExactly("select 1", "select 2");
  }

  @Test
  void keepsSemicolonsOfStringsAndQuotedNames() {
    assertThat(split("select ';' as \"a;b\", `c;d`; select 'it''s;'"))
        .containsExactly("select ';' as \"a;b\", `c;d`", "select 'it''s;'");
  }

  @Test
  void keepsSemicolonsOfComments() {
    assertThat(split("-- one; two\nselect /* ; */ 1; /* only; a comment */"))
        .containsExactly("-- one; two\nselect /* ; */ 1");
  }

  @Test
  void leavesWhatIsUnclosedToTheEngine() {
    assertThat(split("select 'open; select 2")).containsExactly("select 'open; select 2");
    assertThat(split("select 1 /* open; select 2")).containsExactly("select 1 /* open; select 2");
  }

  private static List<String> split(String script) {
    return StatementSplitter.split(script);
  }
}
