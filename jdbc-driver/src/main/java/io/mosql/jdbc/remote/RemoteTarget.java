package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.DelegatedIdentity;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The servers and the database of a remote session, with its properties.
 *
 * @param hosts hosts in the order of the attempts
 * @param database name
 * @param properties the given properties
 * @param delegatedIdentity identity for which a cluster node acts; null for an ordinary client
 */
public record RemoteTarget(
    List<Host> hosts,
    String database,
    Map<SessionProperty, String> properties,
    @Nullable DelegatedIdentity delegatedIdentity) {
  /** Default port of a server. */
  public static final int PORT = 7433;

  /** The database of a URL without one, which every new server has. */
  public static final String DEFAULT_DATABASE = "mosql";

  private static final int PORT_MAX = 65_535;

  /** Creates the target of an ordinary client. */
  public RemoteTarget(List<Host> hosts, String database, Map<SessionProperty, String> properties) {
    this(hosts, database, properties, null);
  }

  /** Values of sslmode. */
  enum SslMode {
    DISABLE,
    REQUIRE,
    VERIFY_FULL
  }

  /**
   * Reads {@code //host:port,host:port/database}; the database may be omitted.
   *
   * @throws MosqlException 08001 when it is malformed
   */
  public static RemoteTarget parse(String location, Map<SessionProperty, String> properties) {
    if (!location.startsWith("//")) {
      throw DriverErrorMessage.INVALID_URL.error();
    }
    int slash = location.indexOf('/', 2);
    String names = location.substring(2, slash < 0 ? location.length() : slash);
    List<Host> hosts = new ArrayList<>();
    for (String host : names.split(",", -1)) {
      hosts.add(Host.parse(host));
    }
    boolean named = slash >= 0 && slash < location.length() - 1;
    return new RemoteTarget(
        List.copyOf(hosts), named ? location.substring(slash + 1) : DEFAULT_DATABASE, properties);
  }

  /** The given value, else the default, which may be null. */
  @Nullable String get(SessionProperty property) {
    String value = properties.get(property);
    return value != null ? value : property.defaultValue();
  }

  boolean is(SessionProperty property) {
    return "true".equals(get(property));
  }

  int millis(SessionProperty seconds) {
    String value = get(seconds);
    return value == null ? 0 : (int) Math.min(Integer.MAX_VALUE, Long.parseLong(value) * 1_000);
  }

  /**
   * The TLS mode for a host; hosts reported by a server get at least the security required by the
   * URL.
   */
  SslMode sslMode(Host host) {
    String mode = get(SessionProperty.SSL_MODE);
    if (mode == null) {
      boolean reported = !hosts.contains(host);
      return host.isOwnMachine()
              && (!reported || hosts.stream().allMatch(Host::isOwnMachine))
              && get(SessionProperty.SSL_ROOT_CERT) == null
          ? SslMode.DISABLE
          : SslMode.VERIFY_FULL;
    }
    return switch (mode) {
      case "disable" -> SslMode.DISABLE;
      case "require" -> SslMode.REQUIRE;
      case "verify-full" -> SslMode.VERIFY_FULL;
      default ->
          throw DriverErrorMessage.INVALID_PROPERTY_CHOICE.error(
              "sslmode", "disable, require, verify-full");
    };
  }

  /**
   * A server's address.
   *
   * @param name host name or IP address, without brackets
   */
  public record Host(String name, int port) {
    static Host parse(String text) {
      String name = text;
      String port = null;
      int bracket = text.lastIndexOf(']');
      int colon = text.indexOf(':', Math.max(0, bracket));
      if (colon >= 0) {
        name = text.substring(0, colon);
        port = text.substring(colon + 1);
      }
      if (name.startsWith("[") && name.endsWith("]")) {
        name = name.substring(1, name.length() - 1);
      }
      if (!isName(name)) {
        throw DriverErrorMessage.INVALID_URL.error();
      }
      return new Host(name, port == null ? PORT : port(port));
    }

    private static boolean isName(String name) {
      return name.matches("[\\p{L}\\p{N}._:%-]+");
    }

    /** A host reported by a server; null when it is invalid. */
    public static @Nullable Host of(String name, int port) {
      return isName(name) && port > 0 && port <= PORT_MAX ? new Host(name, port) : null;
    }

    private static int port(String text) {
      int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
      if (port < 1 || port > PORT_MAX) {
        throw DriverErrorMessage.INVALID_PORT.error(PORT_MAX);
      }
      return port;
    }

    /** Whether the spelling of the name always denotes the local machine. */
    public boolean isOwnMachine() {
      return name.equalsIgnoreCase("localhost")
          || name.equals("::1")
          || name.matches("127(\\.[0-9]{1,3}){3}");
    }

    @Override
    public String toString() {
      return (name.indexOf(':') >= 0 ? "[" + name + "]" : name) + ":" + port;
    }
  }

  /** Omits the properties, which may contain a password. */
  @Override
  public String toString() {
    return hosts + "/" + database;
  }
}
