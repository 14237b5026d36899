package io.mosql.core.session;

import io.mosql.core.port.Interrupts;
import org.jspecify.annotations.Nullable;

/**
 * A server's databases as its doors see them. Thread-safe; calls may block on I/O, so they are not
 * for event loops.
 */
public interface ServerEngine {
  /**
   * What the user's password is checked against; null when there is no such user or it may not log
   * in, which a door must not let the client tell from a wrong password.
   *
   * @param user name, folded as SQL folds it
   */
  @Nullable ScramVerifier verifier(String user);

  /**
   * Whether the user may have one of the sessions that are reserved for administrators.
   *
   * @param user name of an authenticated user
   */
  boolean isAdministrator(String user);

  /**
   * Opens a session for an authenticated user.
   *
   * @throws io.mosql.core.error.MosqlException 28000 when the user is gone or may not log in, 3D000
   *     when there is no such database, 42501 when the user may not connect to it, 57P01 when the
   *     server is going away
   */
  Session connect(Login login);

  /**
   * Which nodes serve a database; {@link Topology#ALONE} for a server on its own, and for a
   * database that is not there. Takes no lock and waits for nothing.
   *
   * @param database name
   */
  default Topology topology(String database) {
    return Topology.ALONE;
  }

  /** What is asked before memory is taken for large frames. */
  default Interrupts.Memory memory() {
    return Interrupts.Memory.UNLIMITED;
  }

  /**
   * A message as clients may see it: directories of the server are in its log, and here it says
   * what they hold. Takes no lock and waits for nothing.
   */
  default String withoutPaths(String message) {
    return message;
  }
}
