/** The bulk-load command: rows by JDBC batches into one table with a secondary index. */
@NullMarked
package io.mosql.benchmarks.load;

import org.jspecify.annotations.NullMarked;
