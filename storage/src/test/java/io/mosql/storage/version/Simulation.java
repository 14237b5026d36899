package io.mosql.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.local.LogOptions;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.storage.SimulatedLog;
import io.mosql.storage.SimulatedRun;
import io.mosql.storage.Store;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.checkpoint.StorageStatistics;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.record.SimulatedHistory;
import io.mosql.storage.transaction.SimulatedSession;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeChecker;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A database, its clients, its disk and its clock in one thread, fully determined by a seed. The
 * database runs several times on one disk: each run ends by a fault, a kill, a power cut or a
 * close, at any point of any operation.
 *
 * <p>Clients take turns. Before each operation of one of them other clients may take turns, and
 * while a record is being written too; so they interleave at every operation. Store, transactions,
 * certifier, pipeline, checkpoints, log and pages are the real ones.
 */
public final class Simulation {
  /** Unwinds the current operations when a run ended. */
  private static final class LifeOver extends RuntimeException {
    private static final long serialVersionUID = 1;

    LifeOver() {
      super(null, null, false, false);
    }
  }

  private static final List<Fault> FAULTS = List.of(Fault.values());
  private static final long NEVER = Long.MAX_VALUE / 4;
  private static final int LIVES = 4;
  private static final int DEPTH_MAX = 3;

  /** From somewhat more on, small segments are cleaned whatever is in them. */
  private static final int SEGMENTS_MANY = 16;

  /** Windows that some runs of a database cross many times. */
  public static final OutcomeWindow SMALL_WINDOW = new OutcomeWindow(10, 10, 2);

  private final SeededRandom random;
  private final OutcomeWindow window;
  private final Totals totals;
  private final @Nullable Consumer<String> trace;
  private final SimulatedHistory history;
  private final List<SimulatedSession> sessions = new ArrayList<>();
  private final Set<Long> ids = new HashSet<>();
  private final Ticks clock = new Ticks();
  private FaultyDirectory files;
  private @Nullable Store store;
  private boolean over;
  private boolean faulty;
  private boolean calm = true;
  private boolean cleans;
  private int depth;
  private int appending;
  private int turnsLeft;
  private @Nullable Throwable violation;

  /** A clock that advances by a step at each read. */
  private static final class Ticks implements Clock {
    private static final long STEP_NANOS = 60_000_000;
    private long nanos;

    @Override
    public long wallMicros() {
      return 1_000_000_000_000L + nanoTime() / 1000;
    }

    @Override
    public long nanoTime() {
      nanos += STEP_NANOS;
      return nanos;
    }
  }

  private Simulation(long seed, Totals totals, @Nullable Consumer<String> trace) {
    this.random = new SeededRandom(seed);
    this.window = seed % 2 == 0 ? OutcomeWindow.DEFAULT : SMALL_WINDOW;
    this.totals = totals;
    this.trace = trace;
    this.history = new SimulatedHistory(totals);
    this.files = new FaultyDirectory(random.nextLong());
    int count = 3 + random.nextInt(6);
    for (int i = 1; i <= count; i++) {
      sessions.add(new SimulatedSession(this, random, i));
    }
    history.lookAt(
        id -> {
          for (SimulatedSession session : sessions) {
            SimulatedRun run = session.committing(id);
            if (run != null) {
              return run;
            }
          }
          return null;
        });
  }

  /**
   * Runs a seed.
   *
   * @param trace receives all events; null for none
   */
  public static void play(long seed, Totals totals, @Nullable Consumer<String> trace) {
    Simulation simulation = new Simulation(seed, totals, trace);
    for (int i = 0; i < LIVES; i++) {
      simulation.life(i == 0);
    }
    simulation.lastLife();
    simulation.files.met().forEach((fault, n) -> totals.add("fault " + fault, n));
    totals.add("positions", simulation.history.position());
    totals.add("simulations", 1);
  }

  // What the others ask for.

