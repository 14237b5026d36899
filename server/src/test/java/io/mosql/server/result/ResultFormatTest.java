package io.mosql.server.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.server.result.RowSource.Column;
import io.mosql.server.result.RowSource.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of properties common to all formats; their appearance is tested by the shell's transcripts.
 */
final class ResultFormatTest {
  /** Endless row source. */
  private static final class Endless implements RowSource {
    private long row;

    @Override
    public List<Column> columns() {
      return List.of(new Column("n", Kind.NUMBER), Column.text("text"));
    }

    @Override
    public boolean next() {
      row++;
      return true;
    }

    @Override
    public @Nullable String text(int column) {
      return column == 0 ? String.valueOf(row) : "x";
    }
  }

  @ParameterizedTest
  @EnumSource
  void writingEndsWhenTheOutputIsClosed(ResultFormat format) {
    Writer gone =
        new Writer() {
          @Override
          public void write(char[] text, int offset, int length) throws IOException {
            throw new IOException("gone");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> format.write(new Endless(), new PrintWriter(gone), DisplayStyle.PLAIN))
        .isInstanceOf(IOException.class)
        .hasMessage("the output cannot be written");
  }

  @ParameterizedTest
  @EnumSource
  void rowsAreCounted(ResultFormat format) throws Exception {
    InMemoryRows rows = InMemoryRows.of("a", "b");
    for (int i = 0; i < 2_500; i++) {
      rows.add(String.valueOf(i), null);
    }
    StringWriter written = new StringWriter();
    assertThat(format.write(rows, new PrintWriter(written), DisplayStyle.PLAIN)).isEqualTo(2_500);
    assertThat(written.toString()).contains("2499");
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsNoRow(ResultFormat format) throws Exception {
    StringWriter written = new StringWriter();
    assertThat(format.write(InMemoryRows.of("a"), new PrintWriter(written), DisplayStyle.PLAIN))
        .isZero();
  }

  @ParameterizedTest
  @EnumSource
  void resultsWithoutColumnsDoNoHarm(ResultFormat format) throws Exception {
    InMemoryRows rows = InMemoryRows.of();
    rows.add();
    assertThat(format.write(rows, new PrintWriter(new StringWriter()), DisplayStyle.PLAIN))
        .isEqualTo(1);
  }
}
