/** The schema of TPC-C, and how it was filled. */
@NullMarked
package io.mosql.benchmarks.tpcc.db;

import org.jspecify.annotations.NullMarked;
