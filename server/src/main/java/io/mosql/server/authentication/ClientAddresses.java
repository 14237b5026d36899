package io.mosql.server.authentication;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Formatter of client network addresses, which also groups them for login throttling. */
public final class ClientAddresses {
  private static final int IPV6_NETWORK_BYTES = 8;

  private ClientAddresses() {}

  /** Returns the address for display; never resolves a name. */
  public static String text(@Nullable SocketAddress address) {
    if (address instanceof InetSocketAddress internet && internet.getAddress() != null) {
      String host = internet.getAddress().getHostAddress();
      return (internet.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
          + ":"
          + internet.getPort();
    }
    return String.valueOf(address);
  }

  /**
   * Returns the group that failures are counted for: an IPv4 address, or the IPv6 network that one
   * host may own.
   */
  public static String group(@Nullable SocketAddress address) {
    if (!(address instanceof InetSocketAddress internet) || internet.getAddress() == null) {
      return "";
    }
    InetAddress host = internet.getAddress();
    return host instanceof Inet6Address
        ? Arrays.toString(Arrays.copyOf(host.getAddress(), IPV6_NETWORK_BYTES))
        : host.getHostAddress();
  }
}
