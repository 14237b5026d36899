package io.mosql.sql.privilege;

import io.mosql.sql.catalog.AccountPrivileges;
import org.jspecify.annotations.Nullable;

/** The account that a session acts for. Thread-safe. */
public interface Principal {
  /** Name of the account. */
  String user();

  /** Where the client is, for people; null within the process. */
  @Nullable String clientAddress();

  /** What the account is now. As cheap as reading two fields: asked once for each statement. */
  AccountPrivileges privileges();

  /**
   * What its client is to have seen in whatever it does next.
   *
   * @param position of the database that the session is in
   */
  default long observedPosition(long position) {
    return position;
  }

  /** Whoever is in the process itself. */
  static Principal trusted(String user) {
    return new Trusted(user);
  }

  /**
   * Somebody who is trusted.
   *
   * @param user as he calls himself
   */
  record Trusted(String user) implements Principal {
    @Override
    public @Nullable String clientAddress() {
      return null;
    }

    @Override
    public AccountPrivileges privileges() {
      return AccountPrivileges.TRUSTED;
    }
  }
}
