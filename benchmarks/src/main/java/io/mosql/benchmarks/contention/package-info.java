/**
 * What many clients do to few rows: a counter that all of them raise, and a queue of jobs that all
 * of them take from. Commands of bench.
 */
@NullMarked
package io.mosql.benchmarks.contention;

import org.jspecify.annotations.NullMarked;
