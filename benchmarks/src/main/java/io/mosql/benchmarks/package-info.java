/**
 * Benchmarks over plain JDBC; the database drivers are on the class path. {@link
 * io.mosql.benchmarks.Benchmarks} is the command line.
 */
@NullMarked
package io.mosql.benchmarks;

import org.jspecify.annotations.NullMarked;
