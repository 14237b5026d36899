package io.mosql.jdbc.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.remote.RemoteTarget;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A parsed JDBC URL with its properties: {@code jdbc:mosql:mem:name}, {@code jdbc:mosql:file:path}
 * or {@code jdbc:mosql://host:port,host:port/database}, each followed by {@code
 * ?property=value&property=value}. A property in the URL overrides the same one in a {@link
 * Properties}. Names that are not applicable to this kind of URL, and unknown names in the URL, are
 * rejected with 08001. Unknown names in a {@link Properties} are ignored, for tools put properties
 * of their own there, unless they resemble a known one: a misspelled {@code sslmode} must not
 * connect without encryption.
 *
 * @param url as given, without its properties
 * @param location {@code mem:name}, {@code file:path} or {@code //host:port/database}
 * @param properties the given properties; unmodifiable
 * @param ignored unknown names, sorted
 */
public record JdbcUrl(
    String url, String location, Map<SessionProperty, String> properties, List<String> ignored) {
  /** Values of the property {@code isolation}. */
  static final List<String> ISOLATION_LEVELS =
      List.of("readCommitted", "repeatableRead", "serializable");

  /** Values of enumerated properties. */
  private static final Map<SessionProperty, List<String>> CHOICES =
      Map.of(
          SessionProperty.FORWARDING, List.of("auto", "always", "never"),
          SessionProperty.READ_ONLY, List.of("true", "false"),
          SessionProperty.ISOLATION, ISOLATION_LEVELS,
          SessionProperty.SSL_MODE, List.of("disable", "require", "verify-full"),
          SessionProperty.TARGET_SERVER_TYPE, List.of("primary", "preferSecondary", "any"),
          SessionProperty.READ_CONSISTENCY, List.of("strict", "session", "bounded"),
          SessionProperty.LOAD_BALANCE_HOSTS, List.of("true", "false"),
          SessionProperty.TCP_KEEP_ALIVE, List.of("true", "false"));

  static final String PREFIX = "jdbc:mosql:";

  public static boolean accepts(@Nullable String url) {
    return url != null && url.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /**
   * @param url one that is {@linkplain #accepts accepted}
   */
  public static JdbcUrl parse(String url, @Nullable Properties info) throws SQLException {
    int question = url.indexOf('?');
    String base = question < 0 ? url : url.substring(0, question);
    String location = base.substring(PREFIX.length());
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    List<String> ignored = new ArrayList<>();
    if (info != null) {
      for (String name : info.stringPropertyNames()) {
        if (SessionProperty.ofKey(name) == null && !resemblesProperty(name)) {
          ignored.add(name);
        } else {
          properties.put(property(name), info.getProperty(name));
        }
      }
    }
    Collections.sort(ignored);
    if (question >= 0) {
      addAll(properties, url.substring(question + 1));
    }
    for (Map.Entry<SessionProperty, String> entry : properties.entrySet()) {
      checkValue(entry.getKey(), entry.getValue());
    }
    JdbcUrl parsed = new JdbcUrl(base, location, properties, ignored);
    parsed.check();
    return parsed;
  }

  /** Whether the database is on a server. */
  public boolean isRemote() {
    return location.startsWith("//");
  }

  /**
   * The target of a remote URL.
   *
   * @throws io.mosql.core.error.MosqlException 08001 when hosts or database are invalid
   */
  public RemoteTarget target() {
    return RemoteTarget.parse(location, properties);
  }

  /** The values of an enumerated property; null for other properties. */
  public static @Nullable List<String> choices(SessionProperty property) {
    return CHOICES.get(property);
  }

  /** Whether the property is applicable to this kind of URL. */
  public boolean takes(SessionProperty property) {
    return isRemote() ? !property.isOfDatabase() : !property.isOfNetwork();
  }

  /** The given value, else the default, which may be null. */
  public @Nullable String get(SessionProperty property) {
    String value = properties.get(property);
    return value != null ? value : property.defaultValue();
  }

  public int getInt(SessionProperty property) {
    String value = get(property);
    return value == null ? 0 : Integer.parseInt(value);
  }

  private void check() throws SQLException {
    if (isRemote()) {
      try {
        target();
      } catch (MosqlException e) {
        throw SqlErrors.of(e);
      }
    } else if (!isNamed("mem:") && !isNamed("file:")) {
      throw DriverErrorMessage.INVALID_URL.sqlException();
    }
    for (SessionProperty property : properties.keySet()) {
      if (!takes(property)) {
        throw (isRemote()
                ? DriverErrorMessage.PROPERTY_OF_EMBEDDED_DATABASES
                : DriverErrorMessage.PROPERTY_OF_SERVERS)
            .sqlException(property.key());
      }
    }
  }

  private boolean isNamed(String kind) {
    return location.startsWith(kind) && location.length() > kind.length();
  }

  private static void addAll(Map<SessionProperty, String> properties, String query)
      throws SQLException {
    for (String pair : query.split("&")) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw DriverErrorMessage.PROPERTY_WITHOUT_VALUE.sqlException();
      }
      properties.put(
          property(decode(pair.substring(0, equals))), decode(pair.substring(equals + 1)));
    }
  }

  private static String decode(String text) throws SQLException {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw DriverErrorMessage.INVALID_PROPERTY_ENCODING.sqlException();
    }
  }

  /** Whether a name is one of TLS, or a known one in another case. */
  private static boolean resemblesProperty(String name) {
    return name.regionMatches(true, 0, "ssl", 0, 3)
        || Arrays.stream(SessionProperty.values()).anyMatch(p -> p.key().equalsIgnoreCase(name));
  }

  private static SessionProperty property(String name) throws SQLException {
    SessionProperty property = SessionProperty.ofKey(name);
    if (property == null) {
      throw DriverErrorMessage.UNRECOGNIZED_PROPERTY.sqlException(name);
    }
    return property;
  }

  /**
   * Checks a value. Messages contain the property but not its value, which may be a misplaced
   * secret.
   */
  private static void checkValue(SessionProperty property, String value) throws SQLException {
    List<String> choices = CHOICES.get(property);
    if (choices != null && !choices.contains(value)) {
      throw DriverErrorMessage.INVALID_PROPERTY_CHOICE.sqlException(
          property.key(), String.join(", ", choices));
    }
    switch (property) {
      case QUERY_TIMEOUT,
          DEFAULT_ROW_FETCH_SIZE,
          LOCK_TIMEOUT,
          IDLE_TRANSACTION_TIMEOUT,
          CONNECT_TIMEOUT,
          FAILOVER_TIMEOUT,
          MAX_STALENESS,
          SOCKET_TIMEOUT -> {
        if (!value.matches("[0-9]{1,9}")) {
          throw DriverErrorMessage.INVALID_PROPERTY_NUMBER.sqlException(property.key());
        }
      }
      default -> {}
    }
  }

  /** Omits the properties, which may contain a password. */
  @Override
  public String toString() {
    return url;
  }
}
