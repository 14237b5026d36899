/**
 * Benchmarks with identical clients: {@link io.mosql.benchmarks.workload.BenchmarkWorkload} is
 * implemented by each benchmark, {@link io.mosql.benchmarks.workload.WorkloadJob} loads, runs,
 * checks and reports.
 */
@NullMarked
package io.mosql.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
