package io.mosql.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Snapshot.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Open, old and ended snapshots. */
class SnapshotRegistryTest {
  private final SnapshotRegistry snapshots = new SnapshotRegistry();

  private static Root root(long version, long dirtyBytes) {
    long[] ids = {7};
    Root.TreeState[] states = {new Root.TreeState(Tree.empty(TreeShape.TINY), version)};
    return new Root(1, 1, version, ids, states, new Root.Dirt(1, dirtyBytes), version);
  }

  private Snapshot open(long version, long dirtyBytes) {
    return snapshots.open(Holder.TRANSACTION, 0, () -> root(version, dirtyBytes));
  }

  @Test
  void findsThoseOfARangeOfVersions() {
    Snapshot five = open(5, 0);
    assertThat(snapshots.anyWithin(5, 6)).isTrue();
    assertThat(snapshots.anyWithin(0, 6)).isTrue();
    assertThat(snapshots.anyWithin(0, 5)).isFalse();
    assertThat(snapshots.anyWithin(6, 9)).isFalse();
    five.close();
    five.close();
    assertThat(snapshots.anyWithin(0, 100)).isFalse();
    assertThat(snapshots.live()).isEmpty();
  }

  @Test
  void oneThatIsBeingTakenHoldsEverything() {
    snapshots.open(
        Holder.TRANSACTION,
        0,
        () -> {
          assertThat(snapshots.anyWithin(3, 4)).isTrue();
          return root(9, 0);
        });
    assertThat(snapshots.anyWithin(3, 4)).isFalse();
  }

  @Test
  void oneThatCannotBeTakenIsForgotten() {
    assertThatThrownBy(
            () ->
                snapshots.open(
                    Holder.TRANSACTION,
                    0,
                    () -> {
                      throw new MosqlException(SqlState.SHUTTING_DOWN, "closed");
                    }))
        .hasMessage("closed");
    assertThat(snapshots.live()).isEmpty();
  }

  @Test
  void thereIsRoomForMany() {
    List<Snapshot> many = new ArrayList<>();
    for (int i = 1; i <= 3000; i++) {
      many.add(open(i, 0));
    }
    assertThat(snapshots.live()).hasSize(3000);
    for (int i = 0; i < many.size(); i += 2) {
      many.get(i).close();
    }
    assertThat(snapshots.live()).hasSize(1500);
    assertThat(snapshots.anyWithin(3000, 3001)).isTrue();
    assertThat(snapshots.anyWithin(2999, 3000)).isFalse();
  }

  @Test
  void endsTheOldByTheTimeTheyWereNoticed() {
    Snapshot old = open(1, 0);
    snapshots.recordFirstSeen(100);
    Snapshot young = open(2, 0);
    snapshots.recordFirstSeen(200);
    Snapshot backup = snapshots.open(Holder.BACKUP, 0, () -> root(1, 0));
    snapshots.recordFirstSeen(90);
    assertThat(snapshots.endOlderThan(150, "of its age")).isEqualTo(1);
    assertThatThrownBy(old::root)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.SNAPSHOT_TOO_OLD))
        .hasMessageContaining("of its age");
    assertThat(young.root().version()).isEqualTo(2);
    assertThat(backup.root().version()).isEqualTo(1);
  }

  @Test
  void endsTheOldestWhenTheyKeepTooMuch() {
    Snapshot first = open(1, 60);
    Snapshot second = open(2, 60);
    Snapshot third = open(3, 60);
    Snapshot newest = open(9, 1_000);
    assertThat(snapshots.endUntilWithin(130, 9, "memory is short")).isEqualTo(1);
    assertThat(first.isEnded()).isTrue();
    assertThat(second.isEnded()).isFalse();
    assertThat(third.isEnded()).isFalse();
    assertThat(newest.isEnded()).isFalse();
    assertThat(snapshots.endUntilWithin(130, 9, "memory is short")).isZero();
  }

  @Test
  void theNewestStaysThoughItKeepsTooMuch() {
    Snapshot old = open(1, 10);
    Snapshot newest = open(2, 200);
    assertThat(snapshots.endUntilWithin(130, 9, "memory is short")).isEqualTo(1);
    assertThat(old.isEnded()).isTrue();
    assertThat(newest.isEnded()).isFalse();
  }

  @Test
  void thoseOfOneRootKeepItOnce() {
    Root shared = root(2, 100);
    for (int i = 0; i < 5; i++) {
      snapshots.open(Holder.TRANSACTION, 0, () -> shared);
    }
    assertThat(snapshots.endUntilWithin(100, 9, "memory is short")).isZero();
  }

  @Test
  void anEndedOneLetsGoOfItsTrees() {
    Snapshot snapshot = open(1, 0);
    SnapshotTree tree = snapshot.hold(Tree.empty(TreeShape.TINY));
    assertThat(tree.get().size()).isZero();
    snapshot.end("of the test");
    assertThatThrownBy(tree::get).hasMessageContaining("of the test");
    assertThatThrownBy(() -> snapshot.hold(Tree.empty(TreeShape.TINY)))
        .hasMessageContaining("of the test");
  }

  @Test
  void oldOnesAreLookedThroughWhileOthersAreEnded() throws InterruptedException {
    AtomicBoolean ends = new AtomicBoolean();
    Thread ending =
        new Thread(
            () -> {
              SplittableRandom random = new SplittableRandom(1);
              Snapshot[] held = new Snapshot[1_000];
              while (!ends.get()) {
                int place = random.nextInt(held.length);
                if (held[place] != null) {
                  held[place].end("its session has ended");
                  held[place].close();
                }
                held[place] = open(random.nextLong(1, 1_000), 0);
              }
            });
    ending.start();
    try {
      for (int i = 0; i < 2_000; i++) {
        assertThat(snapshots.endUntilWithin(1, 1_000, "old")).isZero();
      }
    } finally {
      ends.set(true);
      ending.join();
    }
  }
}
