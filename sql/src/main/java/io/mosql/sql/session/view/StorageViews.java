package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.flag;
import static io.mosql.sql.session.view.SystemViews.number;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.core.port.LogStatistics;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.session.result.LocalTimestamps;
import io.mosql.storage.certify.PreparedTransaction;
import io.mosql.storage.checkpoint.StorageStatistics;
import io.mosql.storage.commit.CommitStatistics;
import io.mosql.storage.version.SnapshotInfo;
import java.util.List;

/** The views of schema {@code mosql} on the log, checkpoints, files, memory and snapshots. */
final class StorageViews {
  private StorageViews() {}

  /** One row; none for a database in memory. */
  static SystemView storage(ViewContext context) {
    return view(
        "storage",
        List.of(
            flag("checkpoint_running"),
            number("checkpoint_pages"),
            number("checkpoint_bytes"),
            number("checkpoints"),
            text("last_cause"),
            new SystemView.Column("last_at", SqlType.TIMESTAMP),
            number("last_micros"),
            number("last_pages"),
            number("last_bytes"),
            number("bytes_written"),
            number("failures"),
            text("last_failure"),
            number("log_bytes"),
            number("dirty_bytes"),
            number("dirty_bytes_max"),
            number("segments"),
            number("file_bytes"),
            number("live_bytes"),
            number("retired_bytes"),
            number("cache_bytes"),
            number("cache_bytes_max"),
            number("cache_inner_bytes"),
            number("cache_misses"),
            number("cache_evictions"),
            number("column_cache_bytes")),
        (request, out) -> {
          StorageStatistics s = context.database().store().storage();
          if (s != null) {
            out.accept(
                row(
                    s.running(),
                    s.runningPages(),
                    s.runningBytes(),
                    s.checkpoints(),
                    s.lastCause(),
                    s.checkpoints() == 0 ? null : s.lastWallMicros(),
                    s.lastMicros(),
                    s.lastPages(),
                    s.lastBytes(),
                    s.bytesWritten(),
                    s.failures(),
                    s.lastFailure(),
                    s.logBytes(),
                    s.dirtyBytes(),
                    s.dirtyBytesMax(),
                    (long) s.segments(),
                    s.fileBytes(),
                    s.liveBytes(),
                    s.retiredBytes(),
                    s.cache().bytes(),
                    s.cache().bytesMax(),
                    s.cache().innerBytes(),
                    s.cache().loads(),
                    s.cache().drops(),
                    context.database().columnCache().bytes()));
          }
        });
  }

  /** The prepared transactions of the account; all of them for an administrator. */
  static SystemView preparedTransactions(ViewContext context) {
    return view(
        "prepared_transactions",
        List.of(
            text("gid"), new SystemView.Column("prepared_at", SqlType.TIMESTAMP), text("owner")),
        (request, out) -> {
          AccountPrivileges asking = request.privileges();
          for (PreparedTransaction prepared : context.database().store().prepared()) {
            if (asking.administrator()
                || asking.hasAllPrivileges()
                || prepared.owner() == asking.account()) {
              String owner =
                  prepared.owner() == 0
                      ? null
                      : context.database().accounts().accountName(prepared.owner());
              long at = LocalTimestamps.ofMicros(prepared.preparedMicros());
              out.accept(row(prepared.gid(), at, owner));
            }
          }
        });
  }

  /** Open snapshots, oldest first. */
  static SystemView snapshots(ViewContext context) {
    return view(
        "snapshots",
        List.of(text("holder"), number("session_id"), number("position"), number("age_micros")),
        (request, out) -> {
          for (SnapshotInfo s : context.database().store().snapshots()) {
            Long session = s.owner() == 0 ? null : s.owner();
            out.accept(row(s.holder(), session, s.position(), s.ageMicros()));
          }
        });
  }

  /** Commits of this database and metrics of its log. */
  static SystemView log(ViewContext context) {
    return view(
        "log",
        List.of(
            number("commits"),
            number("groups"),
            number("conflicts"),
            number("records"),
            number("bytes"),
            number("fsyncs"),
            number("fsync_mean_nanos"),
            number("fsync_median_nanos"),
            number("position"),
            number("cached_plans"),
            number("statement_retries"),
            number("transaction_retries")),
        (request, out) -> {
          CommitStatistics store = context.database().store().statistics();
          LogStatistics figures = context.log().get();
          out.accept(
              row(
                  store.commits(),
                  store.groups(),
                  store.conflicts(),
                  figures.appendedRecords(),
                  figures.appendedBytes(),
                  figures.syncs(),
                  figures.meanSyncNanos(),
                  figures.medianSyncNanos(),
                  store.position(),
                  (long) context.cachedPlans().getAsInt(),
                  context.retries().statements(),
                  context.retries().transactions()));
        });
  }
}
