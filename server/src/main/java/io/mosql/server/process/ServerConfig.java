package io.mosql.server.process;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.server.admin.AdminOptions;
import io.mosql.server.network.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validated configuration of a server.
 *
 * @param tls null without a certificate
 * @param frameBytesMax maximum size of a client message
 * @param spinTime time that a network thread polls for more work before it sleeps
 * @param sessionMemoryBytes null for the engine's default
 * @param admin admin port with health, metrics and console; null for none
 * @param passwordFile of the first administrator; null to generate a password
 * @param cluster cluster options of the node; null for a standalone server
 * @param join join request for an empty data directory; null when it founds a new cluster or server
 * @param leaveCluster whether the last node of a cluster becomes a standalone server
 * @param properties default properties of all databases
 */
record ServerConfig(
    Path dataDirectory,
    String host,
    int port,
    @Nullable TlsFiles tls,
    boolean tlsRequired,
    int connectionsMax,
    int connectionsReserved,
    int frameBytesMax,
    Duration loginDeadline,
    Duration spinTime,
    Duration statementTimeout,
    @Nullable Long sessionMemoryBytes,
    Duration slowStatement,
    @Nullable Admin admin,
    String administrator,
    @Nullable Path passwordFile,
    Duration drain,
    @Nullable ClusterOptions cluster,
    ClusterJoin.@Nullable Request join,
    boolean leaveCluster,
    Path pidFile,
    LogConfig log,
    Map<SessionProperty, String> properties) {
  private static final int FRAME_BYTES = 64 << 20;

  /**
   * Options of the admin port: health, metrics and console.
   *
   * @param tokenFile null for no token
   */
  record Admin(String host, int port, @Nullable Path tokenFile) {}

  /**
   * Destinations and format of the log.
   *
   * @param file null for standard error
   * @param auditFile null for the log itself
   */
  record LogConfig(boolean json, String level, @Nullable Path file, @Nullable Path auditFile) {}

  /**
   * @throws SettingsException with all problems of the settings
   */
  static ServerConfig of(ParsedSettings settings) throws SettingsException {
    TlsFiles tls = tls(settings);
    boolean tlsRequired = settings.text(ServerSetting.TLS).equals("require");
    if (tlsRequired && tls == null) {
      settings.problem("tls = require needs tls-certificate and tls-key");
    }
    String host = settings.text(ServerSetting.HOST);
    if (!settings.flag(ServerSetting.ALLOW_PLAINTEXT)
        && !tlsRequired
        && !isLoopback(settings, host)) {
      settings.problem(
          "host = "
              + host
              + " is not a loopback address; set tls = require with a certificate (see mosql"
              + " certs), or allow-plaintext = true");
    }
    int connections = settings.number(ServerSetting.MAX_CONNECTIONS);
    int reserved = settings.number(ServerSetting.RESERVED_CONNECTIONS);
    if (reserved >= connections) {
      settings.problem("reserved-connections must be less than max-connections");
    }
    Path data = settings.path(ServerSetting.DATA_DIRECTORY, Path.of("mosql-data"));
    Long frameBytes = settings.size(ServerSetting.MAX_FRAME_BYTES);
    int port = settings.number(ServerSetting.PORT);
    ServerConfig config =
        new ServerConfig(
            data,
            host,
            port,
            tls,
            tlsRequired,
            connections,
            reserved,
            frameBytes == null ? FRAME_BYTES : Math.toIntExact(frameBytes),
            seconds(settings, ServerSetting.AUTHENTICATION_TIMEOUT_SECONDS),
            Duration.ofNanos(1_000L * settings.number(ServerSetting.SPIN_MICROS)),
            seconds(settings, ServerSetting.STATEMENT_TIMEOUT_SECONDS),
            settings.size(ServerSetting.SESSION_MEMORY),
            Duration.ofMillis(settings.number(ServerSetting.SLOW_STATEMENT_MILLIS)),
            admin(settings),
            settings.text(ServerSetting.ADMINISTRATOR),
            settings.path(ServerSetting.PASSWORD_FILE),
            seconds(settings, ServerSetting.DRAIN_SECONDS),
            ClusterSettings.read(settings, port),
            ClusterSettings.join(settings),
            ClusterSettings.leave(settings),
            settings.path(ServerSetting.PID_FILE, data.resolve("mosql.pid")),
            new LogConfig(
                settings.text(ServerSetting.LOG_FORMAT).equals("json"),
                settings.text(ServerSetting.LOG_LEVEL),
                settings.path(ServerSetting.LOG_FILE),
                settings.path(ServerSetting.AUDIT_FILE)),
            properties(settings));
    settings.requireNoProblems();
    return config;
  }

  private static @Nullable TlsFiles tls(ParsedSettings settings) {
    Path certificate = settings.path(ServerSetting.TLS_CERTIFICATE);
    Path key = settings.path(ServerSetting.TLS_KEY);
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      settings.problem("tls-certificate and tls-key must be set together");
      return null;
    }
    settings.requireReadable(certificate);
    settings.requireReadable(key);
    return new TlsFiles(certificate, key);
  }

  private static @Nullable Admin admin(ParsedSettings settings) {
    int port = settings.number(ServerSetting.ADMIN_PORT);
    String host = settings.text(ServerSetting.ADMIN_HOST);
    Path token = settings.path(ServerSetting.ADMIN_TOKEN_FILE);
    if (port == -1) {
      return null;
    }
    if (token != null) {
      settings.requireReadable(token);
    } else if (!isLoopback(settings, host)) {
      settings.problem("admin-host = " + host + " is not a loopback address; set admin-token-file");
    }
    return new Admin(host, port, token);
  }

  private static Map<SessionProperty, String> properties(ParsedSettings settings) {
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    for (ServerSetting setting : ServerSetting.values()) {
      SessionProperty property = setting.property();
      if (property != null && !settings.text(setting).isEmpty()) {
        properties.put(property, settings.text(setting));
      }
    }
    return properties;
  }

  private static Duration seconds(ParsedSettings settings, ServerSetting setting) {
    return Duration.ofSeconds(settings.number(setting));
  }

  private static boolean isLoopback(ParsedSettings settings, String host) {
    try {
      return AdminOptions.isLoopback(host);
    } catch (MosqlException e) {
      settings.problem(String.valueOf(e.getMessage()));
      return true;
    }
  }

  /** Reads a file that contains one secret; surrounding white space is removed. */
  static String secret(Path file) throws SettingsException {
    try {
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        throw new SettingsException(List.of("file \"" + file + "\" is empty"));
      }
      return secret;
    } catch (IOException e) {
      throw new SettingsException(List.of("could not read file \"" + file + "\": " + e));
    }
  }
}
