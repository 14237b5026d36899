package io.mosql.core.session;

import java.util.Map;

/**
 * An authenticated login to a database of a server.
 *
 * @param user name, folded as SQL folds it
 * @param database name
 * @param properties of the session, never of the database; without user and password
 * @param clientAddress address of the client, for display
 * @param position newest position of the database that the client has seen in another session;
 *     reads of this session must not be older; 0 for none
 */
public record Login(
    String user,
    String database,
    Map<SessionProperty, String> properties,
    String clientAddress,
    long position) {
  /** A login of a client without a position. */
  public Login(
      String user, String database, Map<SessionProperty, String> properties, String clientAddress) {
    this(user, database, properties, clientAddress, 0);
  }
}
