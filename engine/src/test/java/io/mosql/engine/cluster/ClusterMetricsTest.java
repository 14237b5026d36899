package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.privilege.AccountService.DatabaseReplica;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ClusterMetricsTest {
  private static final Map<String, Long> OWN = Map.of("log.commits", 5L);

  @Test
  void aDatabaseOfOneServerHasNone() {
    assertThat(ClusterMetrics.with(OWN, List.of())).isEqualTo(OWN);
  }

  @Test
  void aNodeReportsItsOwnFigures() {
    Map<String, Long> figures =
        ClusterMetrics.with(
            OWN,
            List.of(
                member("n1", "leader", false, true, 40L, 40L, 300L),
                member("n2", "follower", true, false, 30L, 27L, null)));
    assertThat(figures)
        .containsAllEntriesOf(OWN)
        .containsEntry("cluster.leader", 0L)
        .containsEntry("cluster.voter", 1L)
        .containsEntry("cluster.leader_known", 1L)
        .containsEntry("cluster.members", 2L)
        .containsEntry("cluster.term", 7L)
        .containsEntry("cluster.commit_index", 30L)
        .containsEntry("cluster.applied_index", 27L)
        .containsEntry("cluster.lag", 3L)
        .containsEntry("cluster.last_contact_millis", 300L)
        .doesNotContainKey("cluster.checkpoint_index");
  }

  @Test
  void aReadReplicaDoesNotVote() {
    assertThat(
            ClusterMetrics.with(
                OWN, List.of(member("n3", "listener", true, false, null, null, null))))
        .containsEntry("cluster.voter", 0L)
        .containsEntry("cluster.leader_known", 0L)
        .doesNotContainKey("cluster.lag");
  }

  private static DatabaseReplica member(
      String node,
      String role,
      boolean here,
      boolean leader,
      @Nullable Long committed,
      @Nullable Long applied,
      @Nullable Long silent) {
    return new DatabaseReplica(
        node,
        "localhost",
        7433L,
        role,
        here,
        leader,
        7,
        12L,
        0L,
        41L,
        committed,
        applied,
        1_000L,
        null,
        silent,
        null);
  }
}
