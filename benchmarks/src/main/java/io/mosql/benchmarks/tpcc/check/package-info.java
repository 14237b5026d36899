/**
 * Whether a database is what it should be: the consistency conditions of clause 3.3.2, and the
 * orders that were acknowledged.
 */
@NullMarked
package io.mosql.benchmarks.tpcc.check;

import org.jspecify.annotations.NullMarked;
