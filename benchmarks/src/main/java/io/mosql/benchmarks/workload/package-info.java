/**
 * Benchmarks whose clients all do the same: {@link io.mosql.benchmarks.workload.BenchmarkWorkload}
 * is what differs between them, {@link io.mosql.benchmarks.workload.WorkloadJob} loads, runs,
 * checks and reports.
 */
@NullMarked
package io.mosql.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
