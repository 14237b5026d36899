package io.mosql.jdbc.remote;

import io.mosql.core.type.SqlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a session that the server keeps ready, by their text and the schema it was
 * resolved in; those that nobody uses go when there are too many, the longest unused first. Not
 * thread-safe.
 */
final class StatementCache {
  private static final int STATEMENTS_MAX = 256;

  /** Longer texts are made by programs, and rarely the same twice. */
  private static final int TEXT_MAX = 16 * 1024;

  /** What a text means depends on more than itself. */
  record Key(String sql, String schema, List<@Nullable SqlType> parameterTypes) {}

  private final Map<Key, ServerStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

  static boolean accepts(Key key) {
    return key.sql().length() <= TEXT_MAX;
  }

  @Nullable ServerStatement find(Key key) {
    return statements.get(key);
  }

  /**
   * Keeps a statement.
   *
   * @return those to be closed for it
   */
  Collection<ServerStatement> add(Key key, ServerStatement statement) {
    statements.put(key, statement);
    List<ServerStatement> gone = new ArrayList<>(0);
    Iterator<ServerStatement> eldest = statements.values().iterator();
    while (statements.size() > STATEMENTS_MAX && eldest.hasNext()) {
      ServerStatement candidate = eldest.next();
      if (!candidate.isUsed() && candidate != statement) {
        eldest.remove();
        gone.add(candidate);
      }
    }
    return gone;
  }

  boolean contains(ServerStatement statement) {
    return statements.containsValue(statement);
  }

  /**
   * Forgets all: the schema has changed.
   *
   * @return those to be closed, since nobody uses them
   */
  Collection<ServerStatement> clear() {
    List<ServerStatement> gone = new ArrayList<>();
    for (ServerStatement statement : statements.values()) {
      if (!statement.isUsed()) {
        gone.add(statement);
      }
    }
    statements.clear();
    return gone;
  }
}
