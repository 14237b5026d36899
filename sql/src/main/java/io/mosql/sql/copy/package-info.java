/**
 * COPY between tables and files.
 *
 * <p>{@link io.mosql.sql.copy.CopyFiles} are the files that COPY may access, {@link
 * io.mosql.sql.copy.CopyOptions} the validated options of a statement; {@link
 * io.mosql.sql.copy.CsvRowReader} turns a file into typed rows, {@link
 * io.mosql.sql.copy.CsvRowWriter} rows into a file; {@link io.mosql.sql.copy.CopyProgress} reports
 * progress to other threads.
 *
 * <p>Invariant: no path outside the directory that the owner of the database configured is
 * accessed. Used by the session; the engine implements CopyFiles.
 */
@NullMarked
package io.mosql.sql.copy;

import org.jspecify.annotations.NullMarked;
