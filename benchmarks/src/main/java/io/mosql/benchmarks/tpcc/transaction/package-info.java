/**
 * The five transactions of TPC-C (clause 2) over prepared statements, with the same round trips for
 * every database.
 *
 * <p>A {@code TpccTransaction} is prepared with random input and then executed, also more than once
 * with the same input. {@code TerminalTransactions} has the five of one terminal and its
 * connection. Not thread-safe: one instance per terminal. Used by {@code run}.
 */
@NullMarked
package io.mosql.benchmarks.tpcc.transaction;

import org.jspecify.annotations.NullMarked;
