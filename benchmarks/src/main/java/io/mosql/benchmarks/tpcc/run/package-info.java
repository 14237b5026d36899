/** Terminals that run the mix, and what they measure. */
@NullMarked
package io.mosql.benchmarks.tpcc.run;

import org.jspecify.annotations.NullMarked;
