package io.mosql.storage.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.memory.MemoryLog;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.Clock;
import io.mosql.storage.Store;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeChecker;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.BusyLeader;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SystemTrees;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Replicas that apply the records of one busy log under different conditions (shape of the trees,
 * memory, locale, time zone, number of records in a batch) have the same contents at the same
 * positions, equal to those of the database that wrote the log.
 */
@Timeout(300)
final class ReplicasAgreeTest {
  private final Locale locale = Locale.getDefault();
  private final TimeZone zone = TimeZone.getDefault();

  /** The compared properties of a tree; the hash does not depend on its shape. */
  private record Figures(long hash, long size, long position) {}

  @AfterEach
  void putBack() {
    Locale.setDefault(locale);
    TimeZone.setDefault(zone);
  }

  private static void settle(String language, String zone) {
    Locale.setDefault(Locale.forLanguageTag(language));
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
  }

  private static Map<Long, Figures> figures(Root root) {
    Map<Long, Figures> figures = new TreeMap<>();
    for (long id : root.treeIds()) {
      Tree tree = Objects.requireNonNull(root.tree(id));
      figures.put(id, new Figures(tree.contentHash(), tree.size(), root.treePosition(id)));
    }
    return figures;
  }

  @Test
  void atEqualPositions() throws Exception {
    BusyLeader leader = new BusyLeader();
    leader.work(1);
    Map<Long, Map<Long, Figures>> wanted = new TreeMap<>();
    leader.roots().forEach((position, root) -> wanted.put(position, figures(root)));
    assertThat(leader.committed()).isGreaterThan(200);
    assertThat(wanted).hasSizeGreaterThan(50);
    long last = ((TreeMap<Long, Map<Long, Figures>>) wanted).lastKey();
    assertThat(leader.records().size()).isGreaterThan((int) Math.min(last, 300));

    settle("tr-TR", "Pacific/Kiritimati");
    assertThat(follower(leader.records(), wanted)).isEqualTo(wanted);
    settle("ar-EG-u-nu-arab", "America/St_Johns");
    assertThat(replay(leader.records(), wanted)).isEqualTo(wanted);
    settle("th-TH-u-ca-buddhist", "Asia/Kathmandu");
    Map<Long, Figures> recovered = recovered(leader.records());
    Map<Long, Figures> end = new TreeMap<>(Objects.requireNonNull(wanted.get(last)));
    end.remove(SystemTrees.EPOCH);
    assertThat(recovered).isEqualTo(end);
  }

  /** Publishes each record separately; tiny nodes, and hashes maintained by every edit. */
  private static Map<Long, Map<Long, Figures>> follower(
      List<byte[]> records, Map<Long, ?> positions) {
    TreeShape shape = TreeShape.TINY.withHash();
    RecordApplier delivery =
        new RecordApplier(shape, Root.empty(shape), DirtyTracker.idle(), root -> {});
    delivery.finishRecovery();
    Map<Long, Map<Long, Figures>> found = new TreeMap<>();
    for (int i = 0; i < records.size(); i++) {
      delivery.deliver(i + 1L, records.get(i));
      assertThat(delivery.failure()).isNull();
      Root root = delivery.published();
      if (positions.containsKey(root.position())) {
        found.put(root.position(), figures(root));
      }
    }
    for (long id : delivery.published().treeIds()) {
      TreeChecker.verify(Objects.requireNonNull(delivery.published().tree(id)));
    }
    return found;
  }

  /** Many records at a time; nodes of other sizes, hashes computed on demand. */
  private static Map<Long, Map<Long, Figures>> replay(
      List<byte[]> records, Map<Long, ?> positions) {
    TreeShape shape = new TreeShape(7, 300, 5, 200, false);
    SeededRandom random = new SeededRandom(7);
    Root root = Root.empty(shape);
    Map<Long, Map<Long, Figures>> found = new TreeMap<>();
    LogReplay replay = new LogReplay(root, shape, RecoveryTarget.LOG, 1_000, made -> made);
    for (int i = 0; i < records.size(); i++) {
      long before = replay.position();
      replay.deliver(i + 1L, records.get(i));
      // A batch ends only after a complete record, never between its parts.
      boolean whole = replay.position() != before;
      if (whole && (positions.containsKey(replay.position()) || random.percent(5))) {
        root = replay.finish();
        replay = new LogReplay(root, shape, RecoveryTarget.LOG, 1_000, made -> made);
        if (positions.containsKey(root.position())) {
          found.put(root.position(), figures(root));
        }
      }
    }
    return found;
  }

  /**
   * Minimal memory: all data is written to pages while the log is read, and read back from there.
   */
  private static Map<Long, Figures> recovered(List<byte[]> records) throws IOException {
    TreeShape shape = new TreeShape(16, 900, 8, 500, false);
    StoreOptions options = StoreOptions.DEFAULT.withShape(shape);
    CheckpointOptions checkpoints =
        new CheckpointOptions(20_000, Long.MAX_VALUE / 4, 60_000, 0, 4 << 10, false);
    SeededRandom random = new SeededRandom(9);
    PageStore pages =
        PageStore.open(
            new MemoryDirectory("replica"), random, new PageOptions(8 << 10, 16 << 10, 2));
    try (Store store =
        Store.open(
            new MemoryLog(new ArrayList<>(records)),
            pages,
            Clock.SYSTEM,
            random,
            options,
            checkpoints)) {
      assertThat(Objects.requireNonNull(store.storage()).checkpoints()).isPositive();
      // A later background checkpoint would end a snapshot that retains so much.
      store.checkpoint();
      try (Snapshot snapshot = store.pin(0)) {
        Map<Long, Figures> figures = figures(snapshot.root());
        // It is the leader now, in a new epoch.
        figures.remove(SystemTrees.EPOCH);
        return figures;
      }
    }
  }
}
