/**
 * Tables as stored: encoding of rows and keys, index entries, values stored out of line,
 * constraints, and operations over whole tables.
 *
 * <p>{@link io.mosql.sql.exec.table.TableWriter} writes whole rows with their index entries, {@link
 * io.mosql.sql.exec.table.RowDecoder} reads chosen columns, {@link
 * io.mosql.sql.exec.table.KeyEncoder} makes keys, {@link io.mosql.sql.exec.table.ForeignKeyChecker}
 * checks references, {@link io.mosql.sql.exec.table.RowLocker} locks rows. {@link
 * io.mosql.sql.exec.table.TableBackfill}, {@link io.mosql.sql.exec.table.TableVerifier} and {@link
 * io.mosql.sql.exec.table.TableSampler} read all rows or a sample of them.
 *
 * <p>Invariants: an index has exactly the entries of the rows that it covers; a check that a
 * constraint depends on is a certified read. Types are immutable unless their comments state
 * otherwise.
 *
 * <p>Used by scan, dml and the plan compiler, by DDL and the session, and by the engine for
 * verification.
 */
@NullMarked
package io.mosql.sql.exec.table;

import org.jspecify.annotations.NullMarked;
