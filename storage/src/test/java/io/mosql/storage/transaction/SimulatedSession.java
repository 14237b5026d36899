package io.mosql.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.SimulatedRun;
import io.mosql.storage.SimulatedTables;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.CommitRequestCodec;
import io.mosql.storage.certify.SimulatedStatements;
import io.mosql.storage.certify.SimulatedStatements.Statement;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.PendingCommit;
import io.mosql.storage.transaction.SimulatedTransaction.Savepoint;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.Simulation;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TransactionId;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A client: runs transactions one after the other, in any of the ways in which a transaction can
 * come to the certifier, and queries the outcomes of lost answers. It outlives the database's runs.
 */
public final class SimulatedSession {
  /** Its state between two turns. */
  private enum State {
    IDLE,
    RUNNING,
    /** Its request was certified into a batch that another thread will write. */
    SUBMITTED,
    /** Its request is in the network, as bytes. */
    SENT,
    /** The outcome of its request is unknown to it. */
    LOST
  }

  private static final int ATTEMPTS = 3;

  private final Simulation simulation;
  private final SeededRandom random;
  private final SimulatedStatements statements;
  private final int number;
  private final ConflictHistory history = new ConflictHistory();
  private final List<Savepoint> savepoints = new ArrayList<>();
  private final List<SimulatedTransaction.Cursor> cursors = new ArrayList<>();
  private State state = State.IDLE;
  private int begun;
  private int statementsLeft;
  private @Nullable SimulatedTransaction transaction;
  private boolean busy;

  // Of the request.
  private @Nullable SimulatedRun run;
  private @Nullable CommitRequest request;
  private @Nullable TransactionName submission;
  private @Nullable PendingCommit ticket;
  private byte @Nullable [] sent;

  public SimulatedSession(Simulation simulation, SeededRandom random, int number) {
    this.simulation = simulation;
    this.random = random;
    this.statements = new SimulatedStatements(random);
    this.number = number;
  }

  private SimulatedTransaction transaction() {
    return Objects.requireNonNull(transaction);
  }

  /** Whether it can be given a turn: it is not in the middle of one. */
  public boolean isFree() {
    return !busy;
  }

  /** The run of the transaction with this id, if it is being committed here. */
  public @Nullable SimulatedRun committing(TransactionId id) {
    SimulatedTransaction current = transaction;
    TransactionName last = current == null ? null : current.real().submittedName();
    return last != null && last.id().equals(id) ? run : null;
  }

  /** Takes the next step. */
  public void turn() {
    busy = true;
    try {
      switch (state) {
        case IDLE -> begin();
        case RUNNING -> go();
        case SUBMITTED -> look();
        case SENT -> arrive();
        case LOST -> ask();
      }
    } catch (MosqlException e) {
      failed(e);
    } finally {
      busy = false;
    }
  }

