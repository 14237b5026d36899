package io.mosql.sql.planner.physical;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.planner.expression.MosqlTypeFactory;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** Tests the enumeration of pairs: the numbers are those of Moerkotte and Neumann. */
final class JoinGraphTest {
  private static final RelDataTypeFactory TYPES = new MosqlTypeFactory();
  private static final RelDataType INTEGER = TYPES.createSqlType(SqlTypeName.INTEGER);

  private final List<LogicalPlan.Source> sources = new ArrayList<>();
  private final List<BitSet> conditions = new ArrayList<>();

  /** Adds a source of one field; {@code on} are the sources of its condition. */
  private void add(JoinRelType type, int... on) {
    RelDataType row = TYPES.builder().add("f", INTEGER).build();
    List<RexNode> conjuncts = new ArrayList<>();
    for (int other : on) {
      conjuncts.add(new RexInputRef(other, INTEGER));
    }
    sources.add(
        new LogicalPlan.Source(
            new LogicalPlan.RecursionScan(0, "r", row),
            type,
            conjuncts,
            sources.size(),
            null,
            List.of()));
  }

  private void addInner(int count) {
    for (int i = 0; i < count; i++) {
      add(JoinRelType.INNER);
    }
  }

  private void link(int... linked) {
    BitSet fields = new BitSet();
    for (int source : linked) {
      fields.set(source);
    }
    conditions.add(fields);
  }

  private JoinGraph graph() {
    RelDataType row = TYPES.builder().build();
    return new JoinGraph(new LogicalPlan.Block(sources, List.of(), List.of(), row), conditions);
  }

  /** Returns the number of pairs, each of which comes once and after those within it. */
  private int pairs() {
    JoinGraph graph = graph();
    Set<Long> joined = new HashSet<>();
    Set<List<Long>> pairs = new HashSet<>();
    for (int i = 0; i < sources.size(); i++) {
      joined.add(graph.set(i));
    }
    graph.forEachPair(
        (one, other) -> {
          assertThat(one & other).isZero();
          assertThat(joined).contains(one, other);
          joined.add(one | other);
          assertThat(pairs.add(List.of(Math.min(one, other), Math.max(one, other)))).isTrue();
          return true;
        });
    assertThat(joined).contains(graph.all());
    return pairs.size();
  }

  @Test
  void chains() {
    addInner(10);
    for (int i = 1; i < 10; i++) {
      link(i - 1, i);
    }
    assertThat(pairs()).isEqualTo((1000 - 10) / 6);
  }

  @Test
  void stars() {
    addInner(9);
    for (int i = 1; i < 9; i++) {
      link(0, i);
    }
    assertThat(pairs()).isEqualTo(8 << 7);
  }

  @Test
  void cycles() {
    addInner(8);
    for (int i = 0; i < 8; i++) {
      link(i, (i + 1) % 8);
    }
    assertThat(pairs()).isEqualTo((512 - 2 * 64 + 8) / 2);
  }

  @Test
  void aConditionOverAllSourcesLinksAll() {
    addInner(6);
    link(0, 1, 2, 3, 4, 5);
    assertThat(pairs()).isEqualTo((729 - 128 + 1) / 2);
  }

  @Test
  void sourcesWithoutConditionsAreProducts() {
    addInner(6);
    link(0, 1);
    link(4, 5);
    assertThat(pairs()).isPositive();
  }

  /** The condition of the outer join needs two sources that nothing else links. */
  @Test
  void outerJoinsThatNeedAProduct() {
    addInner(4);
    add(JoinRelType.LEFT, 0, 3, 4);
    link(0, 1);
    link(1, 2);
    JoinGraph graph = graph();
    Set<Long> joined = new HashSet<>();
    graph.forEachPair((one, other) -> joined.add(one | other) || true);
    assertThat(joined).contains(graph.set(0) | graph.set(1) | graph.set(2) | graph.set(3));
    assertThat(graph.isFirst(4)).isFalse();
  }

  @Test
  void oneStops() {
    addInner(5);
    link(0, 1, 2, 3, 4);
    int[] seen = {0};
    graph().forEachPair((one, other) -> ++seen[0] < 3);
    assertThat(seen[0]).isEqualTo(3);
  }
}
