package io.mosql.core.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ErrorMessageTest {
  private enum Catalogue implements ErrorMessage {
    UNDEFINED(SqlState.UNDEFINED_TABLE, "table \"%s\" does not exist"),
    FULL(SqlState.DISK_FULL, "disk is 100%% full");

    private final SqlState state;
    private final String format;

    Catalogue(SqlState state, String format) {
      this.state = state;
      this.format = format;
    }

    @Override
    public SqlState state() {
      return state;
    }

    @Override
    public String format() {
      return format;
    }
  }

  @Test
  void makesExceptions() {
    MosqlException error = Catalogue.UNDEFINED.at(7, "100%s");
    assertThat(error).hasMessage("table \"100%s\" does not exist");
    assertThat(error.sqlState()).isEqualTo("42P01");
    assertThat(error.position()).isEqualTo(7);
    assertThat(Catalogue.FULL.causedBy(error)).hasMessage("disk is 100% full").hasCause(error);
  }

  @Test
  void asksForEachArgument() {
    assertThatThrownBy(() -> Catalogue.UNDEFINED.error()).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> Catalogue.FULL.error("x")).isInstanceOf(AssertionError.class);
  }
}
