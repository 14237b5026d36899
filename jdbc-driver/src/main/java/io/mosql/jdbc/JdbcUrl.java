package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.SessionProperty;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A database and how to talk to it: {@code jdbc:mosql:mem:name} or {@code jdbc:mosql:file:path},
 * either followed by {@code ?property=value&property=value}. A property given in the URL wins over
 * the same one in a {@link Properties}; names that {@link SessionProperty} does not know are
 * rejected with 08001.
 *
 * @param url as given, without its properties
 * @param location {@code mem:name} or {@code file:path}
 * @param properties those that were given; not to be changed
 */
record JdbcUrl(String url, String location, Map<SessionProperty, String> properties) {
  /** Values of the property {@code isolation}. */
  static final List<String> ISOLATION_LEVELS =
      List.of("readCommitted", "repeatableRead", "serializable");

  static final String PREFIX = "jdbc:mosql:";

  static boolean accepts(@Nullable String url) {
    return url != null && url.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /**
   * @param url one that is {@linkplain #accepts accepted}
   */
  static JdbcUrl parse(String url, @Nullable Properties info) throws SQLException {
    int question = url.indexOf('?');
    String base = question < 0 ? url : url.substring(0, question);
    String location = base.substring(PREFIX.length());
    checkLocation(location);
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    if (info != null) {
      for (String name : info.stringPropertyNames()) {
        properties.put(property(name), info.getProperty(name));
      }
    }
    if (question >= 0) {
      addAll(properties, url.substring(question + 1));
    }
    for (Map.Entry<SessionProperty, String> entry : properties.entrySet()) {
      checkValue(entry.getKey(), entry.getValue());
    }
    return new JdbcUrl(base, location, properties);
  }

  /** The value given, else the default, which may be null. */
  @Nullable String get(SessionProperty property) {
    String value = properties.get(property);
    return value != null ? value : property.defaultValue();
  }

  int getInt(SessionProperty property) {
    String value = get(property);
    return value == null ? 0 : Integer.parseInt(value);
  }

  private static void checkLocation(String location) throws SQLException {
    if (location.startsWith("//")) {
      throw refuse(
          "This build connects to databases of its own process only: use jdbc:mosql:mem:name or"
              + " jdbc:mosql:file:path; servers are not available");
    }
    boolean named =
        location.startsWith("mem:") && location.length() > "mem:".length()
            || location.startsWith("file:") && location.length() > "file:".length();
    if (!named) {
      throw refuse(
          "A URL of MoSQL is jdbc:mosql:mem:name or jdbc:mosql:file:path, with"
              + " ?property=value&property=value after it");
    }
  }

  private static void addAll(Map<SessionProperty, String> properties, String query)
      throws SQLException {
    for (String pair : query.split("&")) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw refuse("A property in the URL has no value: write property=value");
      }
      properties.put(
          property(decode(pair.substring(0, equals))), decode(pair.substring(equals + 1)));
    }
  }

  private static String decode(String text) throws SQLException {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw refuse("A property in the URL is not percent-encoded as it should be");
    }
  }

  private static SessionProperty property(String name) throws SQLException {
    SessionProperty property = SessionProperty.ofKey(name);
    if (property == null) {
      throw refuse("Unknown connection property: " + name);
    }
    return property;
  }

  /** Messages name the property, never its value: it may be a secret put in the wrong place. */
  private static void checkValue(SessionProperty property, String value) throws SQLException {
    switch (property) {
      case READ_ONLY -> {
        if (!value.equals("true") && !value.equals("false")) {
          throw refuse("Connection property " + property.key() + " is true or false");
        }
      }
      case ISOLATION -> {
        if (!ISOLATION_LEVELS.contains(value)) {
          throw refuse(
              "Connection property "
                  + property.key()
                  + " is one of "
                  + String.join(", ", ISOLATION_LEVELS));
        }
      }
      case QUERY_TIMEOUT, DEFAULT_ROW_FETCH_SIZE, LOCK_TIMEOUT, IDLE_TRANSACTION_TIMEOUT -> {
        if (!value.matches("[0-9]{1,9}")) {
          throw refuse("Connection property " + property.key() + " is a number, 0 or more");
        }
      }
      default -> {}
    }
  }

  private static SQLException refuse(String message) {
    return SqlErrors.of(SqlState.CONNECTION_FAILED, message);
  }

  /** Without the properties: there may be a password among them. */
  @Override
  public String toString() {
    return url;
  }
}
