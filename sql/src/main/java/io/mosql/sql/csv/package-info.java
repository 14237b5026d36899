/**
 * CSV as PostgreSQL's COPY defines it.
 *
 * <p>{@link io.mosql.sql.csv.CsvFormat} describes the format, {@link
 * io.mosql.sql.csv.CsvRecordReader} reads records, {@link io.mosql.sql.csv.CsvWriter} writes them.
 * Both stream and are not thread-safe.
 *
 * <p>Of SQL it uses the error messages alone, so that the command line shares it: used by COPY, and
 * by the commands and the shell of the server. FastCSV, the parser library, is used nowhere else.
 */
@NullMarked
package io.mosql.sql.csv;

import org.jspecify.annotations.NullMarked;
