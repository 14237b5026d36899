package io.mosql.core.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Identity of the client that a node represents when it connects to another node of the cluster. It
 * logs in as {@link #NODE}, which takes the secret that the nodes share, and names the client by
 * two properties that nobody else may give.
 *
 * @param user name of the client's account
 * @param address where the client is, for people
 */
public record DelegatedIdentity(String user, String address) {
  /** Whom nodes log in as; no account can have this name. */
  public static final String NODE = "mosql:node";

  private static final String USER_KEY = "behalf.user";
  private static final String ADDRESS_KEY = "behalf.address";

  /** Adds it to the properties of a login. */
  public void addTo(Map<String, String> properties) {
    properties.put(USER_KEY, user);
    properties.put(ADDRESS_KEY, address);
  }

  /**
   * Takes it out of the properties of a login by {@link #NODE}.
   *
   * @return null when they name nobody
   */
  public static @Nullable DelegatedIdentity extractFrom(Map<String, String> properties) {
    String user = properties.remove(USER_KEY);
    String address = properties.remove(ADDRESS_KEY);
    return user == null || address == null || user.equals(NODE)
        ? null
        : new DelegatedIdentity(user, address);
  }
}
