package io.mosql.core.session;

import io.mosql.core.port.Interrupts;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a server, as seen by its network listeners. Thread-safe; calls may block on I/O,
 * so they must not run on event loops.
 */
public interface ServerEngine {
  /**
   * The verifier of the user's password; null when there is no such user or it may not log in,
   * which the listener must not let the client tell from a wrong password.
   *
   * @param user name, folded as SQL folds it
   */
  @Nullable ScramVerifier verifier(String user);

  /**
   * Whether the user may use one of the sessions that are reserved for administrators.
   *
   * @param user name of an authenticated user
   */
  boolean isAdministrator(String user);

  /**
   * Opens a session for an authenticated user.
   *
   * @throws io.mosql.core.error.MosqlException 28000 when the user does not exist any more or may
   *     not log in, 3D000 when there is no such database, 42501 when the user may not connect to
   *     it, 57P01 when the server is shutting down
   */
  Session connect(Login login);

  /**
   * The nodes that serve a database; {@link Topology#ALONE} for a single server, and for a database
   * that does not exist. Acquires no lock and does not block.
   *
   * @param database name
   */
  default Topology topology(String database) {
    return Topology.ALONE;
  }

  /** The memory from which large frames are reserved. */
  default Interrupts.Memory memory() {
    return Interrupts.Memory.UNLIMITED;
  }

  /**
   * A message in the form for clients: paths of the server's directories, which its log contains,
   * are replaced by descriptions. Acquires no lock and does not block.
   */
  default String withoutPaths(String message) {
    return message;
  }
}
