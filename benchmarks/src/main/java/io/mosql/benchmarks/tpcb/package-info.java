/**
 * TPC-B: every client sends the same short transaction, and all of them change the row of one
 * branch. {@link io.mosql.benchmarks.tpcb.TpcbCommand} is its command line.
 */
@NullMarked
package io.mosql.benchmarks.tpcb;

import org.jspecify.annotations.NullMarked;
