/**
 * Benchmark of what a database in memory costs a program that needs a new one: the first of a JVM,
 * and further ones. Used by the command line only.
 */
@NullMarked
package io.mosql.benchmarks.start;

import org.jspecify.annotations.NullMarked;
