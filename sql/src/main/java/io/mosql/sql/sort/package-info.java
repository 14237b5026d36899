/**
 * External merge sort of encoded entries, and the temporary files of a database.
 *
 * <p>{@link io.mosql.sql.sort.EntrySorter} collects entries, writes sorted runs to files of its
 * {@link io.mosql.sql.sort.TemporaryFiles} and merges them into one {@link
 * io.mosql.sql.sort.EntryStream}. {@link io.mosql.sql.sort.SpillFile} is a file of records of one
 * statement.
 *
 * <p>Temporary files are never synced, are deleted by the sorter or statement that created them, at
 * the latest when the database closes, and leftovers when it opens. TemporaryFiles is thread-safe;
 * all other types belong to one thread.
 *
 * <p>Used by the executor, DDL, the session and the engine.
 */
@NullMarked
package io.mosql.sql.sort;

import org.jspecify.annotations.NullMarked;
