package io.mosql.sql.privilege;

import io.mosql.sql.catalog.AccountPrivileges;
import org.jspecify.annotations.Nullable;

/** The account that a session acts for. Thread-safe. */
public interface Principal {
  /** Name of the account. */
  String user();

  /** Address of the client, for display; null within the process. */
  @Nullable String clientAddress();

  /**
   * The current privileges of the account. As cheap as reading two fields, since it is called for
   * each statement.
   */
  AccountPrivileges privileges();

  /**
   * The position that the client's next reads must see.
   *
   * @param position position of the session's database
   */
  default long observedPosition(long position) {
    return position;
  }

  /** A trusted principal within the process. */
  static Principal trusted(String user) {
    return new Trusted(user);
  }

  /**
   * A trusted principal.
   *
   * @param user name given by the caller
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
