package io.mosql.core.session;

import org.jspecify.annotations.Nullable;

/** The properties of a connection, set by URL or Properties. Unknown names are rejected. */
public enum SessionProperty {
  USER("user", null, "user name; embedded databases trust their process and ignore it"),
  PASSWORD("password", null, "password; embedded databases ignore it"),
  CURRENT_SCHEMA("currentSchema", "public", "schema that unqualified names resolve in"),
  READ_ONLY("readOnly", "false", "whether transactions refuse to write"),
  ISOLATION(
      "isolation",
      "serializable",
      "isolation level of transactions: readCommitted, repeatableRead or serializable"),
  LOCK_TIMEOUT(
      "lockTimeout",
      "60000",
      "milliseconds to wait for a row that another transaction holds, 0 for as long as it takes"),
  IDLE_TRANSACTION_TIMEOUT(
      "idleTransactionTimeout",
      "0",
      "seconds after which a transaction that its client does not use is ended, 0 for never"),
  READ_CONSISTENCY(
      "readConsistency",
      "strict",
      "what reads of a cluster see: strict, all that was committed before; session, all that this"
          + " session has seen or done before; bounded, as session and nothing older than"
          + " maxStaleness"),
  MAX_STALENESS(
      "maxStaleness", "1000", "milliseconds that reads may be behind with readConsistency=bounded"),
  FORWARDING(
      "forwarding",
      "auto",
      "whether a node of a cluster that does not lead takes what it is asked to the one that does:"
          + " always; never, it is refused; auto, when the client cannot reach the leader itself"),
  APPLICATION_NAME("ApplicationName", null, "name shown in mosql.sessions"),
  DEFAULT_ROW_FETCH_SIZE(
      "defaultRowFetchSize", "0", "rows fetched at a time, 0 for the driver's choice"),
  TIME_ZONE(
      "timeZone",
      null,
      "zone of now() and of dates and times beside TIMESTAMP WITH TIME ZONE, such as Europe/Berlin"
          + " or +02:00; by default that of the machine which the database runs on"),
  QUERY_TIMEOUT("queryTimeout", "0", "seconds after which a statement is cancelled, 0 for never"),
  SSL_MODE(
      "sslmode",
      null,
      "disable: no TLS; require: TLS, with a server that knows the password; verify-full: TLS, with"
          + " a server whose certificate and host name were checked; by default disable for hosts"
          + " of the own machine while there is no sslrootcert, else verify-full",
      Scope.NETWORK),
  SSL_ROOT_CERT(
      "sslrootcert",
      null,
      "PEM file with the certificates to trust for verify-full; by default those of the JVM",
      Scope.NETWORK),
  CONNECT_TIMEOUT(
      "connectTimeout",
      "10",
      "seconds in which a host must have let the client in, 0 for as long as it takes",
      Scope.NETWORK),
  SOCKET_TIMEOUT(
      "socketTimeout",
      "0",
      "seconds without an answer after which the connection is given up, 0 for never",
      Scope.NETWORK),
  FAILOVER_TIMEOUT(
      "failoverTimeout",
      "30",
      "seconds in which a cluster must have found a leader when a connection is lost or made, 0 to"
          + " give the connection up at once",
      Scope.NETWORK),
  TARGET_SERVER_TYPE(
      "targetServerType",
      "any",
      "which node of a cluster to talk to: primary or any, the leader; preferSecondary, a replica"
          + " while the connection is read-only",
      Scope.NETWORK),
  LOAD_BALANCE_HOSTS(
      "loadBalanceHosts", "false", "whether hosts are tried in random order", Scope.NETWORK),
  TCP_KEEP_ALIVE(
      "tcpKeepAlive",
      "true",
      "whether TCP asks now and then if the other end lives",
      Scope.NETWORK),
  CACHE_BYTES(
      "cacheBytes",
      null,
      "memory for clean pages, such as 512MB; by default a third of the heap",
      Scope.DATABASE),
  DIRTY_BYTES(
      "dirtyBytes",
      null,
      "memory for changed pages; commits wait beyond it; by default a quarter of the heap",
      Scope.DATABASE),
  CHECKPOINT_LOG_BYTES(
      "checkpointLogBytes",
      "256MB",
      "bytes of log after which a checkpoint is taken",
      Scope.DATABASE),
  CHECKPOINT_SECONDS(
      "checkpointSeconds",
      "300",
      "seconds after which a checkpoint is taken when there is news",
      Scope.DATABASE),
  MAX_SNAPSHOT_AGE(
      "maxSnapshotAge",
      "86400",
      "seconds after which a transaction that still reads its first snapshot ends with 72000, 0 for"
          + " never",
      Scope.DATABASE),
  LOG_RETENTION_BYTES(
      "logRetentionBytes",
      "0",
      "bytes of log kept behind the last checkpoint, to restore a backup to a later moment",
      Scope.DATABASE),
  ANALYZE_SECONDS(
      "analyzeSeconds",
      "60",
      "seconds between looks for tables whose statistics are out of date, 0 for never",
      Scope.DATABASE),
  TEMPLATE(
      "template",
      null,
      "name of an open mem: database whose tables and rows a new mem: database begins with",
      Scope.DATABASE),
  /** Only for embedded databases: a network client must never name files of the server. */
  COPY_DIRECTORY(
      "copyDirectory", null, "directory that COPY may read and write files in", Scope.DATABASE),
  /** Only for embedded databases, as above. */
  BACKUP_DIRECTORY(
      "backupDirectory", null, "directory that BACKUP TO may write directories in", Scope.DATABASE),
  /** Only for embedded databases, as above. */
  TEMP_DIRECTORY(
      "tempDirectory",
      null,
      "directory for rows of statements that do not fit into memory; by default that of the"
          + " database, and none for a mem: database",
      Scope.DATABASE);

  private final String key;
  private final @Nullable String defaultValue;
  private final String description;
  private final Scope scope;

  SessionProperty(String key, @Nullable String defaultValue, String description) {
    this(key, defaultValue, description, Scope.SESSION);
  }

  SessionProperty(String key, @Nullable String defaultValue, String description, Scope scope) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
    this.scope = scope;
  }

  /** The scope of a property. */
  private enum Scope {
    SESSION,
    DATABASE,
    NETWORK
  }

  /**
   * Whether it applies to the database rather than the session: it takes effect for the connection
   * that opens the database, and later ones may give the same value or none. Never over a network.
   */
  public boolean isOfDatabase() {
    return scope == Scope.DATABASE;
  }

  /**
   * Whether one value, given to a process, makes sense for all of its databases: as a system
   * property {@code mosql.<key>} or a setting of a server.
   */
  public boolean hasProcessDefault() {
    return this != TEMPLATE;
  }

  /** Whether it applies to the connection to a server: it is meaningless within a process. */
  public boolean isOfNetwork() {
    return scope == Scope.NETWORK;
  }

  /** Whether it is sent to the server when a session begins; the client keeps the others. */
  public boolean isOfSession() {
    return scope == Scope.SESSION
        && this != USER
        && this != PASSWORD
        && this != DEFAULT_ROW_FETCH_SIZE;
  }

  /** The name in URLs. */
  public String key() {
    return key;
  }

  public @Nullable String defaultValue() {
    return defaultValue;
  }

  public String description() {
    return description;
  }

  /** The property of this exact name, or null. */
  public static @Nullable SessionProperty ofKey(String key) {
    for (SessionProperty property : values()) {
      if (property.key.equals(key)) {
        return property;
      }
    }
    return null;
  }
}
