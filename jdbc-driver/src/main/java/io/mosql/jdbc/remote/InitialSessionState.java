package io.mosql.jdbc.remote;

import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.SessionProperty;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The initial state of a new session: the defaults, or the state of the session that it replaces.
 *
 * @param settings null for those of the URL
 * @param position newest position of the database known to the connection, 0 for none
 * @param isForwarded whether a follower must forward all requests to the leader
 */
record InitialSessionState(@Nullable Settings settings, long position, boolean isForwarded) {
  /** State for a new connection. */
  static final InitialSessionState FIRST = new InitialSessionState(null, 0);

  InitialSessionState(@Nullable Settings settings, long position) {
    this(settings, position, false);
  }

  /** The same with forwarding of all requests to the leader, on a node that is not the leader. */
  InitialSessionState forwarded() {
    return new InitialSessionState(settings, position, true);
  }

  /** The settings that a client can change in its session, outside of transactions. */
  record Settings(boolean autoCommit, boolean readOnly, Isolation isolation, String schema) {}

  /** The properties for the login. */
  Map<SessionProperty, String> properties(Map<SessionProperty, String> given) {
    Settings now = settings;
    if (now == null && !isForwarded) {
      return given;
    }
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    properties.putAll(given);
    if (isForwarded) {
      properties.put(SessionProperty.FORWARDING, "always");
    }
    if (now == null) {
      return properties;
    }
    properties.put(SessionProperty.READ_ONLY, String.valueOf(now.readOnly()));
    properties.put(
        SessionProperty.ISOLATION,
        switch (now.isolation()) {
          case READ_COMMITTED -> "readCommitted";
          case REPEATABLE_READ -> "repeatableRead";
          case SERIALIZABLE -> "serializable";
        });
    properties.put(SessionProperty.CURRENT_SCHEMA, now.schema());
    return properties;
  }
}
