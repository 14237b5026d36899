/** Fills the tables as clause 4.3.3 says, in parallel and in key order. */
@NullMarked
package io.mosql.benchmarks.tpcc.load;

import org.jspecify.annotations.NullMarked;
