package io.mosql.benchmarks.workload;

import io.mosql.benchmarks.clients.ClientPlan;
import io.mosql.benchmarks.testbed.TargetDatabase;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param plans one after the other, on one database
 * @param keep directory that keeps database and acknowledged transactions; null for a fresh one
 */
public record WorkloadSettings(
    TargetDatabase target, List<ClientPlan> plans, @Nullable Path keep, @Nullable Path json) {}
