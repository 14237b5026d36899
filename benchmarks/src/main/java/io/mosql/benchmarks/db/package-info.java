/**
 * The databases that benchmarks run on: how to reach one, what differs between them, and the tables
 * that a benchmark may replace because they are its own.
 */
@NullMarked
package io.mosql.benchmarks.db;

import org.jspecify.annotations.NullMarked;
