package io.mosql.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClusterStateTest {
  private static final String METRICS =
      """
      # TYPE mosql_position gauge
      mosql_position{database="mosql"} 12345.0
      mosql_position{database="other"} 99.0
      mosql_cluster_leader{database="mosql"} 1.0
      mosql_cluster_term{database="mosql"} 7.0
      mosql_cluster_lag_entries{database="mosql"} 2.0
      mosql_statement_seconds_count{kind="select"} 3
      mosql_statement_seconds_count{kind="insert"} 4
      """;

  @Test
  void aNodesStateComesFromItsFigures() {
    Map<String, Double> figures = AdminClient.parse(METRICS, "mosql");
    assertThat(figures).containsEntry("mosql_statement_seconds_count", 7.0);
    assertThat(NodeState.of("n1", figures)).isEqualTo(new NodeState("n1", true, true, 7, 12345, 2));
    assertThat(NodeState.of("n2", null).answers()).isFalse();
  }

  @Test
  void ofTwoThatSayTheyLeadTheLaterTermCounts() {
    ClusterState state = new ClusterState(List.of(node("n1", true, 3, 10), node("n2", true, 4, 9)));
    assertThat(state.leader()).isEqualTo(node("n2", true, 4, 9));
    assertThat(state.isLevel()).isFalse();
    assertThat(new ClusterState(List.of(node("n1", true, 3, 9), node("n2", false, 3, 9))).isLevel())
        .isTrue();
    assertThat(
            new ClusterState(List.of(node("n1", true, 3, 9), NodeState.of("n2", null))).isLevel())
        .isFalse();
  }

  @Test
  void withoutATerminalEachSecondIsALine() {
    StringWriter text = new StringWriter();
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), false);
    display.tick(2, List.of(10L, 5L, 1L), 12, new ClusterState(List.of(node("n1", true, 3, 10))));
    display.line("done %d", 1);
    assertThat(text.toString())
        .contains("  2 s      300 tpm  ###############")
        .contains("leader n1 term 3  n1 10")
        .contains("done 1")
        .doesNotContain("\u001b");
  }

  @Test
  void onATerminalTheSameLinesAreWrittenAgain() {
    StringWriter text = new StringWriter();
    LiveDisplay display = new LiveDisplay(new PrintWriter(text), true);
    ClusterState state =
        new ClusterState(List.of(node("n1", true, 3, 10), NodeState.of("n2", null)));
    display.tick(1, List.of(10L), 12, state);
    display.tick(2, List.of(10L, 5L), 12, state);
    assertThat(text.toString()).contains("\u001b[4A").contains("n2  down").contains("█▄");
  }

  private static NodeState node(String name, boolean leads, long term, long position) {
    return new NodeState(name, true, leads, term, position, 0);
  }
}
