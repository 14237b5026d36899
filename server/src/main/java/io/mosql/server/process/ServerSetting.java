package io.mosql.server.process;

import io.mosql.core.session.SessionProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Setting of a server. A setting has the same name in each source: {@code max-connections = 500} in
 * the file, {@code MOSQL_MAX_CONNECTIONS} in the environment, {@code --max-connections 500} on the
 * command line.
 */
enum ServerSetting {
  DATA_DIRECTORY("mosql-data", "DIR", "directory of accounts and databases; created if absent"),
  HOST("127.0.0.1", "ADDRESS", "address to listen on; other than loopback requires TLS"),
  PORT("7433", "PORT", "port of the native protocol, 0 for any free one"),
  TLS(
      "allow",
      "MODE",
      "require, or allow (the client chooses); without a certificate there is no TLS"),
  TLS_CERTIFICATE(null, "FILE", "PEM file with the server's certificate and its chain"),
  TLS_KEY(null, "FILE", "PEM file with the key of that certificate (PKCS#8, not encrypted)"),
  ALLOW_PLAINTEXT(
      "false",
      "BOOL",
      "whether remote clients may connect without TLS; passwords are not sent, everything else is"
          + " readable on the network"),
  MAX_CONNECTIONS("1000", "N", "maximum number of connections"),
  RESERVED_CONNECTIONS("5", "N", "connections reserved for administrators, of these"),
  MAX_FRAME_BYTES("64MB", "SIZE", "maximum size of a client's message"),
  AUTHENTICATION_TIMEOUT_SECONDS("10", "SECONDS", "time limit for the authentication of a client"),
  SPIN_MICROS(
      "150",
      "MICROS",
      "time that a network thread polls for more work before it sleeps; 0 disables polling"),
  STATEMENT_TIMEOUT_SECONDS(
      "0", "SECONDS", "statement timeout, 0 for none; a session can set its own"),
  SESSION_MEMORY(
      null,
      "SIZE",
      "memory limit for the statements of a session; by default a quarter of the heap"),
  SLOW_STATEMENT_MILLIS("1000", "MILLIS", "threshold of slow statements; 0 records all, -1 none"),
  ADMIN_HOST("127.0.0.1", "ADDRESS", "address of health, metrics and console"),
  ADMIN_PORT(
      "7434", "PORT", "port of health, metrics and console; -1 for none, 0 for any free one"),
  ADMIN_TOKEN_FILE(
      null,
      "FILE",
      "file with the token for health, metrics and console; required beyond loopback"),
  ADMINISTRATOR("admin", "NAME", "administrator account that the first start creates"),
  PASSWORD_FILE(
      null,
      "FILE",
      "file with that account's password; otherwise one is generated and printed once"),
  DRAIN_SECONDS("30", "SECONDS", "time for open transactions when the server stops"),
  NODE_ID(null, "NAME", "name of this node in a cluster"),
  PEERS(
      null,
      "LIST",
      "founding nodes of the cluster, this one included, the same list on each: name=host:port,.."
          + " or name=host:port@host:port with another address for clients"),
  JOIN(
      null,
      "LIST",
      "nodes of a cluster to join with an empty data directory: host:port,.. for clients, or a URL"
          + " of the driver; requires administrator and password-file (or the variable"
          + " MOSQL_PASSWORD), and this node alone in peers"),
  JOIN_ROLE("voter", "ROLE", "role of a joining node: voter, or listener (a read replica)"),
  LEAVE_CLUSTER(
      "false",
      "BOOL",
      "whether to convert the data directory of a cluster's last node to a single server"),
  ADVERTISE_ADDRESS(
      null,
      "HOST:PORT",
      "address of this node for clients; by default its host in peers, and port"),
  PEER_LISTEN_ADDRESS(
      null, "ADDRESS", "address to listen on for other nodes; by default this node's in peers"),
  PEER_CERTIFICATE(
      null, "FILE", "PEM file with the certificate for peer connections; required beyond loopback"),
  PEER_KEY(null, "FILE", "PEM file with the key of that certificate (PKCS#8, not encrypted)"),
  PEER_CA(null, "FILE", "PEM file with the CA certificate for peer connections only"),
  ELECTION_TIMEOUT_MILLIS(
      "500", "MILLIS", "time without a message of the leader before a node starts an election"),
  RAFT_LOG_RETENTION_BYTES(
      "1GB", "SIZE", "log kept for followers that are behind; beyond it they receive a checkpoint"),
  MIN_FREE_DISK_BYTES(
      "64MB", "SIZE", "minimum free disk space; below it a node of a cluster rejects writes"),
  PID_FILE(null, "FILE", "file with the process id; by default mosql.pid in the data directory"),
  LOG_FORMAT("text", "FORMAT", "text or json, a line for each event"),
  LOG_LEVEL("info", "LEVEL", "error, warn, info or debug"),
  LOG_FILE(null, "FILE", "file of the log; by default standard error"),
  AUDIT_FILE(null, "FILE", "file of the audit log; by default the log"),
  CACHE_BYTES(SessionProperty.CACHE_BYTES, "SIZE"),
  DIRTY_BYTES(SessionProperty.DIRTY_BYTES, "SIZE"),
  CHECKPOINT_LOG_BYTES(SessionProperty.CHECKPOINT_LOG_BYTES, "SIZE"),
  CHECKPOINT_SECONDS(SessionProperty.CHECKPOINT_SECONDS, "SECONDS"),
  MAX_SNAPSHOT_AGE(SessionProperty.MAX_SNAPSHOT_AGE, "SECONDS"),
  LOG_RETENTION_BYTES(SessionProperty.LOG_RETENTION_BYTES, "SIZE"),
  ANALYZE_SECONDS(SessionProperty.ANALYZE_SECONDS, "SECONDS"),
  COPY_DIRECTORY(SessionProperty.COPY_DIRECTORY, "DIR"),
  BACKUP_DIRECTORY(SessionProperty.BACKUP_DIRECTORY, "DIR");

  private final @Nullable String defaultValue;
  private final String parameter;
  private final String description;
  private final @Nullable SessionProperty property;

  ServerSetting(@Nullable String defaultValue, String parameter, String description) {
    this.defaultValue = defaultValue;
    this.parameter = parameter;
    this.description = description;
    this.property = null;
  }

  ServerSetting(SessionProperty property, String parameter) {
    this.defaultValue = property.defaultValue();
    this.parameter = parameter;
    this.description = property.description();
    this.property = property;
  }

  /** Name in the file and, after two dashes, on the command line. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String variable() {
    return "MOSQL_" + name();
  }

  @Nullable String defaultValue() {
    return defaultValue;
  }

  /** Placeholder of the value in a usage text. */
  String parameter() {
    return parameter;
  }

  String description() {
    return description;
  }

  /** Database property that the setting controls; null for a setting of the server itself. */
  @Nullable SessionProperty property() {
    return property;
  }

  static @Nullable ServerSetting ofKey(String key) {
    for (ServerSetting setting : values()) {
      if (setting.key().equals(key)) {
        return setting;
      }
    }
    return null;
  }
}
