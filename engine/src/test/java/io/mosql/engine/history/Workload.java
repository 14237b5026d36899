package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Anomaly;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.History;
import java.sql.SQLException;
import java.util.List;

/**
 * What the clients of a history do, and which checker judges it. Has no state of its own, so that
 * all clients may share it.
 */
public interface Workload {
  /** For people, and for naming it again. */
  String name();

  /** Statements that make the tables. */
  List<String> tables();

  /**
   * One transaction, or a few.
   *
   * @param random of this turn alone, so that what the client does next does not depend on what it
   *     was answered
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
