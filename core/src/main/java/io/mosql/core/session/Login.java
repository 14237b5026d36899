package io.mosql.core.session;

import java.util.Map;

/**
 * Who wants to talk to which database of a server. The user has been authenticated.
 *
 * @param user name, folded as SQL folds it
 * @param database name
 * @param properties those of the session, never of the database; without user and password
 * @param clientAddress where the client is, for people to read
 */
public record Login(
    String user, String database, Map<SessionProperty, String> properties, String clientAddress) {}
