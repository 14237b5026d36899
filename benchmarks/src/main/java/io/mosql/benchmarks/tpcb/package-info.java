/**
 * TPC-B: every client executes the same short transaction, which updates the contended row of a
 * branch. {@link io.mosql.benchmarks.tpcb.TpcbCommand} is its command line.
 */
@NullMarked
package io.mosql.benchmarks.tpcb;

import org.jspecify.annotations.NullMarked;
