package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.number;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.core.port.Clock;
import io.mosql.core.port.StatementObserver.Statement;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.session.prepare.StatementStatistics;
import io.mosql.sql.session.result.LocalTimestamps;
import io.mosql.sql.session.transaction.MonitoredSession;
import io.mosql.sql.session.transaction.OpenSessions;
import io.mosql.sql.session.transaction.SessionInfo;
import io.mosql.sql.session.transaction.SlowStatementLog;
import io.mosql.storage.version.SnapshotInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The views of schema {@code mosql} on sessions, statements and transactions. */
public final class SessionViews {
  private static final List<SystemView.Column> SESSIONS =
      List.of(
          number("session_id"),
          text("user_name"),
          text("application_name"),
          text("client_address"),
          text("database_name"),
          time("connected_at"),
          text("schema_name"),
          text("state"),
          time("since"),
          text("statement"),
          number("statements"),
          number("memory_bytes"));

  private SessionViews() {}

  private static SystemView.Column time(String name) {
    return new SystemView.Column(name, SqlType.TIMESTAMP);
  }

  /** Open sessions of all databases of the server. */
  static SystemView sessions(ViewContext context) {
    return view(
        "sessions",
        SESSIONS,
        (request, out) ->
            rows(context.database().clock(), context.monitor().sessions(), request.privileges())
                .forEach(out));
  }

  /** Columns of SHOW PROCESSLIST: those of the view. */
  public static List<ColumnInfo> columns() {
    return SESSIONS.stream()
        .map(c -> new ColumnInfo(c.name(), c.type(), true, false, "", "", ""))
        .toList();
  }

  /** The sessions visible to an account: its own; all for an administrator. */
  public static List<@Nullable Object[]> rows(
      Clock clock, OpenSessions sessions, AccountPrivileges privileges) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (MonitoredSession s : sessions.all()) {
      if (!s.rights().isVisibleTo(privileges)) {
        continue;
      }
      SessionInfo facts = s.facts();
      String statement = facts.statement();
      rows.add(
          row(
              s.id(),
              facts.user(),
              facts.application(),
              facts.clientAddress(),
              facts.database(),
              facts.connectedMicros(),
              facts.schema(),
              s.state(),
              since(facts, clock),
              statement,
              facts.statements(),
              s.memoryUsed()));
    }
    return rows;
  }

  /**
   * The start time of the current state, as a TIMESTAMP value; null where the clock is not read.
   */
  private static @Nullable Long since(SessionInfo facts, Clock clock) {
    long nanos = facts.stateSinceNanos();
    return nanos == SessionInfo.UNKNOWN
        ? null
        : LocalTimestamps.ofMicros(clock.wallMicros() - (clock.nanoTime() - nanos) / 1_000);
  }

  /** Slow statements of all databases of the server, newest first. */
  static SystemView slowStatements(ViewContext context) {
    return view(
        "slow_statements",
        List.of(
            time("ended_at"),
            number("session_id"),
            text("user_name"),
            text("database_name"),
            text("kind"),
            number("micros"),
            number("row_count"),
            number("waits"),
            number("wait_micros"),
            text("sql_state"),
            text("statement")),
        (request, out) -> {
          for (SlowStatementLog.SlowStatement slow : context.monitor().slowStatements().all()) {
            Statement s = slow.statement();
            out.accept(
                row(
                    slow.endedMicros(),
                    s.session(),
                    s.user(),
                    s.database(),
                    s.kind().name().toLowerCase(Locale.ROOT),
                    s.nanos() / 1_000,
                    s.rows(),
                    s.waits(),
                    s.waitNanos() / 1_000,
                    s.sqlState(),
                    s.text()));
          }
        });
  }

  /** Execution statistics of statements by text, of all databases of the server. */
  static SystemView statements(ViewContext context) {
    return view(
        "statements",
        List.of(
            text("database_name"),
            text("statement"),
            number("calls"),
            number("errors"),
            number("conflicts"),
            number("row_count"),
            number("micros"),
            number("max_micros"),
            number("waits"),
            number("wait_micros")),
        (request, out) -> {
          for (StatementStatistics.StatementEntry s : context.monitor().statements().all()) {
            out.accept(
                row(
                    s.database(),
                    s.text(),
                    s.calls(),
                    s.errors(),
                    s.conflicts(),
                    s.rows(),
                    s.nanos() / 1_000,
                    s.maxNanos() / 1_000,
                    s.waits(),
                    s.waitNanos() / 1_000));
          }
        });
  }

  /** Open transactions of this database, in the sessions visible to the account. */
  static SystemView transactions(ViewContext context) {
    return view(
        "transactions",
        List.of(
            number("session_id"),
            text("user_name"),
            text("state"),
            number("snapshot_position"),
            number("snapshot_age_micros"),
            text("statement")),
        (request, out) -> {
          Map<Long, SnapshotInfo> snapshots = new HashMap<>();
          for (SnapshotInfo snapshot : context.database().store().snapshots()) {
            snapshots.putIfAbsent(snapshot.owner(), snapshot); // The oldest counts.
          }
          for (MonitoredSession s : context.sessions()) {
            SnapshotInfo snapshot = snapshots.get(s.id());
            if (snapshot != null && s.rights().isVisibleTo(request.privileges())) {
              out.accept(
                  row(
                      s.id(),
                      s.facts().user(),
                      s.state(),
                      snapshot.position(),
                      snapshot.ageMicros(),
                      s.facts().statement()));
            }
          }
        });
  }
}
