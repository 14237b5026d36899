package io.mosql.server.shell.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.shell.connection.ConnectionTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PasswordMaskingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "create user ada password 'x';",
        "ALTER USER ada\nPASSWORD 'x'",
        "create user ada identified by 'x'",
        "\\c jdbc:mosql://h/db?user=ada&password=x",
        "\\c jdbc:h2:mem:;PASSWORD=x",
        "\\c jdbc:x://h/db?sslPassword=x",
        "\\c jdbc:postgresql://ada:x@host/db"
      })
  void linesThatMayHoldPasswordsAreNotKept(String line) {
    assertThat(PasswordMasking.mayContainPassword(line)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"select 1", "\\c jdbc:mosql://h:7654/db", "select 'a@b', x from passwords_t"})
  void othersAre(String line) {
    assertThat(PasswordMasking.mayContainPassword(line)).isFalse();
  }

  @Test
  void urlsAreShownWithoutThem() {
    assertThat(
            PasswordMasking.maskPasswords(
                "jdbc:mosql://h/db?user=ada&password=x&trustPassword=y&a=b"))
        .isEqualTo("jdbc:mosql://h/db?user=ada&password=***&trustPassword=***&a=b");
    assertThat(PasswordMasking.maskPasswords("no driver for jdbc:p://ada:x@h/db"))
        .isEqualTo("no driver for jdbc:p://ada:***@h/db");
    assertThat(PasswordMasking.maskPasswords("jdbc:mosql:mem:x")).isEqualTo("jdbc:mosql:mem:x");
  }

  @Test
  void targetsNeverShowThem() {
    ConnectionTarget target = new ConnectionTarget("jdbc:mosql://h/db?password=x", "ada", "secret");
    assertThat(target.toString()).isEqualTo("jdbc:mosql://h/db?password=***");
  }
}
