package io.mosql.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ScramVerifier;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Passwords against verifiers that others made. */
final class PasswordCheckTest {
  private final PasswordCheck check = new PasswordCheck();

  private static byte[] bytes(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  /** What PostgreSQL shows of the password "pencil" with the salt of RFC 7677's example. */
  private static final ScramVerifier PENCIL =
      new ScramVerifier(
          4096,
          bytes("W22ZaJ0SNY7soEsUEjb6gQ=="),
          bytes("WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY="),
          bytes("wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="));

  @Test
  void onlyTheRightPasswordOfSomebodyIsRight() {
    assertThat(check.matches("pencil", PENCIL)).isTrue();
    assertThat(check.matches("pencil ", PENCIL)).isFalse();
    assertThat(check.matches("", PENCIL)).isFalse();
    assertThat(check.matches("pencil", null)).isFalse();
    assertThat(check.matches("x".repeat(100_000), PENCIL)).isFalse();
  }

  @Test
  void passwordsAreComparedAsTheyAreKept() {
    // A soft hyphen is nothing, and a character that is made of others is those, in SASLprep.
    assertThat(check.matches("pen\u00adcil", PENCIL)).isTrue();
    assertThat(check.matches("\uff50encil", PENCIL)).isTrue();
    assertThat(check.matches("pencil\u0007", PENCIL)).isFalse();
  }
}
