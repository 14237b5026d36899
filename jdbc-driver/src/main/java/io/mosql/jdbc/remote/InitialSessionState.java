package io.mosql.jdbc.remote;

import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.SessionProperty;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The initial state of a new session: default, or taken from the session that it replaces.
 *
 * @param settings null for those of the URL
 * @param position newest one of the database that the connection has seen, 0 for none
 * @param isForwarded whether a node that does not lead is to take all to the one that does
 */
record InitialSessionState(@Nullable Settings settings, long position, boolean isForwarded) {
  /** Of a new connection. */
  static final InitialSessionState FIRST = new InitialSessionState(null, 0);

  InitialSessionState(@Nullable Settings settings, long position) {
    this(settings, position, false);
  }

  /** The same at a node that is to take all to the one that leads, if it does not lead itself. */
  InitialSessionState forwarded() {
    return new InitialSessionState(settings, position, true);
  }

  /** What a client may change in its session, but for what is within a transaction. */
  record Settings(boolean autoCommit, boolean readOnly, Isolation isolation, String schema) {}

  /** The properties to log in with. */
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
