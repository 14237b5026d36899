package io.mosql.engine.options;

import org.jspecify.annotations.Nullable;

/**
 * The account that this start created.
 *
 * @param password as it was generated; null when it was given
 */
public record InitialAdministrator(String name, @Nullable String password) {
  /** Without the password: it may end up in a log. */
  @Override
  public String toString() {
    return "InitialAdministrator[name=" + name + "]";
  }
}
