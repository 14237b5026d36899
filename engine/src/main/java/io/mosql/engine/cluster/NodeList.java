package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.sql.privilege.AccountService.ClusterMember;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds the rows of the cluster's nodes for system views. */
final class NodeList {
  private NodeList() {}

  /**
   * The nodes in the rows, and removed nodes that have not left all groups yet.
   *
   * @param copies replicas on this node, including the system database's
   * @param leaders returns the leader of a database, as far as known here
   */
  static List<ClusterMember> of(
      NodeCatalog accounts,
      UUID cluster,
      List<ReplicatedDatabase> copies,
      Function<NodeCatalog.Database, @Nullable String> leaders,
      Function<String, NodeCatalog.@Nullable ClientAddress> addresses,
      MembershipReconciler keeper) {
    Map<String, Long> led = new HashMap<>();
    for (NodeCatalog.Database database : accounts.databases()) {
      led.merge(String.valueOf(leaders.apply(database)), 1L, Long::sum);
    }
    Map<String, ClusterCatalog.NodeRow> rows = new TreeMap<>();
    for (ClusterCatalog.NodeRow row : accounts.cluster().nodes()) {
      rows.put(row.node(), row);
    }
    Map<String, Member> leaving = new TreeMap<>();
    for (ReplicatedDatabase copy : copies) {
      for (GroupStatus.MemberStatus each : copy.status().members()) {
        if (!rows.containsKey(each.member().node()) && !rows.isEmpty()) {
          leaving.put(each.member().node(), each.member());
        }
      }
    }
    List<ClusterMember> facts = new ArrayList<>();
    rows.forEach(
        (name, row) ->
            facts.add(
                facts(
                    row,
                    row.joined() ? "member" : "joining",
                    cluster,
                    led.getOrDefault(name, 0L),
                    addresses.apply(name),
                    keeper.pending(name))));
    leaving.forEach(
        (name, member) ->
            facts.add(
                facts(
                    new ClusterCatalog.NodeRow(
                        name,
                        member.host(),
                        member.port(),
                        member.role() == Member.Role.LISTENER,
                        true,
                        0,
                        0),
                    "leaving",
                    cluster,
                    led.getOrDefault(name, 0L),
                    addresses.apply(name),
                    keeper.pending(name))));
    return facts;
  }

  private static ClusterMember facts(
      ClusterCatalog.NodeRow row,
      String state,
      UUID cluster,
      long leads,
      NodeCatalog.@Nullable ClientAddress clients,
      @Nullable String pending) {
    Member.Role role = row.listener() ? Member.Role.LISTENER : Member.Role.VOTER;
    return new ClusterMember(
        row.node(),
        row.host(),
        row.port(),
        clients == null ? null : clients.host(),
        clients == null ? null : (long) clients.port(),
        role.name().toLowerCase(Locale.ROOT),
        state,
        row.format(),
        leads,
        cluster.toString(),
        row.arrival(),
        pending);
  }
}
