/** Loader of the tables (clause 4.3.3), parallel and in key order. */
@NullMarked
package io.mosql.benchmarks.tpcc.load;

import org.jspecify.annotations.NullMarked;
