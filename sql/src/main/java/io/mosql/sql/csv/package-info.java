/**
 * CSV as PostgreSQL's COPY knows it: {@link io.mosql.sql.csv.CsvFormat} says how a text is written,
 * {@link io.mosql.sql.csv.CsvRecords} reads one, {@link io.mosql.sql.csv.CsvText} writes one. Knows
 * nothing of SQL or the engine, so that the command line shares it. The library that reads,
 * FastCSV, is used nowhere else.
 */
@NullMarked
package io.mosql.sql.csv;

import org.jspecify.annotations.NullMarked;
