package io.mosql.sql.session.view;

import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.copy.CopyProgress;
import io.mosql.sql.session.transaction.MonitoredSession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** View {@code mosql.progress}: the progress of running COPY, BACKUP and index builds. */
final class ProgressView {
  private static final List<SystemView.Column> COLUMNS =
      List.of(
          new SystemView.Column("session_id", SqlType.BIGINT),
          new SystemView.Column("command", SqlType.TEXT),
          new SystemView.Column("object_name", SqlType.TEXT),
          new SystemView.Column("file_name", SqlType.TEXT),
          new SystemView.Column("rows_done", SqlType.BIGINT),
          new SystemView.Column("rows_committed", SqlType.BIGINT),
          new SystemView.Column("bytes_done", SqlType.BIGINT),
          new SystemView.Column("bytes_total", SqlType.BIGINT),
          new SystemView.Column("rows_total", SqlType.BIGINT));

  private ProgressView() {}

  static SystemView of(ViewContext context) {
    return new SystemView(
        SystemViews.SCHEMA, "progress", COLUMNS, request -> rows(context, request.privileges()));
  }

  private static List<@Nullable Object[]> rows(ViewContext context, AccountPrivileges privileges) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    context.sessions().stream()
        .filter(session -> session.rights().isVisibleTo(privileges))
        .sorted(Comparator.comparingLong(MonitoredSession::id))
        .forEach(
            session -> {
              CopyProgress progress = session.facts().progress();
              if (progress != null) {
                rows.add(row(session.id(), progress));
              }
            });
    return rows;
  }

  private static @Nullable Object[] row(long session, CopyProgress progress) {
    long total = progress.totalBytes();
    long rows = progress.totalRows();
    return new Object[] {
      session,
      progress.command(),
      progress.object(),
      progress.file(),
      progress.rows(),
      progress.committedRows(),
      progress.bytes(),
      total == 0 ? null : total,
      rows == 0 ? null : rows
    };
  }
}
