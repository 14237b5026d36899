package io.mosql.engine.replay;

import io.mosql.storage.version.TransactionId;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;

/** The database used by concurrent clients. Thread-safe. */
public interface Subject {
  /** A new connection; the caller closes it. */
  Connection connect() throws SQLException;

  /** A position reached by the database that includes all reads of the connection. */
  long position(Connection connection) throws SQLException;

  /** The positions of committed transactions; called after all clients have ended. */
  Map<TransactionId, Long> order() throws SQLException, IOException;

  /** Verifies all redundant information; called after all clients have ended. */
  void verify(Consumer<String> problems) throws SQLException, IOException;

  /** Whether connections and responses may be lost. */
  default boolean losesConnections() {
    return false;
  }

  /**
   * Whether the driver may retry a statement in autocommit mode after a lost response, under a
   * transaction id unknown to the client.
   */
  default boolean rerunsStatements() {
    return false;
  }
}