  public Store store() {
    return Objects.requireNonNull(store);
  }

  public SimulatedHistory history() {
    return history;
  }

  public Totals totals() {
    return totals;
  }

  public boolean isAppending() {
    return appending > 0;
  }

  public void tookId(long id) {
    assertThat(ids.add(id)).as("id %s is new", id).isTrue();
  }

  public void trace(String who, @Nullable Object result, Object... what) {
    if (trace != null) {
      StringBuilder line = new StringBuilder(who).append(':');
      for (Object part : what) {
        line.append(' ').append(SimulatedContents.show(part));
      }
      trace.accept(line + " " + SimulatedContents.show(result));
    }
  }

  /** An error that only a fault explains. */
  public void mayMeet(MosqlException e) {
    throwViolation();
    boolean ofFaults =
        e.state() == SqlState.IO_ERROR
            || e.state() == SqlState.DISK_FULL
            || e.state() == SqlState.COMMIT_OUTCOME_UNKNOWN;
    if (!ofFaults || !(faulty || over)) {
      throw new AssertionError("an error, and nothing was made to fail", e);
    }
  }

  /** A client is between two operations: other clients may run, or the run may end. */
  public void pause() {
    if (over) {
      throw new LifeOver();
    }
    if (depth < DEPTH_MAX && random.percent(calm ? 0 : 12)) {
      other();
    }
  }

  public void beginAppend() {
    appending++;
  }

  public void endAppend() {
    appending--;
  }

  public void whileAppending() {
    if (calm) {
      return;
    }
    try {
      int turns = random.nextInt(4);
      for (int i = 0; i < turns && !over; i++) {
        if (depth <= DEPTH_MAX) {
          other();
        }
      }
      if (!over && random.percent(1)) {
        endLife();
      }
    } catch (LifeOver e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw violated(e);
    }
    if (over) {
      throw new LifeOver();
    }
  }

  /** Keeps a finding, since code in between may handle it like a failure of the log. */
  public RuntimeException violated(Throwable found) {
    if (violation == null) {
      violation = found;
    }
    return new IllegalStateException("a violation was found", found);
  }

  private void throwViolation() {
    Throwable found = violation;
    if (found != null) {
      throw new AssertionError(found.getMessage(), found);
    }
  }

  /** True with this probability, in one of two hundred. */
  public boolean meets(String what, int cases) {
    boolean meets = !calm && !over && random.nextInt(200) < cases;
    if (meets) {
      faulty = true;
      totals.add(what, 1);
      trace("log", what);
    }
    return meets;
  }

  private void other() {
    SimulatedSession session = sessions.get(random.nextInt(sessions.size()));
    if (session.isFree()) {
      depth++;
      try {
        session.turn();
      } finally {
        depth--;
      }
    } else if (random.percent(20)) {
      checkpoint();
    }
  }

  private boolean hasManySegments() {
    StorageStatistics storage = store().storage();
    return storage == null || storage.segments() > SEGMENTS_MANY;
  }

  private void checkpoint() {
    if (isAppending() && (cleans || hasManySegments())) {
      // It would wait for the group that takes the pages along.
      return;
    }
    try {
      if (!isAppending()) {
        // Pages are relocated at once only where no client waits for a batch to be written.
        store().pipeline().lead();
      }
      store().checkpoint();
      totals.add("checkpoints", 1);
      trace("store", "checkpoint");
    } catch (MosqlException e) {
      mayMeet(e);
    }
  }

  // Runs.

  private void life(boolean first) {
    faulty = !first && random.percent(50);
    if (faulty) {
      files.failAt(
          1 + random.nextInt(random.percent(25) ? 60 : 900),
          FAULTS.get(random.nextInt(FAULTS.size())));
    }
    if (!open()) {
      next(random.percent(50));
      return;
    }
    turnsLeft = 20 + random.nextInt(random.percent(20) ? 1500 : 250);
    try {
      setUp();
      calm = false;
      while (!over && turnsLeft-- > 0 && store().isOpen()) {
        turn();
        throwViolation();
      }
    } catch (LifeOver e) {
      trace("store", "unwound");
    }
    throwViolation();
    if (!over) {
      endLife();
    }
    calm = true;
    throwViolation();
  }

