package io.mosql.core.session;

import java.util.Map;

/**
 * An authenticated login to a database of a server. The user has been authenticated.
 *
 * @param user name, folded as SQL folds it
 * @param database name
 * @param properties those of the session, never of the database; without user and password
 * @param clientAddress where the client is, for people to read
 * @param position of the database, the newest that the client has seen in another session; reads of
 *     this one are not to go back behind it; 0 for none
 */
public record Login(
    String user,
    String database,
    Map<SessionProperty, String> properties,
    String clientAddress,
    long position) {
  /** Of a client that has seen nothing yet. */
  public Login(
      String user, String database, Map<SessionProperty, String> properties, String clientAddress) {
    this(user, database, properties, clientAddress, 0);
  }
}
