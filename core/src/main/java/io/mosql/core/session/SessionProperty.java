package io.mosql.core.session;

import org.jspecify.annotations.Nullable;

/** Everything that a connection may be told, by URL or Properties. Unknown names are rejected. */
public enum SessionProperty {
  USER("user", null, "user name; embedded databases trust their process and ignore it"),
  PASSWORD("password", null, "password; embedded databases ignore it"),
  CURRENT_SCHEMA("currentSchema", "public", "schema that unqualified names resolve in"),
  READ_ONLY("readOnly", "false", "whether transactions refuse to write"),
  APPLICATION_NAME("ApplicationName", null, "name shown in mosql.sessions"),
  DEFAULT_ROW_FETCH_SIZE(
      "defaultRowFetchSize", "0", "rows fetched at a time, 0 for the driver's choice"),
  QUERY_TIMEOUT("queryTimeout", "0", "seconds after which a statement is cancelled, 0 for never"),
  /** Of embedded databases only: what comes over a network must never name a server's files. */
  COPY_DIRECTORY(
      "copyDirectory",
      null,
      "directory that COPY may read and write files in; set when the database is opened");

  private final String key;
  private final @Nullable String defaultValue;
  private final String description;

  SessionProperty(String key, @Nullable String defaultValue, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
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
