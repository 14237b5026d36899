package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.number;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.session.result.LocalTimestamps;
import io.mosql.sql.session.result.TreeNames;
import io.mosql.storage.lock.LockOwnerInfo;
import io.mosql.storage.lock.RowLockInfo;
import io.mosql.storage.transaction.ConflictInfo;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The views of schema {@code mosql} on lock waits and conflicts between transactions. */
final class ContentionViews {
  private ContentionViews() {}

  /** Row locks that sessions and prepared transactions have acquired or wait for. */
  static SystemView locks(ViewContext context) {
    return view(
        "locks",
        List.of(
            number("session_id"),
            text("schema_name"),
            text("table_name"),
            text("index_name"),
            text("row_key"),
            text("mode"),
            text("state"),
            text("blocked_by"),
            time("since"),
            text("gid")),
        (request, out) -> {
          TreeNames names = new TreeNames(request.catalog());
          for (RowLockInfo r : context.database().store().locks()) {
            TreeNames.Name name = names.of(r.tree());
            out.accept(
                row(
                    session(r.owner().session()),
                    name == null ? null : name.table().schema(),
                    name == null ? null : name.table().name(),
                    name == null ? null : name.indexName(),
                    name == null ? null : name.key(r.key()),
                    r.mode(),
                    r.held() ? "held" : "waiting",
                    r.waitsFor().isEmpty() ? null : owners(r.waitsFor()),
                    LocalTimestamps.ofMicros(r.sinceMicros()),
                    r.owner().gid()));
          }
        });
  }

  /** Recent conflicts that failed transactions, newest first. */
  static SystemView conflicts(ViewContext context) {
    return view(
        "conflicts",
        List.of(
            time("happened_at"),
            number("session_id"),
            text("schema_name"),
            text("table_name"),
            text("index_name"),
            text("row_key"),
            text("reason"),
            number("conflicting_session_id"),
            number("conflicting_position")),
        (request, out) -> {
          TreeNames names = new TreeNames(request.catalog());
          for (ConflictInfo c : context.database().store().conflicts()) {
            TreeNames.Name name = names.of(c.tree());
            out.accept(
                row(
                    LocalTimestamps.ofMicros(c.wallMicros()),
                    session(c.owner()),
                    name == null ? null : name.table().schema(),
                    name == null ? null : name.table().name(),
                    name == null ? null : name.indexName(),
                    name == null ? null : name.key(c.key()),
                    c.reason(),
                    session(c.conflictingSession()),
                    c.conflictingPosition() == 0 ? null : c.conflictingPosition()));
          }
        });
  }

  private static SystemView.Column time(String name) {
    return new SystemView.Column(name, SqlType.TIMESTAMP);
  }

  private static @Nullable Long session(long owner) {
    return owner == 0 ? null : owner;
  }

  /** The numbers of sessions, and the identifiers of prepared transactions between quotes. */
  private static String owners(List<LockOwnerInfo> owners) {
    return owners.stream()
        .map(owner -> owner.gid() == null ? "" + owner.session() : "'" + owner.gid() + "'")
        .collect(Collectors.joining(", "));
  }
}
