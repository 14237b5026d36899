package io.mosql.sql.session;

import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.ddl.IndexBuilds;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The services of a database that its commands use. Thread-safe, as its parts are.
 *
 * @param copyFiles that COPY may touch
 * @param backups that BACKUP TO may write
 * @param builds limits of builds of indexes
 * @param monitor of the sessions of all databases of the server
 * @param shutdown run by SHUTDOWN
 * @param metrics figures by view and column, as SHOW STATUS lists them
 */
record DatabaseServices(
    CopyFiles copyFiles,
    Backups backups,
    BuildOptions builds,
    Oversight monitor,
    Runnable shutdown,
    Supplier<Map<String, Long>> metrics) {
  /**
   * How a schema statement builds indexes.
   *
   * @param alone whether it is a transaction of its own
   */
  IndexBuilds indexBuilds(boolean alone) {
    return alone
        ? new IndexBuilds(builds.sorting(), builds.rowsAtOnceMax())
        : IndexBuilds.atOnce(builds.sorting());
  }
}
