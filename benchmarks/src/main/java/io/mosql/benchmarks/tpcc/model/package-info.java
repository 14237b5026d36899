/** The population and the random input of TPC-C (clauses 2.1.6, 4.3): scale, names, NURand. */
@NullMarked
package io.mosql.benchmarks.tpcc.model;

import org.jspecify.annotations.NullMarked;
