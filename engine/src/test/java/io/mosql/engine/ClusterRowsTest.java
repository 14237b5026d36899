package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.engine.ClusterRows.NodeRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterRowsTest {
  private static final int PORT = 7500;

  private static ClusterRows rows(String node, long arrival) {
    return new ClusterRows(
        List.of(new NodeRow(node, "h", PORT, false, true, 1, arrival)), List.of());
  }

  @Test
  void aNodeThatCameBackIsNotTheOneBefore() {
    assertThat(rows("n1", 0).name("n1", 0)).isTrue();
    assertThat(rows("n1", 0).name("n1", 1)).isFalse();
    assertThat(rows("n1", 2).name("n1", 1)).isFalse();
    assertThat(rows("n2", 1).name("n1", 1)).isFalse();
    assertThat(ClusterRows.NONE.name("n1", 0)).isFalse();
  }
}
