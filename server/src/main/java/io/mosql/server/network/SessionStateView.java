package io.mosql.server.network;

import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.SessionState;
import java.time.ZoneId;

/**
 * Session state that is reported to the client with each response, depending on its protocol
 * version. Used by one thread at a time.
 */
final class SessionStateView {
  private final ServerEngine engine;
  private final String database;
  private final Session session;
  private final boolean knowsClusters;
  private final boolean knowsZones;

  /**
   * @param minor protocol minor version of the client
   */
  SessionStateView(ServerEngine engine, String database, Session session, int minor) {
    this.engine = engine;
    this.database = database;
    this.session = session;
    this.knowsClusters = minor >= ClientPreface.MINOR_OF_CLUSTERS;
    this.knowsZones = minor >= ClientPreface.MINOR_OF_ZONES;
  }

  /** Returns the current state and removes the session's notices. */
  SessionState state() {
    Topology topology = knowsClusters ? engine.topology(database) : null;
    ZoneId zone = knowsZones ? session.timeZone() : null;
    return new SessionState(
        session.transactionStatus(),
        session.autoCommit(),
        session.readOnly(),
        session.isolation(),
        session.schema(),
        session.token(),
        session.takeNotices(),
        topology,
        topology != null && topology.isCluster() ? session.position() : 0,
        zone == null ? null : zone.getId());
  }

  /** Returns a message as it may be shown to the client. */
  String message(String message) {
    return engine.withoutPaths(message);
  }

  Response.OutcomeReport fate(TransactionToken token) {
    if (!knowsClusters) {
      return new Response.OutcomeReport(session.commitOutcome(token));
    }
    Session.CommitStatus settled = session.commitStatus(token);
    return new Response.OutcomeReport(settled.outcome(), settled.updateCount());
  }
}
