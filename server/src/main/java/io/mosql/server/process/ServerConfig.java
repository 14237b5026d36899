package io.mosql.server.process;

import io.mosql.core.session.SessionProperty;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.server.network.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
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
  private static final int SECONDS_MAX = 1_000_000;
  private static final int PORT_MAX = 0xFFFF;
  private static final int SPIN_MICROS_MAX = 10_000;
  private static final int FRAME_BYTES_MIN = 1 << 20;
  private static final int FRAME_BYTES_MAX = 1 << 30;

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
  static ServerConfig of(ServerSettings settings) throws SettingsException {
    SettingReader read = new SettingReader(settings);
    Path data = path(read, ServerSetting.DATA_DIRECTORY);
    TlsFiles tls = tls(read);
    boolean tlsRequired =
        read.choice(ServerSetting.TLS, Set.of("allow", "require")).equals("require");
    if (tlsRequired && tls == null) {
      read.problem("tls = require needs tls-certificate and tls-key");
    }
    String host = read.textOrDefault(ServerSetting.HOST, "127.0.0.1");
    if (!read.flag(ServerSetting.ALLOW_PLAINTEXT) && !tlsRequired && !isLoopback(read, host)) {
      read.problem(
          "host = "
              + host
              + " lets other machines in, which needs tls = require with a certificate (mosql certs"
              + " makes one), or allow-plaintext = true");
    }
    int connections = read.number(ServerSetting.MAX_CONNECTIONS, 1, 100_000);
    Long frameBytes = read.size(ServerSetting.MAX_FRAME_BYTES);
    if (frameBytes == null || frameBytes < FRAME_BYTES_MIN || frameBytes > FRAME_BYTES_MAX) {
      read.problem("max-frame-bytes is a size from 1MB to 1GB");
    }
    int port = read.number(ServerSetting.PORT, 0, PORT_MAX);
    Path pid = optionalPath(read, ServerSetting.PID_FILE);
    ServerConfig config =
        new ServerConfig(
            data,
            host,
            port,
            tls,
            tlsRequired,
            connections,
            read.number(ServerSetting.RESERVED_CONNECTIONS, 0, connections - 1),
            frameBytes == null
                ? FRAME_BYTES_MIN
                : Math.toIntExact(Math.min(frameBytes, FRAME_BYTES_MAX)),
            seconds(read, ServerSetting.AUTHENTICATION_TIMEOUT_SECONDS, 1),
            Duration.ofNanos(1_000L * read.number(ServerSetting.SPIN_MICROS, 0, SPIN_MICROS_MAX)),
            seconds(read, ServerSetting.STATEMENT_TIMEOUT_SECONDS, 0),
            read.size(ServerSetting.SESSION_MEMORY),
            Duration.ofMillis(
                read.number(ServerSetting.SLOW_STATEMENT_MILLIS, -1, Integer.MAX_VALUE)),
            admin(read),
            read.textOrDefault(ServerSetting.ADMINISTRATOR, "admin"),
            optionalPath(read, ServerSetting.PASSWORD_FILE),
            seconds(read, ServerSetting.DRAIN_SECONDS, 0),
            ClusterSettings.read(read, port),
            ClusterSettings.join(read),
            ClusterSettings.leave(read),
            pid == null ? data.resolve("mosql.pid") : pid,
            log(read),
            properties(read));
    read.requireNoProblems();
    return config;
  }

  private static @Nullable TlsFiles tls(SettingReader read) {
    Path certificate = optionalPath(read, ServerSetting.TLS_CERTIFICATE);
    Path key = optionalPath(read, ServerSetting.TLS_KEY);
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      read.problem("tls-certificate and tls-key go together");
      return null;
    }
    readable(read, ServerSetting.TLS_CERTIFICATE, certificate);
    readable(read, ServerSetting.TLS_KEY, key);
    return new TlsFiles(certificate, key);
  }

  private static void readable(SettingReader read, ServerSetting setting, Path path) {
    if (!Files.isReadable(path)) {
      read.problem(setting.key() + ": cannot read " + path);
    }
  }

  private static @Nullable Admin admin(SettingReader read) {
    int port = read.number(ServerSetting.ADMIN_PORT, -1, PORT_MAX);
    String host = read.textOrDefault(ServerSetting.ADMIN_HOST, "127.0.0.1");
    Path token = optionalPath(read, ServerSetting.ADMIN_TOKEN_FILE);
    if (port == -1) {
      return null;
    }
    if (token != null) {
      readable(read, ServerSetting.ADMIN_TOKEN_FILE, token);
    } else if (!isLoopback(read, host)) {
      read.problem(
          "admin-host = " + host + " lets other machines in, which needs admin-token-file");
    }
    return new Admin(host, port, token);
  }

  private static LogConfig log(SettingReader read) {
    return new LogConfig(
        read.choice(ServerSetting.LOG_FORMAT, Set.of("text", "json")).equals("json"),
        read.choice(ServerSetting.LOG_LEVEL, Set.of("error", "warn", "info", "debug")),
        optionalPath(read, ServerSetting.LOG_FILE),
        optionalPath(read, ServerSetting.AUDIT_FILE));
  }

  private static Map<SessionProperty, String> properties(SettingReader read) {
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    for (ServerSetting setting : ServerSetting.values()) {
      SessionProperty property = setting.property();
      String text = property == null ? null : read.text(setting);
      if (property != null && text != null) {
        if (setting.parameter().equals("SIZE")) {
          read.size(setting);
        } else if (setting.parameter().equals("SECONDS")) {
          read.number(setting, 0, Integer.MAX_VALUE);
        }
        properties.put(property, text);
      }
    }
    return properties;
  }

  private static Duration seconds(SettingReader read, ServerSetting setting, int min) {
    return Duration.ofSeconds(read.number(setting, min, SECONDS_MAX));
  }

  private static Path path(SettingReader read, ServerSetting setting) {
    Path path = optionalPath(read, setting);
    return path == null ? Path.of("mosql-data").toAbsolutePath() : path;
  }

  static @Nullable Path optionalPath(SettingReader read, ServerSetting setting) {
    String text = read.text(setting);
    if (text == null) {
      return null;
    }
    try {
      return Path.of(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      read.problem(setting.key() + " is not a path: " + e.getReason());
      return null;
    }
  }

  private static boolean isLoopback(SettingReader read, String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException e) {
      read.problem("there is no host " + host + " to listen on");
      return true;
    }
  }

  /** Reads a file that contains one secret; surrounding white space is removed. */
  static String secret(Path file) throws SettingsException {
    try {
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        throw new SettingsException(java.util.List.of(file + " is empty"));
      }
      return secret;
    } catch (IOException e) {
      throw new SettingsException(java.util.List.of("cannot read " + file + ": " + e));
    }
  }
}
