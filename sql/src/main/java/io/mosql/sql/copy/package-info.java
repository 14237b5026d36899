/**
 * COPY between tables and files.
 *
 * <p>{@link io.mosql.sql.copy.CopyFiles} provides the files that COPY may access, {@link
 * io.mosql.sql.copy.CopyOptions} contains the validated options of a statement; {@link
 * io.mosql.sql.copy.CsvRowReader} reads a file as typed rows, {@link
 * io.mosql.sql.copy.CsvRowWriter} writes rows to a file; {@link io.mosql.sql.copy.CopyProgress}
 * reports progress to other threads.
 *
 * <p>Invariant: no path outside the directory that is configured for the database is accessed. Used
 * by the session; the engine implements CopyFiles.
 */
@NullMarked
package io.mosql.sql.copy;

import org.jspecify.annotations.NullMarked;
