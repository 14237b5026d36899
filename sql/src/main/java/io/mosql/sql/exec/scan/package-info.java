/**
 * Leaves of plans: point lookups, ranges of an index, searches of an inverted index.
 *
 * <p>{@link io.mosql.sql.exec.scan.ScanCompiler} compiles them; {@link
 * io.mosql.sql.exec.scan.TableAccess} fetches rows through one index; predicates that can be
 * evaluated on encoded fields are evaluated before a row is decoded ({@link
 * io.mosql.sql.exec.scan.RowFilter}); {@link io.mosql.sql.exec.scan.ScanLocking} locks rows for FOR
 * UPDATE and FOR SHARE.
 *
 * <p>Invariant: a range counts as read only as far as it was fetched. Compiled scans are immutable;
 * their streams are not thread-safe.
 *
 * <p>Used by the plan compiler; dml uses ScanColumns.
 */
@NullMarked
package io.mosql.sql.exec.scan;

import org.jspecify.annotations.NullMarked;
