/**
 * Checks of a database: the consistency conditions of clause 3.3.2, and the existence of
 * acknowledged orders.
 */
@NullMarked
package io.mosql.benchmarks.tpcc.check;

import org.jspecify.annotations.NullMarked;
