package io.mosql.core.session;

import org.jspecify.annotations.Nullable;

/** Everything that a connection may be told, by URL or Properties. Unknown names are rejected. */
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
  APPLICATION_NAME("ApplicationName", null, "name shown in mosql.sessions"),
  DEFAULT_ROW_FETCH_SIZE(
      "defaultRowFetchSize", "0", "rows fetched at a time, 0 for the driver's choice"),
  QUERY_TIMEOUT("queryTimeout", "0", "seconds after which a statement is cancelled, 0 for never"),
  CACHE_BYTES(
      "cacheBytes",
      null,
      "memory for clean pages, such as 512MB; by default a third of the heap",
      true),
  DIRTY_BYTES(
      "dirtyBytes",
      null,
      "memory for changed pages; commits wait beyond it; by default a quarter of the heap",
      true),
  CHECKPOINT_LOG_BYTES(
      "checkpointLogBytes", "256MB", "bytes of log after which a checkpoint is taken", true),
  CHECKPOINT_SECONDS(
      "checkpointSeconds",
      "300",
      "seconds after which a checkpoint is taken when there is news",
      true),
  MAX_SNAPSHOT_AGE(
      "maxSnapshotAge",
      "86400",
      "seconds after which a transaction that still reads its first snapshot ends with 72000, 0 for"
          + " never",
      true),
  LOG_RETENTION_BYTES(
      "logRetentionBytes",
      "0",
      "bytes of log kept behind the last checkpoint, to restore a backup to a later moment",
      true),
  /** Of embedded databases only: what comes over a network must never name a server's files. */
  COPY_DIRECTORY("copyDirectory", null, "directory that COPY may read and write files in", true),
  /** Of embedded databases only, as above. */
  BACKUP_DIRECTORY(
      "backupDirectory", null, "directory that BACKUP TO may write directories in", true);

  private final String key;
  private final @Nullable String defaultValue;
  private final String description;
  private final boolean ofDatabase;

  SessionProperty(String key, @Nullable String defaultValue, String description) {
    this(key, defaultValue, description, false);
  }

  SessionProperty(
      String key, @Nullable String defaultValue, String description, boolean ofDatabase) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
    this.ofDatabase = ofDatabase;
  }

  /**
   * Whether it is about the database rather than the session: it counts for the connection that
   * opens the database, and later ones may give the same value or none.
   */
  public boolean isOfDatabase() {
    return ofDatabase;
  }

  /** As written in URLs. */
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
