package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import java.sql.SQLException;
import java.util.List;

/**
 * The operations of the clients of a history, and their checker. Stateless, so that all clients can
 * share it.
 */
public interface Workload {
  /** Name for messages and for a repeated run. */
  String name();

  /** Statements that make the tables. */
  List<String> tables();

  /**
   * One transaction, or a few.
   *
   * @param random used for this turn only, so that later turns do not depend on results
   * @param turn number of the turn, from 0
   */
  void turn(Client client, SeededRandom random, int turn) throws SQLException;

  /** Whether there is a CHECK that may refuse changes, and {@link #check} judges refusals. */
  default boolean hasCheck() {
    return false;
  }

  /** Reads everything, when all others have ended. */
  void readAll(Client client) throws SQLException;

  List<Anomaly> check(History history, ConsistencyModel promise);
}
