package io.mosql.sql.catalog;

/**
 * A sequence.
 *
 * @param ownerTable table whose auto-increment column (or row id) it fills and with which it goes,
 *     or 0
 */
public record SequenceDef(
    long id, String schema, String name, long start, long increment, long ownerTable) {}
