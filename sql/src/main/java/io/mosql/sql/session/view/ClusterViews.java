package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.flag;
import static io.mosql.sql.session.view.SystemViews.number;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.privilege.AccountService;
import java.util.List;

/**
 * The views of schema {@code mosql} on the replicas of the database and the nodes of the cluster.
 * Columns known only for the queried node, or only on the leader, are NULL otherwise.
 */
final class ClusterViews {
  private ClusterViews() {}

  /** A row for each node; none for a database without replicas. */
  static SystemView of(ViewContext context) {
    return view(
        "cluster",
        List.of(
            text("node"),
            text("host"),
            number("port"),
            text("role"),
            flag("here"),
            flag("leader"),
            number("term"),
            number("position"),
            number("lag"),
            number("last_index"),
            number("commit_index"),
            number("applied_index"),
            number("log_bytes"),
            number("checkpoint_index"),
            number("last_contact_millis"),
            text("failure")),
        (request, out) -> {
          for (AccountService.DatabaseReplica m :
              context.database().accounts().members(context.database().name())) {
            out.accept(
                row(
                    m.node(),
                    m.host(),
                    m.port(),
                    m.role(),
                    m.local(),
                    m.leader(),
                    m.term(),
                    m.position(),
                    m.lag(),
                    m.lastEntry(),
                    m.committedEntry(),
                    m.appliedEntry(),
                    m.logBytes(),
                    m.checkpointEntry(),
                    m.silentMillis(),
                    m.failure()));
          }
        });
  }

  /** A row for each node of the cluster; none for a server on its own. */
  static SystemView nodes(ViewContext context) {
    return view(
        "nodes",
        List.of(
            text("node"),
            text("host"),
            number("port"),
            text("client_host"),
            number("client_port"),
            text("role"),
            text("state"),
            number("format"),
            number("leads"),
            text("cluster_id"),
            number("arrival"),
            text("pending")),
        (request, out) -> {
          for (AccountService.ClusterMember n : context.database().accounts().nodes()) {
            out.accept(
                row(
                    n.node(),
                    n.host(),
                    n.port(),
                    n.clientHost(),
                    n.clientPort(),
                    n.role(),
                    n.state(),
                    n.format(),
                    n.leads(),
                    n.cluster(),
                    n.arrival(),
                    n.pending()));
          }
        });
  }
}
