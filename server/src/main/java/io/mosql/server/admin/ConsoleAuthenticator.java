package io.mosql.server.admin;

import io.mosql.core.session.Session;
import java.util.List;

/** Authenticates users of the console. Thread-safe; may take its time. */
public interface ConsoleAuthenticator {
  /**
   * Checks a password.
   *
   * @param clientAddress where from, for people
   * @throws io.mosql.core.error.MosqlException 28P01 for a wrong password or an unknown user, which
   *     cannot be told apart; 53300 when it was tried too often
   */
  Account login(String user, String password, String clientAddress);

  /** Somebody whose password was right. */
  interface Account {
    /** Name, as the server folds it. */
    String user();

    /** Whether the figures of the whole server may be shown. */
    boolean isAdministrator();

    /** Databases to choose from, the first of them chosen at first; may lack some. */
    List<String> databases();

    /** The login has ended. */
    void loggedOut();

    /**
     * Opens a session.
     *
     * @throws io.mosql.core.error.MosqlException 3D000, 42501, 28000 when the account is gone
     */
    Session connect(String database);
  }
}
