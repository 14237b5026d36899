/**
 * Microbenchmarks of single statements over JDBC, and the bench command that runs them. Their
 * database is chosen by the URL parameter, MoSQL by default.
 */
@NullMarked
package io.mosql.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
