package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What one tpcc command is to do, all sources of options put together.
 *
 * @param url a JDBC URL; {@code {dir}} in it stands for the directory of the database
 * @param directory where a fresh directory is to be made; null for the usual places
 * @param keep directory that keeps database and acknowledged orders; null for a fresh database
 * @param checkOnly whether to check what is kept, and do nothing else
 */
record TpccSettings(
    String url,
    @Nullable String driver,
    @Nullable String user,
    @Nullable String password,
    int warehouses,
    int loadWorkers,
    Scale scale,
    RunPlan plan,
    @Nullable Path directory,
    @Nullable Path keep,
    boolean checkOnly,
    @Nullable Path json,
    @Nullable Path report,
    boolean allowTmpfs) {
  static final String DIRECTORY = "{dir}";
  static final String DEFAULT_URL = "jdbc:mosql:file:" + DIRECTORY;

  boolean needsDirectory() {
    return url.contains(DIRECTORY);
  }
}
