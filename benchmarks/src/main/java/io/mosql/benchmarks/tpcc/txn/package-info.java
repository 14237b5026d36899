/**
 * The five transactions of clause 2 over prepared statements; the same round trips for every
 * database.
 */
@NullMarked
package io.mosql.benchmarks.tpcc.txn;

import org.jspecify.annotations.NullMarked;
