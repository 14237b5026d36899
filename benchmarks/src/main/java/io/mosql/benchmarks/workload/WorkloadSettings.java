package io.mosql.benchmarks.workload;

import io.mosql.benchmarks.clients.ClientPlan;
import io.mosql.benchmarks.testbed.TargetDatabase;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a workload command.
 *
 * @param plans runs, executed sequentially on one database
 * @param keep directory with the kept database and acknowledged transactions; null for a temporary
 *     one
 */
public record WorkloadSettings(
    TargetDatabase target, List<ClientPlan> plans, @Nullable Path keep, @Nullable Path json) {}
