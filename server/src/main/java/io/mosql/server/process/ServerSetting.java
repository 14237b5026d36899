package io.mosql.server.process;

import static io.mosql.server.process.SettingType.BOOL;
import static io.mosql.server.process.SettingType.DIR;
import static io.mosql.server.process.SettingType.FILE;
import static io.mosql.server.process.SettingType.SECONDS;
import static io.mosql.server.process.SettingType.SIZE;
import static io.mosql.server.process.SettingType.choice;
import static io.mosql.server.process.SettingType.number;
import static io.mosql.server.process.SettingType.size;
import static io.mosql.server.process.SettingType.text;

import io.mosql.core.session.SessionProperty;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Setting of a server. A setting has the same name in each source: {@code max-connections = 500} in
 * the file, {@code MOSQL_MAX_CONNECTIONS} in the environment, {@code --max-connections 500} on the
 * command line.
 */
enum ServerSetting {
  DATA_DIRECTORY("mosql-data", DIR, "directory of accounts and databases; created if absent"),
  HOST("127.0.0.1", text("ADDRESS"), "address to listen on; other than loopback requires TLS"),
  PORT("7433", number("PORT", 0, 0xFFFF), "port of the native protocol, 0 for any free one"),
  TLS(
      "allow",
      choice("MODE", "allow", "require"),
      "require, or allow (the client chooses); without a certificate there is no TLS"),
  TLS_CERTIFICATE(null, FILE, "PEM file with the server's certificate and its chain"),
  TLS_KEY(null, FILE, "PEM file with the key of that certificate (PKCS#8, not encrypted)"),
  ALLOW_PLAINTEXT(
      "false",
      BOOL,
      "whether remote clients may connect without TLS; passwords are not sent, everything else is"
          + " readable on the network"),
  MAX_CONNECTIONS("1000", number("N", 1, 100_000), "maximum number of connections"),
  RESERVED_CONNECTIONS(
      "5", number("N", 0, 100_000), "connections reserved for administrators, of these"),
  MAX_FRAME_BYTES(
      "64MB",
      size(1 << 20, 1 << 30, "a size from 1MB to 1GB"),
      "maximum size of a client's message"),
  AUTHENTICATION_TIMEOUT_SECONDS(
      "10", number("SECONDS", 1, 1_000_000), "time limit for the authentication of a client"),
  SPIN_MICROS(
      "150",
      number("MICROS", 0, 10_000),
      "time that a network thread polls for more work before it sleeps; 0 disables polling"),
  STATEMENT_TIMEOUT_SECONDS(
      "0",
      number("SECONDS", 0, 1_000_000),
      "statement timeout, 0 for none; a session can set its own"),
  SESSION_MEMORY(
      null, SIZE, "memory limit for the statements of a session; by default a quarter of the heap"),
  SLOW_STATEMENT_MILLIS(
      "1000",
      number("MILLIS", -1, Integer.MAX_VALUE),
      "threshold of slow statements; 0 records all, -1 none"),
  ADMIN_HOST("127.0.0.1", text("ADDRESS"), "address of health, metrics and console"),
  ADMIN_PORT(
      "7434",
      number("PORT", -1, 0xFFFF),
      "port of health, metrics and console; -1 for none, 0 for any free one"),
  ADMIN_TOKEN_FILE(
      null, FILE, "file with the token for health, metrics and console; required beyond loopback"),
  ADMINISTRATOR("admin", text("NAME"), "administrator account that the first start creates"),
  PASSWORD_FILE(
      null, FILE, "file with that account's password; otherwise one is generated and printed once"),
  DRAIN_SECONDS(
      "30", number("SECONDS", 0, 1_000_000), "time for open transactions when the server stops"),
  NODE_ID(null, text("NAME"), "name of this node in a cluster"),
  PEERS(
      null,
      text("LIST"),
      "founding nodes of the cluster, this one included, the same list on each: name=host:port,.."
          + " or name=host:port@host:port with another address for clients"),
  JOIN(
      null,
      text("LIST"),
      "nodes of a cluster to join with an empty data directory: host:port,.. for clients, or a URL"
          + " of the driver; requires administrator and password-file (or the variable"
          + " MOSQL_PASSWORD), and this node alone in peers"),
  JOIN_ROLE(
      "voter",
      choice("ROLE", "voter", "listener"),
      "role of a joining node: voter, or listener (a read replica)"),
  LEAVE_CLUSTER(
      "false",
      BOOL,
      "whether to convert the data directory of a cluster's last node to a single server"),
  ADVERTISE_ADDRESS(
      null,
      text("HOST:PORT"),
      "address of this node for clients; by default its host in peers, and port"),
  PEER_LISTEN_ADDRESS(
      null,
      text("ADDRESS"),
      "address to listen on for other nodes; by default this node's in peers"),
  PEER_CERTIFICATE(
      null, FILE, "PEM file with the certificate for peer connections; required beyond loopback"),
  PEER_KEY(null, FILE, "PEM file with the key of that certificate (PKCS#8, not encrypted)"),
  PEER_CA(null, FILE, "PEM file with the CA certificate for peer connections only"),
  ELECTION_TIMEOUT_MILLIS(
      "500",
      number("MILLIS", 50, 60_000),
      "time without a message of the leader before a node starts an election"),
  RAFT_LOG_RETENTION_BYTES(
      "1GB", SIZE, "log kept for followers that are behind; beyond it they receive a checkpoint"),
  MIN_FREE_DISK_BYTES(
      "64MB", SIZE, "minimum free disk space; below it a node of a cluster rejects writes"),
  PID_FILE(null, FILE, "file with the process id; by default mosql.pid in the data directory"),
  LOG_FORMAT("text", choice("FORMAT", "json", "text"), "text or json, a line for each event"),
  LOG_LEVEL(
      "info", choice("LEVEL", "debug", "error", "info", "warn"), "error, warn, info or debug"),
  LOG_FILE(null, FILE, "file of the log; by default standard error"),
  AUDIT_FILE(null, FILE, "file of the audit log; by default the log"),
  CACHE_BYTES(SessionProperty.CACHE_BYTES, SIZE),
  DIRTY_BYTES(SessionProperty.DIRTY_BYTES, SIZE),
  CHECKPOINT_LOG_BYTES(SessionProperty.CHECKPOINT_LOG_BYTES, SIZE),
  CHECKPOINT_SECONDS(SessionProperty.CHECKPOINT_SECONDS, SECONDS),
  MAX_SNAPSHOT_AGE(SessionProperty.MAX_SNAPSHOT_AGE, SECONDS),
  LOG_RETENTION_BYTES(SessionProperty.LOG_RETENTION_BYTES, SIZE),
  ANALYZE_SECONDS(SessionProperty.ANALYZE_SECONDS, SECONDS),
  COPY_DIRECTORY(SessionProperty.COPY_DIRECTORY, text("DIR")),
  BACKUP_DIRECTORY(SessionProperty.BACKUP_DIRECTORY, text("DIR")),
  TEMP_DIRECTORY(SessionProperty.TEMP_DIRECTORY, text("DIR"));

