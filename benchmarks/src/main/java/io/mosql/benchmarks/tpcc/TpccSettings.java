package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.testbed.TargetDatabase;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one tpcc command is to do, all sources of options put together.
 *
 * @param plans one after the other, on one database
 * @param warmSeconds before the first of them, not counted
 * @param keep directory that keeps database and acknowledged orders; null for a fresh database
 * @param checkOnly whether to check what is kept, and do nothing else
 */
record TpccSettings(
    TargetDatabase target,
    int warehouses,
    int loadWorkers,
    Scale scale,
    List<RunPlan> plans,
    int warmSeconds,
    @Nullable Path keep,
    boolean checkOnly,
    @Nullable Path json,
    @Nullable Path report) {}
