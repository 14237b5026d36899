package io.mosql.testkit.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PageTest {
  @Test
  void blocksHaveLanguageAndReason() {
    Page page =
        Page.of("# T", "<!-- not run: needs a server -->", "", "```sql", "select 1;", "```", "x");

    assertThat(page.blocks())
        .containsExactly(new Page.CodeBlock("sql", List.of("select 1;"), 5, "needs a server"));
    assertThat(page.prose()).doesNotContain("select");
  }

  @Test
  void aReasonIsForTheNextBlockOnly() {
    Page page = Page.of("<!-- not run: needs a server -->", "text", "```sql", "a;", "```");

    assertThat(page.blocks().get(0).notRun()).isNull();
  }

  @Test
  void anOpenBlockIsAnError() {
    assertThatThrownBy(() -> Page.of("```sql", "a;"))
        .hasMessage("page.md:1: code block without an end");
  }

  @Test
  void anchorsAreThoseOfGitHub() {
    Page page =
        Page.of(
            "# Names of `a_b`, c", "## ~/.mosqlrc", "## [Link](x.md) it", "## Twice", "## Twice");

    assertThat(page.anchors())
        .containsExactlyInAnyOrder("names-of-a_b-c", "mosqlrc", "link-it", "twice", "twice-1");
  }

  @Test
  void linksAreRelativeAndNotCode() {
    Page page =
        Page.of("[a](b.md#c) ![i](images/i.png) [w](https://example.org) `[x](y)` (", "[d](#e)");

    assertThat(page.links()).containsExactly("b.md#c", "images/i.png", "#e");
  }

  @Test
  void commandsEndWhereTheShellEndsThem() {
    assertThat(DocumentedCommand.words(" sql URL -c \"select '1;'\" # a comment"))
        .containsExactly("sql", "URL", "-c", "select '1;'");
    assertThat(DocumentedCommand.words(" tpcc --keep d & sleep 40; kill -9 $!"))
        .containsExactly("tpcc", "--keep", "d");
  }

  @Test
  void commandsStandInBlocksAndInSentences() {
    Page page =
        Page.of(
            "`./mosql a b [--c]` and `./mosql`", "```sh", "A=1 ./mosql d 'e f'   # g", "x", "```");

    assertThat(DocumentedCommand.in(page).stream().map(DocumentedCommand::words))
        .containsExactly(List.of("d", "e f"), List.of("a", "b", "--c"), List.of());
  }

  @Test
  void commandsGoOnBehindABackslashAndNotInComments() {
    Page page = Page.of("```sh", "./mosql a \\", "  b   # as ./mosql c", "```");

    assertThat(DocumentedCommand.in(page).stream().map(DocumentedCommand::words))
        .containsExactly(List.of("a", "b"));
  }

  @Test
  void statementsThatPrepareAreNoProse() {
    assertThat(Page.of("a", "<!--sql", "create table t", "-->", "b").prose()).isEqualTo("a\nb\n");
  }
}
