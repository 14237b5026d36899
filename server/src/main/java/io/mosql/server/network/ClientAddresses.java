package io.mosql.server.network;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Formats the network addresses of clients and groups them for login throttling. */
final class ClientAddresses {
  private static final int IPV6_NETWORK_BYTES = 8;

  private ClientAddresses() {}

  /** For people to read; never looks a name up. */
  static String text(@Nullable SocketAddress address) {
    if (address instanceof InetSocketAddress internet && internet.getAddress() != null) {
      String host = internet.getAddress().getHostAddress();
      return (internet.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
          + ":"
          + internet.getPort();
    }
    return String.valueOf(address);
  }

  /** Whom failures are counted for: an address, or of IPv6 the network that one host may have. */
  static String group(@Nullable SocketAddress address) {
    if (!(address instanceof InetSocketAddress internet) || internet.getAddress() == null) {
      return "";
    }
    InetAddress host = internet.getAddress();
    return host instanceof Inet6Address
        ? Arrays.toString(Arrays.copyOf(host.getAddress(), IPV6_NETWORK_BYTES))
        : host.getHostAddress();
  }
}
