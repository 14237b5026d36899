/** The tpcc command: one TPC-C load and run against one database, from options to exit code. */
@NullMarked
package io.mosql.benchmarks.tpcc;

import org.jspecify.annotations.NullMarked;
