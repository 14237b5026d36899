/**
 * The databases that benchmarks run on.
 *
 * <p>{@code Database} connects, {@code Dialect} contains all differences between database products,
 * {@code BenchmarkTables} marks the tables of a benchmark so that only its own tables are ever
 * replaced, {@code InsertBatch} loads rows, {@code EngineCounters} reads MoSQL's own counters.
 * Plain JDBC. Values are immutable; {@code InsertBatch} is not thread-safe. Used by all benchmarks.
 */
@NullMarked
package io.mosql.benchmarks.database;

import org.jspecify.annotations.NullMarked;
