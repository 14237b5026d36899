package io.mosql.core.lexer;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.lexer.StatementSplitter.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatementSplitterTest {
  private static List<String> split(String sql) {
    List<Piece> pieces = StatementSplitter.split(sql);
    for (Piece piece : pieces) {
      assertThat(sql).contains(piece.sql());
      assertThat(sql.startsWith(piece.sql(), piece.start())).isTrue();
    }
    return pieces.stream().map(Piece::sql).toList();
  }

  @Test
  void semicolonsSeparate() {
    assertThat(split("select 1")).containsExactly("select 1");
    assertThat(split(" select 1 ; ")).containsExactly("select 1");
    assertThat(split("a;b\n;c")).containsExactly("a", "b", "c");
    assertThat(split(";;a;;b;;")).containsExactly("a", "b");
    assertThat(split("")).isEmpty();
    assertThat(split(" ; -- nothing\n /* ; */ ;")).isEmpty();
  }

  @Test
  void quotedOnesDoNot() {
    for (String one :
        List.of(
            "select ';'",
            "select 'it''s; so'",
            "select E'\\';'",
            "select U&'\\0041;'",
            "select \"a;b\" from `c;d`",
            "select $$a;b$$",
            "select $x$ a; $$ ; $y$ ; $x$",
            "select 1 -- a; b\n + 1",
            "select 1 /* a; b */ + 1",
            "select 'no end; select 2",
            "select $q$ no end; select 2",
            "create function f() returns int as $$ begin; return 1; end $$ language x")) {
      assertThat(split(one)).as(one).containsExactly(one);
      assertThat(split(one + "\n; select 2")).as(one).hasSizeBetween(1, 2).element(0).isNotNull();
    }
    assertThat(split("select ';' ; select $$;$$ /* ; */; select 3 -- ; end"))
        .containsExactly("select ';'", "select $$;$$", "select 3");
  }

  @Test
  void bodiesOfFunctionsStayWhole() {
    String body =
        "create or replace procedure p() begin atomic select case when a then b end; insert into t"
            + " values (1); end";
    assertThat(split(body + "; call p()")).containsExactly(body, "call p()");
    assertThat(split("begin; select case when a then b end; end"))
        .containsExactly("begin", "select case when a then b end", "end");
    assertThat(split("create table begin (atomic int); select 1"))
        .containsExactly("create table begin (atomic int)", "select 1");
  }

  @Test
  void whatBeginsATransaction() {
    assertThat(new Piece("begin", 0).beginsTransaction()).isTrue();
    assertThat(new Piece("START transaction read only", 0).beginsTransaction()).isTrue();
    assertThat(new Piece("\"begin\"", 0).beginsTransaction()).isFalse();
    assertThat(new Piece("select begin", 0).beginsTransaction()).isFalse();
  }

  @Test
  void mostTextsAreNotLexed() {
    assertThat(StatementSplitter.mayBeSeveral("select 1")).isFalse();
    assertThat(StatementSplitter.mayBeSeveral("select 1;\n ")).isFalse();
    assertThat(StatementSplitter.mayBeSeveral("select ';'")).isTrue();
  }
}
