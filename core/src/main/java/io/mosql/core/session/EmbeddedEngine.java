package io.mosql.core.session;

import java.util.Map;

/**
 * The engine inside this process, found by {@link java.util.ServiceLoader} so that the driver does
 * not depend on its classes. Thread-safe.
 */
public interface EmbeddedEngine {
  /**
   * Opens a session on a database of this process, opening the database with its first session:
   * {@code file:} closes with its last one, {@code mem:} lives until SHUTDOWN or JVM exit.
   *
   * @param location {@code mem:name} or {@code file:path}
   * @param properties those of the URL, each known to {@link SessionProperty}
   * @throws io.mosql.core.error.MosqlException 08001 when it cannot be opened (55006 when another
   *     process has it), XX001 when it is damaged
   */
  Session connect(String location, Map<SessionProperty, String> properties);
}
