/**
 * Import of CSV files into tables and export of query results to CSV, over plain JDBC.
 *
 * <p>{@code TableImport} inserts records in batches, {@code TableExport} writes the rows of a
 * query, {@code ProgressLine} reports progress. Works with any driver; rows are streamed, never all
 * in memory. Not thread-safe, except for the methods {@code cancel}. Used by the commands import
 * and export, by the shell and by {@code result}.
 */
@NullMarked
package io.mosql.server.csv;

import org.jspecify.annotations.NullMarked;
