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
 * The cache of a session's prepared statements on the server, by text and the schema in which it
 * was resolved. Unused statements are evicted when there are too many, the least recently used
 * first. Not thread-safe.
 */
final class StatementCache {
  private static final int STATEMENTS_MAX = 256;

  /** Longer texts are usually generated and rarely repeated, so they are not cached. */
  private static final int TEXT_MAX = 16 * 1024;

  /** The key of a statement: its text and the settings that its meaning depends on. */
  record Key(String sql, String schema, List<@Nullable SqlType> parameterTypes) {}

  private final Map<Key, ServerStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

  static boolean accepts(Key key) {
    return key.sql().length() <= TEXT_MAX;
  }

  @Nullable ServerStatement find(Key key) {
    return statements.get(key);
  }

  /**
   * Adds a statement.
   *
   * @return the evicted statements, to be closed
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
   * Clears the cache after a change of the schema.
   *
   * @return the unused statements, to be closed
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