  /** Makes the tables, with some rows. */
  public void setUp() {
    busy = true;
    try {
      begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, number, true));
      SimulatedTransaction tx = transaction();
      for (String name : SimulatedTables.NAMES) {
        SimulatedStatements.create(tx, name);
        for (int i = 0; i < SimulatedTables.KEYS; i += 2) {
          statement(tx, statements.insert(name, SimulatedTables.key(i)));
        }
      }
      run = tx.run();
      commit(tx, run);
    } catch (MosqlException e) {
      failed(e);
    } finally {
      busy = false;
    }
  }

  private void begin() {
    CertificationLevel level =
        random.percent(60)
            ? CertificationLevel.SERIALIZABLE
            : random.nextBoolean()
                ? CertificationLevel.REPEATABLE_READ
                : CertificationLevel.READ_COMMITTED;
    TransactionOptions how =
        new TransactionOptions(level, random.percent(5), number, random.percent(85));
    begin(random.percent(40) ? how.named(simulation.store().newName()) : how);
  }

  private void begin(TransactionOptions how) {
    begun++;
    forget();
    transaction = new SimulatedTransaction(simulation, "s" + number + "." + begun, how);
    state = State.RUNNING;
    statementsLeft = 1 + random.nextInt(4);
  }

  private void forget() {
    savepoints.clear();
    cursors.clear();
    run = null;
    request = null;
    submission = null;
    ticket = null;
    sent = null;
  }

  /** The transaction is over. */
  private void end() {
    SimulatedTransaction over = transaction;
    if (over != null) {
      over.real().rollback();
    }
    transaction = null;
    forget();
    state = State.IDLE;
  }

  /** Handles an exception of an operation: its node has a fault, or its snapshot was ended. */
  private void failed(MosqlException e) {
    simulation.trace("s" + number, e, "failed");
    simulation.mayMeet(e);
    if (state != State.LOST && state != State.SENT) {
      end();
    }
  }

  private void go() {
    if (statementsLeft-- <= 0) {
      finish();
      return;
    }
    SimulatedTransaction tx = transaction();
    int dice = random.nextInt(100);
    if (dice < 6 && !savepoints.isEmpty()) {
      int at = random.nextInt(savepoints.size());
      tx.rollbackTo(savepoints.get(at));
      savepoints.subList(at + 1, savepoints.size()).clear();
      totals("rollbacks to savepoints");
    } else if (dice < 14) {
      savepoints.add(tx.mark());
    } else if (dice < 20) {
      SimulatedTransaction.Cursor cursor = statements.open(tx);
      if (cursor != null) {
        cursors.add(cursor);
      }
    } else if (dice < 28 && !cursors.isEmpty()) {
      cursors.get(random.nextInt(cursors.size())).next();
    } else if (dice < 29) {
      tx.real().abandon("by the simulation");
      end();
    } else if (dice < 31 && tx.how().name() != null && !simulation.isAppending()) {
      askAlready(Objects.requireNonNull(tx.how().name()));
    } else if (tx.how().readOnly()) {
      tx.whole(SystemTrees.CATALOG);
      tx.count(SystemTrees.CATALOG, null, null, false);
    } else {
      statement(tx, statements.next(!simulation.isAppending()));
    }
  }

  private void statement(SimulatedTransaction tx, Statement statement) {
    boolean learns = random.percent(30);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!tx.beginStatement(learns ? history : null)) {
        totals("snapshots of statements refused");
        lose(tx);
        return;
      }
      try {
        statement.run(tx);
        totals("statements");
        return;
      } catch (SimulatedStatements.Failed e) {
        totals("statements failed");
        tx.failStatement();
        return;
      } catch (SimulatedStatements.Changed e) {
        tx.undoStatement();
        if (!tx.refresh()) {
          totals("refreshes refused");
          lose(tx);
          return;
        }
        totals("statements run again");
      } catch (MosqlException e) {
        if (e.state() != SqlState.LOCK_NOT_AVAILABLE) {
          throw e;
        }
        totals("rows held by others");
        tx.failStatement();
        return;
      }
    }
  }

  /** The transaction cannot commit any more. */
  private void lose(SimulatedTransaction tx) {
    if (random.percent(50)) {
      restart(tx);
    } else {
      end();
    }
  }

  private void restart(SimulatedTransaction tx) {
    forget();
    tx.restart();
    state = State.RUNNING;
    statementsLeft = 1 + random.nextInt(3);
    totals("restarts");
  }

  private void finish() {
    SimulatedTransaction tx = transaction();
    if (!tx.real().hasWrites()) {
      if (!tx.how().readOnly() && random.percent(70)) {
        statementsLeft = 2;
        return;
      }
      long position = tx.real().snapshotPosition();
      assertThat(tx.real().commit()).isEqualTo(new CommitResult.Committed(position));
      totals("commits without writes");
      end();
      return;
    }
    int dice = random.nextInt(100);
    run = tx.run();
    if (dice < 4) {
      end();
    } else if (dice < 50 && !simulation.isAppending()) {
      commit(tx, run);
    } else if (dice < 75) {
      request = tx.real().request();
      submission = new TransactionName(request.id(), request.origin());
      simulation.history().submitted(request.id(), run);
      submit();
    } else {
      send(tx, run);
    }
  }

  private void commit(SimulatedTransaction tx, SimulatedRun asked) {
    TransactionName before = tx.real().submittedName();
    CommitResult result;
    try {
      result = tx.real().commitOrKeep();
    } catch (MosqlException e) {
      TransactionName last = tx.real().submittedName();
      boolean asksNothing = last == null || last.equals(before);
      submission = asksNothing ? null : last;
      lostOrRefused(e, asked);
      return;
    }
    submission = tx.real().submittedName();
    simulation.history().submitted(Objects.requireNonNull(submission).id(), asked);
    answered(result);
  }

  /** The encoded request of a session on another node, which arrives at a random time. */
  private void send(SimulatedTransaction tx, SimulatedRun asked) {
    CommitRequest asks = tx.real().request();
    Fingerprint fingerprint =
        Objects.requireNonNull(Fingerprint.of(Objects.requireNonNull(asks.snapshot())));
    sent = CommitRequestCodec.encode(asks, fingerprint);
    submission = new TransactionName(asks.id(), asks.origin());
    simulation.history().submitted(asks.id(), asked);
    state = State.SENT;
    simulation.trace("s" + number, asks.id(), "sends");
    totals("requests sent as bytes");
  }

  private void submit() {
    SimulatedRun asked = Objects.requireNonNull(run);
    try {
      ticket = simulation.store().pipeline().submit(Objects.requireNonNull(request));
      state = State.SUBMITTED;
      simulation.trace("s" + number, submission, "submits");
      look();
    } catch (MosqlException e) {
      lostOrRefused(e, asked);
    }
  }

  private void look() {
    PendingCommit asked = Objects.requireNonNull(ticket);
    if (asked.isWaiting()) {
      return;
    }
    if (sent != null && random.percent(15)) {
      simulation.trace("s" + number, submission, "gets no answer");
      totals("answers lost");
      state = State.LOST;
      return;
    }
    CommitResult result;
    try {
      result = asked.result();
    } catch (MosqlException e) {
      lostOrRefused(e, Objects.requireNonNull(run));
      return;
    }
    if (result == null) {
      totals("requests judged again");
      submit();
    } else {
      answered(result);
    }
  }

  private void arrive() {
    if (random.percent(15) && !simulation.isAppending()) {
      question();
      totals("outcomes asked for before the request came");
    } else if (random.percent(50)) {
      request = CommitRequestCodec.decode(Objects.requireNonNull(sent));
      submit();
    }
  }

  private void answered(CommitResult result) {
    SimulatedTransaction tx = transaction;
    SimulatedRun asked = Objects.requireNonNull(run);
    TransactionId id = Objects.requireNonNull(submission).id();
    simulation.trace(asked.name(), result, "is answered", id);
    if (result instanceof CommitResult.Committed committed) {
      simulation.history().acknowledged(id, committed.position());
      end();
      return;
    }
    CommitResult.Conflict conflict = (CommitResult.Conflict) result;
    simulation.history().rejected(id, asked, conflict);
    SimulatedTransaction lost = tx;
    boolean again = lost != null && random.percent(60);
    if (lost == null || !again || lost.how().name() == null) {
      simulation.history().refused(id, "conflict: " + conflict.reason());
    }
    if (lost != null && again) {
      restart(lost);
    } else {
      end();
    }
  }

  private void lostOrRefused(MosqlException e, SimulatedRun asked) {
    simulation.trace(asked.name(), e, "fails to commit");
    simulation.mayMeet(e);
    TransactionName last = submission;
    if (last == null) {
      end();
      return;
    }
    simulation.history().submitted(last.id(), asked);
    if (e.state() == SqlState.COMMIT_OUTCOME_UNKNOWN) {
      totals("fates unknown");
      state = State.LOST;
    } else {
      simulation.history().refused(last.id(), e.state().code());
      totals("commits failed for sure");
      end();
    }
  }

  private void ask() {
    if (simulation.isAppending()) {
      return;
    }
    question();
    end();
  }

  private void question() {
    TransactionName last = Objects.requireNonNull(submission);
    TransactionOutcome outcome = simulation.store().outcome(last.id(), last.origin());
    simulation.trace("s" + number, outcome, "learns of", last.id());
    simulation.history().outcome(last.id(), outcome);
  }

  /** The client queries the outcome on another connection, and continues on this one. */
  private void askAlready(TransactionName name) {
    TransactionOutcome outcome =
        simulation.store().outcome(name.id(), simulation.store().position());
    simulation.trace("s" + number, outcome, "asks already for", name.id());
    simulation.history().outcome(name.id(), outcome);
    totals("outcomes asked for before the commit");
  }

  /**
   * The database is about to end: a session on another node may send its pending request just now.
   */
  public void mayStillSend() {
    SimulatedTransaction tx = transaction;
    if (!busy && state == State.RUNNING && tx != null && random.percent(50)) {
      try {
        if (tx.real().hasWrites()) {
          run = tx.run();
          send(tx, run);
        }
      } catch (MosqlException e) {
        simulation.mayMeet(e);
      }
    }
  }

  /** The database has ended, and all its memory is lost. */
  public void lifeEnded() {
    transaction = null;
    busy = false;
    savepoints.clear();
    cursors.clear();
    ticket = null;
    if (state == State.SUBMITTED) {
      state = State.LOST;
    } else if (state == State.IDLE || state == State.RUNNING) {
      forget();
      state = State.IDLE;
    }
  }

  public boolean isIdle() {
    return state == State.IDLE;
  }

  /** Whether all its outcomes are known. */
  public boolean isSettled() {
    return state == State.IDLE || state == State.RUNNING;
  }

  private void totals(String what) {
    simulation.totals().add(what, 1);
  }
}
