package io.mosql.engine.account;

import static org.assertj.core.api.Assertions.assertThat;

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
  void aNodeThatCameBackIsNotTheOneBefore() {
    assertThat(rows("n1", 0).hasArrival("n1", 0)).isTrue();
    assertThat(rows("n1", 0).hasArrival("n1", 1)).isFalse();
    assertThat(rows("n1", 2).hasArrival("n1", 1)).isFalse();
    assertThat(rows("n2", 1).hasArrival("n1", 1)).isFalse();
    assertThat(ClusterCatalog.NONE.hasArrival("n1", 0)).isFalse();
  }
}
