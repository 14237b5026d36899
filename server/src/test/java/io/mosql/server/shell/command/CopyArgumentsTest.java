package io.mosql.server.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CopyArgumentsTest {
  private static final String LONG = "x''y".repeat(20_000);

  @Test
  void readsNamesColumnsAndOptions() throws Exception {
    CopyArguments arguments =
        CopyArguments.parse(
            "s.\"T \"\"t\" (a, \"b\"\"c\") from 'it''s.csv' (header, delimiter ';', batch 7);");
    assertThat(arguments.source()).isEqualTo("s.\"T \"\"t\"");
    assertThat(arguments.columnNames()).containsExactly("a", "b\"c");
    assertThat(arguments.file()).isEqualTo("it's.csv");
    assertThat(arguments.isImport()).isTrue();
    assertThat(arguments.format().delimiter()).isEqualTo(';');
    assertThat(arguments.batch()).isEqualTo(7);
  }

  @Test
  void readsQueriesWithParenthesesInTexts() throws Exception {
    CopyArguments arguments =
        CopyArguments.parse("(select ')', $$)$$ /* ) */ from t where (a)) to out.csv");
    assertThat(arguments.source()).isEqualTo("select ')', $$)$$ /* ) */ from t where (a)");
    assertThat(arguments.file()).isEqualTo("out.csv");
  }

  /** Texts whose every character was a stack frame of the regular expression. */
  @Test
  void readsLongNamesAndTexts() throws Exception {
    CopyArguments arguments =
        CopyArguments.parse("\"" + LONG + "\" from '" + LONG + "' (null '" + LONG + "')");
    String text = LONG.replace("''", "'");
    assertThat(arguments.source()).isEqualTo("\"" + LONG + "\"");
    assertThat(arguments.file()).isEqualTo(text);
    assertThat(arguments.format().nullText()).isEqualTo(text);
  }
}
