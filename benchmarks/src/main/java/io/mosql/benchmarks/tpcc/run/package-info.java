/** Terminals that run the transaction mix, and their measurements. */
@NullMarked
package io.mosql.benchmarks.tpcc.run;

import org.jspecify.annotations.NullMarked;
