/**
 * TPC-H: {@link io.mosql.benchmarks.tpch.TpchLoader} makes its tables, {@link
 * io.mosql.benchmarks.tpch.TpchQueries} has its 22 queries with the parameters of its validation,
 * {@link io.mosql.benchmarks.tpch.ReferenceAnswers} those that PostgreSQL gave, {@link
 * io.mosql.benchmarks.tpch.PowerRun} compares and takes times. Not from it: its refresh functions,
 * its streams, and so its figure; the times are ours alone.
 */
@NullMarked
package io.mosql.benchmarks.tpch;

import org.jspecify.annotations.NullMarked;
