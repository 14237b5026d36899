package io.mosql.server.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TargetTest {
  private static final Target TARGET =
      new Target("jdbc:mosql://a:1,b:2/shop?sslmode=require", "ada", "secret");

  @Test
  void aNameIsADatabaseOfTheSameServer() throws ShellException {
    assertThat(TARGET.other("other", null))
        .isEqualTo(new Target("jdbc:mosql://a:1,b:2/other?sslmode=require", "ada", "secret"));
    assertThat(new Target("jdbc:mosql://a", null, null).other("x", null).url())
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
    Target memory = new Target("jdbc:mosql:mem:x", null, null);
    assertThatThrownBy(() -> memory.other("y", null)).hasMessageContaining("needs a URL");
  }
}
