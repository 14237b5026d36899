package io.mosql.sql.session.command;

import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.ddl.IndexBuildPlan;
import io.mosql.sql.session.transaction.SessionMonitor;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The services of a database that its commands use. Thread-safe, as its parts are.
 *
 * @param copyFiles files that COPY may read and write
 * @param backups destination of BACKUP TO
 * @param builds limits of index builds
 * @param monitor of the sessions of all databases of the server
 * @param shutdown run by SHUTDOWN
 * @param metrics figures by view and column, as SHOW STATUS lists them
 */
public record DatabaseServices(
    CopyFiles copyFiles,
    BackupDestination backups,
    IndexBuildOptions builds,
    SessionMonitor monitor,
    Runnable shutdown,
    Supplier<Map<String, Long>> metrics) {
  /**
   * How a schema statement builds indexes.
   *
   * @param alone whether the statement is a transaction of its own
   */
  IndexBuildPlan indexBuilds(boolean alone) {
    return alone
        ? new IndexBuildPlan(builds.sorting(), builds.rowsAtOnceMax())
        : IndexBuildPlan.immediate(builds.sorting());
  }
}
