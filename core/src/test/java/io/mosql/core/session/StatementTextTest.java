package io.mosql.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords in statements, well-formed and not. */
final class StatementTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "create user bob password 'canary' login | create user bob password '***' login",
        "ALTER ROLE bob PASSWORD e'ca\\'canary' | ALTER ROLE bob PASSWORD '***'",
        "set password = 'canary' | set password = '***'",
        "set password canary | set password '***'",
        "set session password to 'canary' | set session password to '***'",
        "create user bob password canary admin | create user bob password '***' admin",
        "create user bob password null login 'canary' | create user bob password NULL login '***'",
        "create user bob pasword 'canary' | create user bob pasword '***'",
        "create user bob identified by canary | create user bob identified by '***'",
        "create user bob password 'it''s canary' | create user bob password '***'",
        "create user bob password 'canary | create user bob password '***'",
        "create user bob password \"canary | create user bob password '***'",
        "create user bob password $$a canary$$ | create user bob password '***'",
        "create user bob pasword $a$canary$a$ | create user bob pasword '***'",
        "create user bob password 1canary-canary; | create user bob password '***';",
        "create user bob 'canary' password | create user bob '***' password",
        "create user \"Bob\" password \"canary\" | create user \"Bob\" password '***'",
        "select * from u where password = 'canary' | select * from u where password = '***'",
      })
  void hidesWhatIsSecret(String sql, String shown) {
    assertThat(StatementText.redacted(sql)).isEqualTo(shown).doesNotContain("canary");
    assertThat(StatementText.holdsSecret(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "select 'x' from t",
        "select password from u where id = 1",
        "create user bob",
        "alter user bob admin",
        "drop user bob",
        "create user bob password",
        "create table t (user varchar(10) default 'x')",
        "select 'password', 'x' from t",
        "select password -- of u"
      })
  void leavesTheRestAlone(String sql) {
    assertThat(StatementText.redacted(sql)).isSameAs(sql);
    assertThat(StatementText.holdsSecret(sql)).isFalse();
  }

  @Test
  void commentsOfSuchStatementsGoToo() {
    assertThat(StatementText.redacted("CrEaTe UsEr bob -- 'canary'\nlogin"))
        .isEqualTo("CrEaTe UsEr bob  \nlogin");
    assertThat(StatementText.redacted("/* canary */ create user bob password 'canary'"))
        .isEqualTo("  create user bob password '***'");
  }
}
