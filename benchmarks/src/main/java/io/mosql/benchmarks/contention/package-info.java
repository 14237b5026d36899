/**
 * Benchmarks of contention on few rows: a counter that all clients increment, and a queue of jobs
 * that all clients consume. Commands of bench.
 */
@NullMarked
package io.mosql.benchmarks.contention;

import org.jspecify.annotations.NullMarked;
