package io.mosql.sql.catalog;

/**
 * A persisted setting: its value is the initial value for new sessions of the database.
 *
 * @param name name as in SET
 * @param changedBy name of the account that persisted it
 * @param wallMicros time of the change, as a TIMESTAMP value
 */
public record SettingDef(long id, String name, String value, String changedBy, long wallMicros) {}
