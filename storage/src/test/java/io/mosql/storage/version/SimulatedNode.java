package io.mosql.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.memory.SnapshotReceiver;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.ClusterLog;
import io.mosql.storage.Store;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeChecker;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node of a simulated cluster: a member of the group, a disk, and, while it runs, the real store
 * on both. It restarts from the contents of its disk; a checkpoint from another node replaces its
 * files.
 */
public final class SimulatedNode implements SnapshotReceiver {
  private static final long NEVER = Long.MAX_VALUE / 4;
  private static final List<Fault> FAULTS = List.of(Fault.ERROR, Fault.DISK_FULL, Fault.POWER_CUT);
  private static final long UNDECIDED_NANOS = 300_000_000;

  private final ClusterSimulation world;
  private final SeededRandom random;
  private final int number;
  private final int recordBytesMax;
  private FaultyDirectory files;

  /** A checkpoint from another node, durable, but not installed yet. */
  private @Nullable FaultyDirectory arrived;

  private @Nullable ClusterLog log;
  private @Nullable Store store;

  SimulatedNode(ClusterSimulation world, SeededRandom random, int number) {
    this.world = world;
    this.random = random;
    this.number = number;
    this.recordBytesMax = 100 << random.nextInt(5);
    this.files = new FaultyDirectory(random.nextLong());
  }

  public int number() {
    return number;
  }

  /** The store that runs; null while there is none. */
  @Nullable Store store() {
    return store;
  }

  boolean isUp() {
    Store running = store;
    return running != null && running.isOpen();
  }

  void start() {
    FaultyDirectory newer = arrived;
    if (newer != null) {
      files = newer;
      arrived = null;
    }
    log = new ClusterLog(world.group().log(number, this), this, world);
    open();
    world.trace("n" + number, "", "starts");
  }

  private void open() {
    try {
      PageStore pages =
          PageStore.open(
              files,
              random,
              new PageOptions(random.nextInt(3) << 11, 2 << 10, 1 + random.nextInt(3)));
      StoreOptions options =
          new StoreOptions(
                  TreeShape.TINY, number, 1 << 20, recordBytesMax, 1 << 20, 100, UNDECIDED_NANOS, 3)
              .withOutcomes(world.window());
      CheckpointOptions checkpoints =
          new CheckpointOptions(NEVER, NEVER, 32 << 20, 0, NEVER, false);
      store =
          Store.openUnstarted(
              Objects.requireNonNull(log), pages, world.clock(), random, options, checkpoints);
    } catch (IOException e) {
      throw new AssertionError("node " + number + " cannot be opened", e);
    }
  }

  /** Crashes, by a kill or by a power cut. */
  void crash() {
    boolean cut = random.nextBoolean();
    world.trace("n" + number, cut ? "power cut" : "kill");
    world.totals().add(cut ? "power cuts" : "kills", 1);
    world.group().crash(number, random.nextInt(3));
    files = cut ? files.cutPower() : files.kill();
    store = null;
  }

  /** The work that a store normally does on its own threads. */
  void step() {
    Store running = store;
    if (running != null) {
      running.pipeline().lead();
    }
  }

  void checkpoint() {
    Store running = store;
    if (running == null || !running.isOpen()) {
      return;
    }
    boolean fails = !world.isCalm() && random.percent(20);
    if (fails) {
      Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
      files.failAt(files.operations() + 1 + random.nextInt(12), fault);
      world.trace("n" + number, fault, "takes a checkpoint, and meets");
    }
    try {
      running.checkpoint();
      world.totals().add("checkpoints", 1);
    } catch (MosqlException e) {
      assertThat(fails).as("a checkpoint fails: %s", e).isTrue();
      world.totals().add("checkpoints failed", 1);
    }
    if (fails) {
      crash();
    }
  }

  /** A record was delivered to the store. */
  public void delivered(long index) {
    Store running = store;
    if (running == null) {
      return;
    }
    Throwable failure = running.pipeline().applier.failure();
    if (failure != null) {
      throw new AssertionError("node " + number + " has stopped", failure);
    }
    if (!running.isOpen()) {
      try {
        running.pipeline().snapshot();
      } catch (MosqlException e) {
        assertThat(InvariantViolation.in(e)).as("why node %s has stopped", number).isNull();
      }
    }
    long position = running.position();
    assertThat(position)
        .as("position of node %s after record %s", number, index)
        .isEqualTo(world.history().positionAfter(index));
    if (random.percent(20)) {
      world.compare(running.published());
    }
  }

  /**
   * Checks that its newest version is that of the log at the position, and that its trees are
   * sound.
   */
  void check() {
    Store running = store;
    if (running != null && running.isOpen()) {
      Root root = running.published();
      world.history().checkAt(root);
      world.compare(root);
      for (long id : root.treeIds()) {
        Tree tree = root.tree(id);
        if (tree != null) {
          TreeChecker.verify(tree);
        }
      }
    }
  }

  @Override
  public void receive(int from, LogSnapshot checkpoint) {
    FaultyDirectory copies = new FaultyDirectory(random.nextLong());
    FaultyDirectory source = world.node(from).files;
    try {
      for (SnapshotFile file : checkpoint.files()) {
        copy(source, file, copies);
      }
      copies.syncDirectory();
    } catch (IOException e) {
      throw new AssertionError("a checkpoint cannot be copied", e);
    }
    arrived = copies.cutPower();
    world.totals().add("checkpoints received", 1);
  }

  private static void copy(FaultyDirectory source, SnapshotFile file, FaultyDirectory target)
      throws IOException {
    try (StorageFile from = source.open(file.name(), false);
        StorageFile to = target.open(file.name(), true)) {
      byte[] bytes = new byte[Math.toIntExact(file.bytes())];
      assertThat(from.size()).as("size of %s", file.name()).isEqualTo(bytes.length);
      from.read(0, bytes, 0, bytes.length);
      to.write(0, bytes, 0, bytes.length);
      to.sync();
    }
  }

  @Override
  public void reopen(LogStamp at) {
    world.trace("n" + number, at, "gets a checkpoint");
    Store old = store;
    assertThat(old == null || old.isReplaced()).as("the old copy gives way").isTrue();
    if (!world.isCalm() && random.percent(30)) {
      crash();
      return;
    }
    if (old != null) {
      old.abandon();
    }
    files = Objects.requireNonNull(arrived);
    arrived = null;
    open();
    assertThat(Objects.requireNonNull(store).published().stamp().index())
        .isLessThanOrEqualTo(at.index());
  }
}
