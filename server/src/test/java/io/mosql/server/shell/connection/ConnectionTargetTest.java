package io.mosql.server.shell.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.server.shell.input.ShellException;
import org.junit.jupiter.api.Test;

final class ConnectionTargetTest {
  private static final ConnectionTarget TARGET =
      new ConnectionTarget("jdbc:mosql://a:1,b:2/shop?sslmode=require", "ada", "secret");

  @Test
  void aNameIsADatabaseOfTheSameServer() throws ShellException {
    assertThat(TARGET.other("other", null))
        .isEqualTo(
            new ConnectionTarget("jdbc:mosql://a:1,b:2/other?sslmode=require", "ada", "secret"));
    assertThat(new ConnectionTarget("jdbc:mosql://a", null, null).other("x", null).url())
        .isEqualTo("jdbc:mosql://a/x");
  }

  @Test
  void aPasswordIsForItsUserOnly() throws ShellException {
    assertThat(TARGET.other("shop", "ada").password()).isEqualTo("secret");
    assertThat(TARGET.other("shop", "bob").password()).isNull();
  }

  @Test
  void aUrlIsTakenAsItIs() throws ShellException {
    assertThat(TARGET.other("jdbc:mosql:mem:x", null).url()).isEqualTo("jdbc:mosql:mem:x");
  }

  @Test
  void withoutAServerThereAreNoNames() {
    ConnectionTarget memory = new ConnectionTarget("jdbc:mosql:mem:x", null, null);
    assertThatThrownBy(() -> memory.other("y", null)).hasMessageContaining("requires a URL");
  }
}
