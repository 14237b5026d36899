package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.testbed.TargetDatabase;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one tpcc command, merged from all sources of options.
 *
 * @param plans runs, executed sequentially on one database
 * @param warmSeconds duration of the warm-up before the first run
 * @param keep directory with the kept database and acknowledged orders; null for a temporary
 *     database
 * @param checkOnly whether only to check the kept database
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
