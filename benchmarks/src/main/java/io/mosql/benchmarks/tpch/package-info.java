/**
 * TPC-H: {@link io.mosql.benchmarks.tpch.TpchLoader} creates the tables, {@link
 * io.mosql.benchmarks.tpch.TpchQueries} contains the 22 queries with their validation parameters,
 * {@link io.mosql.benchmarks.tpch.ReferenceAnswers} the answers computed by PostgreSQL, {@link
 * io.mosql.benchmarks.tpch.PowerRun} measures the times and compares the answers. Refresh functions
 * and query streams are not implemented, so the results are not TPC-H metrics.
 */
@NullMarked
package io.mosql.benchmarks.tpch;

import org.jspecify.annotations.NullMarked;
