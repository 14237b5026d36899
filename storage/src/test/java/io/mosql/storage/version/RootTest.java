package io.mosql.storage.version;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeShape;
import org.junit.jupiter.api.Test;

/** The invariants of roots. */
class RootTest {
  private static Root root(long position, long[] ids, long... positions) {
    Root.TreeState[] states = new Root.TreeState[positions.length];
    for (int i = 0; i < positions.length; i++) {
      states[i] = new Root.TreeState(Tree.empty(TreeShape.TINY), positions[i]);
    }
    return new Root(1, 1, position, ids, states, Root.Dirt.NONE, 1);
  }

  @Test
  void noTreeIsOfALaterPosition() {
    root(5, new long[] {1, 2}, 5, 4);
    assertThatThrownBy(() -> root(5, new long[] {1, 2}, 5, 6))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("none is of a later position");
  }

  @Test
  void treesAscendById() {
    assertThatThrownBy(() -> root(5, new long[] {2, 2}, 5, 5))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ascend by id");
    assertThatThrownBy(() -> root(5, new long[] {2}, 5, 5))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("a state for each tree");
  }

  @Test
  void epochsAscend() {
    TentativeRoot root = new TentativeRoot(Root.empty(TreeShape.TINY), TreeShape.TINY, 0);
    root.apply(new EpochChange(1, 1, 1, 1, 1, 1));
    assertThatThrownBy(() -> root.apply(new EpochChange(1, 1, 2, 1, 1, 1)))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("epochs ascend");
  }
}
