package io.mosql.engine.replay;

import io.mosql.storage.version.TransactionId;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;

/** The database that clients work on at the same time. Any thread. */
public interface Subject {
  /** A new connection; the caller closes it. */
  Connection connect() throws SQLException;

  /** A position that the database has reached, and that holds all that the connection has read. */
  long position(Connection connection) throws SQLException;

  /** Which transaction committed at which position; when no client works any more. */
  Map<TransactionId, Long> order() throws SQLException, IOException;

  /** Compares all that is stored twice; when no client works any more. */
  void verify(Consumer<String> problems) throws SQLException, IOException;

  /** Whether connections and their answers may be lost. */
  default boolean losesConnections() {
    return false;
  }

  /**
   * Whether a statement in autocommit mode may be run again, after the answer to it was lost, by
   * the driver: under a name that the client does not know.
   */
  default boolean rerunsStatements() {
    return false;
  }
}
