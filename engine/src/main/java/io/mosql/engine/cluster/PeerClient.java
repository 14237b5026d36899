package io.mosql.engine.cluster;

import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Login;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.Topology;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.sql.privilege.AccountService.StatementOrigin;
import io.mosql.sql.privilege.Principal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests of this node to other nodes of the cluster, on behalf of its clients. Thread-safe.
 */
public final class PeerClient {
  /** Database name of sessions that only run statements about accounts and databases. */
  public static final String COMMANDS = "commands";

  private volatile @Nullable PeerSessionOpener door;

  public void setOpener(PeerSessionOpener way) {
    door = way;
  }

  /**
   * Runs a statement about accounts or databases on another node.
   *
   * @param place address of the leader of the system database
   * @return position of the system database after the statement
   */
  long run(Topology.NodeAddress place, StatementOrigin wording, Principal by) {
    try (Session session = open(place, wording.database(), COMMANDS, by)) {
      execute(session, wording.sql());
      return session.position();
    }
  }

  /** Requests a time record from the leader, as needed by a strict read. */
  void requestTimeRecord(Topology.NodeAddress place, String database, Principal by) {
    try (Session session = open(place, database, "never", by)) {
      execute(session, "select 1");
    }
  }

  private static void execute(Session session, String sql) {
    try (PreparedStatementHandle statement = session.prepare(sql, List.of())) {
      StatementResult result = session.execute(statement, new Object[0], ExecutionOptions.DEFAULT);
      if (result instanceof StatementResult.Rows rows) {
        rows.close();
      }
    }
  }

  private Session open(
      Topology.NodeAddress place, String database, String forwarding, Principal by) {
    PeerSessionOpener way = door;
    if (way == null) {
      throw EngineErrorMessage.FORWARDING_NOT_POSSIBLE.error(place.node());
    }
    String address = Objects.requireNonNullElse(by.clientAddress(), "");
    Map<SessionProperty, String> properties = Map.of(SessionProperty.FORWARDING, forwarding);
    return way.open(place, new Login(by.user(), database, properties, address));
  }
}
