/**
 * SQL logic tests: the corpus of SQLite's sqllogictest, files of statements and queries with their
 * expected results. A {@link io.mosql.benchmarks.slt.Corpus} provides the files, a {@link
 * io.mosql.benchmarks.slt.RecordReader} reads their records, a {@link
 * io.mosql.benchmarks.slt.FileRun} runs a slice of a file on a new database, and a {@link
 * io.mosql.benchmarks.slt.ProgressFile} stores the results.
 */
@NullMarked
package io.mosql.benchmarks.slt;

import org.jspecify.annotations.NullMarked;
