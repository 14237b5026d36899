package io.mosql.core.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a client when its node connects to another node of the cluster on its behalf. The
 * node logs in as {@link #NODE}, with the secret that the nodes share, and names the client by two
 * properties that no other login may set.
 *
 * @param user name of the client's account
 * @param address of the client, for display
 */
public record DelegatedIdentity(String user, String address) {
  /** The user name with which nodes log in; no account can have this name. */
  public static final String NODE = "mosql:node";

  private static final String USER_KEY = "behalf.user";
  private static final String ADDRESS_KEY = "behalf.address";

  /** Adds the identity to the properties of a login. */
  public void addTo(Map<String, String> properties) {
    properties.put(USER_KEY, user);
    properties.put(ADDRESS_KEY, address);
  }

  /**
   * Removes the identity from the properties of a login by {@link #NODE}.
   *
   * @return null when they name no client
   */
  public static @Nullable DelegatedIdentity extractFrom(Map<String, String> properties) {
    String user = properties.remove(USER_KEY);
    String address = properties.remove(ADDRESS_KEY);
    return user == null || address == null || user.equals(NODE)
        ? null
        : new DelegatedIdentity(user, address);
  }
}
