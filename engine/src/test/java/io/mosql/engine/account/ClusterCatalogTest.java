package io.mosql.engine.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.engine.account.ClusterCatalog.LeadershipTransfer;
import io.mosql.engine.account.ClusterCatalog.NodeRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterCatalogTest {
  private static final int PORT = 7500;

  private static ClusterCatalog rows(String node, long arrival) {
    return new ClusterCatalog(
        List.of(new NodeRow(node, "h", PORT, false, true, 1, arrival)), List.of());
  }

  @Test
  void aNodeAddedAgainDiffersFromTheRemovedNode() {
    assertThat(rows("n1", 0).hasArrival("n1", 0)).isTrue();
    assertThat(rows("n1", 0).hasArrival("n1", 1)).isFalse();
    assertThat(rows("n1", 2).hasArrival("n1", 1)).isFalse();
    assertThat(rows("n2", 1).hasArrival("n1", 1)).isFalse();
    assertThat(ClusterCatalog.NONE.hasArrival("n1", 0)).isFalse();
  }

  @Test
  void aNodeHasOneRowAndADatabaseOneTransfer() {
    NodeRow row = new NodeRow("n1", "h", PORT, false, true, 1, 0);
    assertThatThrownBy(() -> new ClusterCatalog(List.of(row, row), List.of()))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("a node has one row");
    List<LeadershipTransfer> twice =
        List.of(new LeadershipTransfer(1, "n1"), new LeadershipTransfer(1, "n2"));
    assertThatThrownBy(() -> new ClusterCatalog(List.of(), twice))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("a database has at most one requested transfer");
  }
}
