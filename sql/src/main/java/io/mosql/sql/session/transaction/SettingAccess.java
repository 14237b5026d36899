package io.mosql.sql.session.transaction;

import org.jspecify.annotations.Nullable;

/** The settings of a session, for functions. Used by the session's thread. */
public interface SettingAccess {
  /** The value as SHOW returns it; null for an unknown setting. */
  @Nullable String value(String name);

  /**
   * Sets a value as SET or SET LOCAL does.
   *
   * @param value null for the initial one
   * @throws io.mosql.core.error.MosqlException 42704, 22023
   */
  void set(String name, @Nullable String value, boolean local);
}
