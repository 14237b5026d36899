package io.mosql.core.session;

import io.mosql.core.type.SqlType;

/**
 * A column of a result.
 *
 * @param label as shown to the client
 * @param type its type
 * @param nullable whether NULL may appear
 * @param autoIncrement whether values are generated
 * @param schema of the underlying table column, else empty; likewise table and column
 */
public record ColumnInfo(
    String label,
    SqlType type,
    boolean nullable,
    boolean autoIncrement,
    String schema,
    String table,
    String column) {}
