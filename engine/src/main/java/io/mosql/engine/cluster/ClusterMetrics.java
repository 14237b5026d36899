package io.mosql.engine.cluster;

import io.mosql.sql.privilege.AccountService.DatabaseReplica;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds the metrics of a replica, with keys {@code cluster.x}, to the metrics of its database. */
public final class ClusterMetrics {
  private static final String LISTENER = "listener";

  private ClusterMetrics() {}

  /**
   * The metrics of a database together with those of the cluster.
   *
   * @param own those of the database
   * @param members of its cluster; empty for a database of a single node, which has no cluster
   *     metrics
   */
  public static Map<String, Long> with(Map<String, Long> own, List<DatabaseReplica> members) {
    if (members.isEmpty()) {
      return own;
    }
    Map<String, Long> figures = new TreeMap<>(own);
    long silent = 0;
    boolean known = false;
    for (DatabaseReplica member : members) {
      known |= member.leader();
      Long millis = member.silentMillis();
      silent = millis == null ? silent : Math.max(silent, millis);
      if (member.local()) {
        here(member, figures);
      }
    }
    figures.put("cluster.members", (long) members.size());
    figures.put("cluster.leader_known", number(known));
    figures.put("cluster.last_contact_millis", silent);
    return figures;
  }

  private static void here(DatabaseReplica member, Map<String, Long> figures) {
    figures.put("cluster.leader", number(member.leader()));
    figures.put("cluster.voter", number(!member.role().equals(LISTENER)));
    figures.put("cluster.term", member.term());
    Long committed = member.committedEntry();
    Long applied = member.appliedEntry();
    put(figures, "cluster.last_index", member.lastEntry());
    put(figures, "cluster.commit_index", committed);
    put(figures, "cluster.applied_index", applied);
    if (committed != null && applied != null) {
      figures.put("cluster.lag", Math.max(0, committed - applied));
    }
    put(figures, "cluster.log_bytes", member.logBytes());
    put(figures, "cluster.checkpoint_index", member.checkpointEntry());
  }

  private static long number(boolean yes) {
    return yes ? 1 : 0;
  }

  private static void put(Map<String, Long> figures, String key, @Nullable Long value) {
    if (value != null) {
      figures.put(key, value);
    }
  }
}
