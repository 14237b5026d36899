package io.mosql.sql.catalog;

/**
 * A setting that new sessions of the database begin with.
 *
 * @param name as SET knows it
 * @param changedBy name of who said so
 * @param wallMicros when, as a TIMESTAMP value
 */
public record SettingDef(long id, String name, String value, String changedBy, long wallMicros) {}
