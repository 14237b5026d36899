package io.mosql.engine.options;

import org.jspecify.annotations.Nullable;

/**
 * The account that this start created.
 *
 * @param password generated password; null when it was given
 */
public record InitialAdministrator(String name, @Nullable String password) {
  /** Omits the password, since the text may be logged. */
  @Override
  public String toString() {
    return "InitialAdministrator[name=" + name + "]";
  }
}
