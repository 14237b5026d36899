package io.mosql.core.session;

import io.mosql.core.type.SqlType;

/**
 * A result column.
 *
 * @param label as the client sees it
 * @param type its type
 * @param nullable whether NULL may appear
 * @param autoIncrement whether values are generated
 * @param schema of the table column that it is, else empty; likewise table and column
 */
public record ColumnInfo(
    String label,
    SqlType type,
    boolean nullable,
    boolean autoIncrement,
    String schema,
    String table,
    String column) {}
