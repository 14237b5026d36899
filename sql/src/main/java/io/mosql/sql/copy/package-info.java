/**
 * What COPY needs beside the planner and the executor: {@link io.mosql.sql.copy.CopyFiles} are the
 * files that it may touch, {@link io.mosql.sql.copy.CopyOptions} what the statement asks for,
 * {@link io.mosql.sql.copy.CsvRows} turns a file into typed rows, {@link io.mosql.sql.copy.CsvSink}
 * rows into a file, {@link io.mosql.sql.copy.CopyProgress} tells how far it is. Used by the
 * session.
 */
@NullMarked
package io.mosql.sql.copy;

import org.jspecify.annotations.NullMarked;