  private final @Nullable String defaultValue;

  @SuppressWarnings("ImmutableEnumChecker") // converters have no state
  private final SettingType type;

  private final String description;
  private final @Nullable SessionProperty property;

  ServerSetting(@Nullable String defaultValue, SettingType type, String description) {
    this.defaultValue = defaultValue;
    this.type = type;
    this.description = description;
    this.property = null;
  }

  ServerSetting(SessionProperty property, SettingType type) {
    this.defaultValue = property.defaultValue();
    this.type = type.checkedText();
    this.description = property.description();
    this.property = property;
  }

  /** Name in the file and, after two dashes, on the command line. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Nullable String defaultValue() {
    return defaultValue;
  }

  /** Database property that the setting controls; null for a setting of the server itself. */
  @Nullable SessionProperty property() {
    return property;
  }

  SettingType type() {
    return type;
  }

  /** Returns the message about an invalid value. */
  String invalid(String text, TypeConversionException cause) {
    return "invalid value for setting \"%s\": \"%s\"; %s"
        .formatted(key(), text, cause.getMessage());
  }

  OptionSpec option() {
    return OptionSpec.builder("--" + key())
        .paramLabel(type.label())
        .type(Object.class)
        .converters(type.converter())
        .defaultValue(defaultValue)
        .description(description + (defaultValue == null ? "" : " (default: " + defaultValue + ")"))
        .build();
  }

  static @Nullable ServerSetting ofKey(String key) {
    return Arrays.stream(values()).filter(s -> s.key().equals(key)).findAny().orElse(null);
  }

  static @Nullable ServerSetting ofVariable(String name) {
    return Arrays.stream(values())
        .filter(s -> name.equals("MOSQL_" + s.name()))
        .findAny()
        .orElse(null);
  }
}
