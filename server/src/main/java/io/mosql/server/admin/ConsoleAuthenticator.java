package io.mosql.server.admin;

import io.mosql.core.session.Session;
import java.net.SocketAddress;
import java.util.List;

/** Authenticator of console users. Thread-safe; calls may block. */
public interface ConsoleAuthenticator {
  /**
   * Checks a password.
   *
   * @param client address of the client
   * @throws io.mosql.core.error.MosqlException 28P01 for a wrong password or an unknown user, which
   *     are indistinguishable; 53300 after too many failed attempts
   */
  Account login(String user, String password, SocketAddress client);

  /** Account that has passed the password check. */
  interface Account {
    /** Name after identifier folding. */
    String user();

    /** Whether the metrics of the whole server may be shown. */
    boolean isAdministrator();

    /** Databases offered for selection, the default first; the list may be incomplete. */
    List<String> databases();

    /** Called when the login has ended. */
    void loggedOut();

    /**
     * Opens a session.
     *
     * @throws io.mosql.core.error.MosqlException 3D000, 42501, 28000 when the account no longer
     *     exists
     */
    Session connect(String database);
  }
}