  private void turn() {
    int dice = random.nextInt(100);
    if (dice < 4) {
      setUp();
    } else if (dice < 86) {
      SimulatedSession session = sessions.get(random.nextInt(sessions.size()));
      session.turn();
    } else if (dice < 97) {
      store().pipeline().lead();
    } else {
      checkpoint();
      check();
    }
  }

  /** Ends the run: clients that wait for an answer get none. */
  private void endLife() {
    boolean closes = depth == 0 && appending == 0 && store().isOpen() && random.percent(20);
    sessions.forEach(SimulatedSession::mayStillSend);
    if (closes) {
      calm = true;
      close();
    }
    next(random.percent(60));
  }

  private void close() {
    Store closing = store();
    closing.pipeline().lead();
    closing.close();
    totals.add("closings", 1);
  }

  private void next(boolean cut) {
    trace("disk", cut ? "power cut" : "kill");
    totals.add(cut ? "power cuts" : "kills", 1);
    files = cut ? files.cutPower() : files.kill();
    over = true;
  }

  private boolean open() {
    over = false;
    store = null;
    depth = 0;
    appending = 0;
    sessions.forEach(SimulatedSession::lifeEnded);
    try {
      PageStore pages =
          PageStore.open(
              files,
              random,
              new PageOptions(random.nextInt(3) << 11, 2 << 10, 1 + random.nextInt(3)));
      SimulatedLog log =
          new SimulatedLog(new LocalLog(files, clock, random, LogOptions.small(8 << 10)), this);
      StoreOptions options =
          new StoreOptions(
                  TreeShape.TINY, 0, 1 << 20, 100 << random.nextInt(4), 1 << 20, random.nextInt(30))
              .withOutcomes(window);
      cleans = random.percent(60);
      long garbage = cleans ? 256L << random.nextInt(6) : NEVER;
      CheckpointOptions checkpoints =
          new CheckpointOptions(NEVER, NEVER, 32 << 20, 0, garbage, false);
      store = Store.openUnstarted(log, pages, clock, random, options, checkpoints);
      trace("store", "opened", history.position());
      check();
      return true;
    } catch (IOException e) {
      mayMeet(new MosqlException(SqlState.IO_ERROR, "not opened", e));
    } catch (MosqlException e) {
      throwViolation();
      mayMeet(e);
    }
    return false;
  }

  private void setUp() {
    if (history.newest().isCatalogEmpty()) {
      sessions.stream()
          .filter(SimulatedSession::isIdle)
          .findFirst()
          .ifPresent(SimulatedSession::setUp);
    }
  }

  /**
   * Checks that the newest version is exactly that of the delivered log, and that its trees are
   * sound.
   */
  private void check() {
    try (Snapshot pin = store().pin(0)) {
      history.checkWhole(pin.root());
      for (long id : pin.root().treeIds()) {
        Tree tree = pin.root().tree(id);
        if (tree != null) {
          TreeChecker.verify(tree);
        }
      }
    } catch (MosqlException e) {
      mayMeet(e);
    }
  }

  /** Without further faults all outcomes become known. */
  private void lastLife() {
    faulty = false;
    assertThat(open()).as("the database can be opened").isTrue();
    for (SimulatedSession session : sessions) {
      for (int i = 0; !session.isSettled() && i < 200; i++) {
        session.turn();
        store().pipeline().lead();
      }
      assertThat(session.isSettled()).as("a session has learned all").isTrue();
    }
    store().pipeline().lead();
    check();
    store().close();
    throwViolation();
  }
}
