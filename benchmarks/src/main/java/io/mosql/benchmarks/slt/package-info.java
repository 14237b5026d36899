/**
 * SQL logic tests: the corpus of SQLite's sqllogictest, files of statements and queries with the
 * answers that they must give. A {@link io.mosql.benchmarks.slt.Corpus} has the files, a {@link
 * io.mosql.benchmarks.slt.RecordReader} reads their records, a {@link
 * io.mosql.benchmarks.slt.FileRun} runs a slice of one on a fresh database, and a {@link
 * io.mosql.benchmarks.slt.ProgressFile} remembers what was found.
 */
@NullMarked
package io.mosql.benchmarks.slt;

import org.jspecify.annotations.NullMarked;
