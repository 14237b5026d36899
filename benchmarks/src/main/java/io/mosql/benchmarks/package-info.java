/**
 * Benchmarks over plain JDBC; the databases come by class path. {@link
 * io.mosql.benchmarks.Benchmarks} is the command line.
 */
@NullMarked
package io.mosql.benchmarks;

import org.jspecify.annotations.NullMarked;
