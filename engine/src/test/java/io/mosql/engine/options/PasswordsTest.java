package io.mosql.engine.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Tests of password verifiers. */
final class PasswordsTest {
  private final Passwords passwords = new Passwords(RandomSource.SECURE, Passwords.ITERATIONS_MIN);

  /** The example of RFC 7677, section 3: the server's signature of the exchange. */
  @Test
  void agreesWithTheExampleOfTheStandard() throws GeneralSecurityException {
    byte[] salt = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
    ScramVerifier verifier = Passwords.verifier("pencil", salt, 4096);
    String exchange =
        "n=user,r=rOprNGfwEbeRWgbNEkqO,"
            + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
            + "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(verifier.serverKey(), "HmacSHA256"));
    byte[] signature = mac.doFinal(exchange.getBytes(StandardCharsets.US_ASCII));
    assertThat(Base64.getEncoder().encodeToString(signature))
        .isEqualTo("6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
  }

  @Test
  void equalPasswordsHaveDifferentSalts() {
    ScramVerifier one = passwords.verifier("secret");
    ScramVerifier other = passwords.verifier("secret");
    assertThat(one.salt()).hasSize(16).isNotEqualTo(other.salt());
    assertThat(one.storedKey()).hasSize(32).isNotEqualTo(other.storedKey());
    assertThat(one.iterations()).isEqualTo(4096);
  }

  @Test
  void passwordsAreNormalised() {
    byte[] salt = new byte[16];
    assertThat(keyOf("\u2168")).as("SASLprep makes IX of it").isEqualTo(keyOf("IX"));
    assertThat(keyOf("a\u00adb")).as("a soft hyphen is nothing").isEqualTo(keyOf("ab"));
    assertThat(keyOf("p\u00e9")).as("composed and not").isEqualTo(keyOf("pe\u0301"));
    assertThat(Passwords.verifier("IX", salt, 4096).storedKey()).isEqualTo(keyOf("\u2168"));
  }

  private byte[] keyOf(String password) {
    return new Passwords(() -> 0, Passwords.ITERATIONS_MIN).verifier(password).storedKey();
  }

  @Test
  void invalidPasswordsAreRejectedWithoutBeingShown() {
    for (String bad : new String[] {"", "\u0007bell", "x".repeat(1_001), "\u00ad", "\u0627 1a"}) {
      assertThatThrownBy(() -> passwords.verifier(bad))
          .isInstanceOfSatisfying(
              MosqlException.class,
              e -> {
                assertThat(e.sqlState()).isEqualTo("22023");
                assertThat(e.getCause()).isNull();
                assertThat(e.getMessage()).doesNotContain("bell");
              });
    }
  }

  @Test
  void generatedPasswordsDiffer() {
    assertThat(passwords.generate()).hasSize(24).isNotEqualTo(passwords.generate());
  }
}
