package io.mosql.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.ClusterStatements;
import io.mosql.storage.SimulatedRun;
import io.mosql.storage.Store;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.Write;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.PendingCommit;
import io.mosql.storage.commit.ReplicatedGroupCommit;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.ClusterTransaction;
import io.mosql.storage.transaction.TransactionName;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.transaction.TransactionOutcome;
import io.mosql.testkit.SeededRandom;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A client of a simulated cluster, one transaction after the other, on a random node: it appends to
 * lists, sets registers, adds to counters and inserts rows on the leader, reads strictly there and
 * on followers, and reads in its session anywhere. It queries the outcomes of lost answers on any
 * later leader.
 */
final class ClusterClient {
  /** Its state between two turns. */
  private enum State {
    IDLE,
    RUNNING,
    /** Its request waits to be written. */
    SUBMITTED,
    /** Its read on the leader waits for a barrier. */
    CONFIRMING,
    /** It is to read on a follower, and waits for a barrier on the leader. */
    ASKS_LEADER,
    /** It waits until the follower is as new as that barrier. */
    WAITS_FOR_NODE,
    /** Its read on a follower waits until the leader has published the same position. */
    WAITS_FOR_LEADER,
    /** The outcome of its request is unknown to it. */
    LOST,
    /** Its query waits to be written. */
    ASKING
  }

  private static final int PATIENCE_TURNS = 60;

  private final ClusterSimulation world;
  private final SeededRandom random;
  private final ClusterStatements statements;
  private final int number;
  private State state = State.IDLE;
  private int begun;
  private int left;
  private int waited;
  private SimulatedNode node;
  private @Nullable SimulatedNode follower;
  private @Nullable ClusterTransaction transaction;
  private boolean writes;

  /** Of what was acknowledged or strictly read anywhere when the transaction began. */
  private long floor;

  /** Of the newest version that this session has seen. */
  private long seen;

  private long barrierAt;

  // Of the request.
  private @Nullable CommitRequest request;
  private @Nullable SimulatedRun run;
  private @Nullable TransactionName submission;
  private @Nullable Store asked;
  private @Nullable PendingCommit ticket;

  ClusterClient(ClusterSimulation world, SeededRandom random, int number) {
    this.world = world;
    this.random = random;
    this.statements = new ClusterStatements(random);
    this.number = number;
    this.node = world.anyNode();
  }

  private ClusterTransaction transaction() {
    return Objects.requireNonNull(transaction);
  }

  private PendingCommit ticket() {
    return Objects.requireNonNull(ticket);
  }

  /** Whether all its outcomes are known. */
  boolean isSettled() {
    return state == State.IDLE;
  }

  /** Takes the next step. */
  void turn() {
    waited++;
    try {
      switch (state) {
        case IDLE -> begin();
        case RUNNING -> go();
        case SUBMITTED -> look();
        case CONFIRMING -> confirm();
        case ASKS_LEADER -> lookForBarrier();
        case WAITS_FOR_NODE -> readElsewhere();
        case WAITS_FOR_LEADER -> showElsewhere();
        case LOST -> ask();
        case ASKING -> lookForOutcome();
      }
    } catch (MosqlException e) {
      failed(e);
    }
  }

  /** An error before anything was submitted, or of a read that was not shown. */
  private void failed(MosqlException e) {
    world.trace(name(), e, "fails");
    world.mayMeet(e);
    if (state == State.LOST || state == State.ASKING) {
      state = State.LOST;
      ticket = null;
    } else {
      end();
    }
    node = world.anyNode();
  }

  private String name() {
    return "c" + number + "." + begun;
  }

  private void totals(String what) {
    world.totals().add(what, 1);
  }

  private boolean isGone(@Nullable Store store) {
    return store == null || world.nodes().stream().noneMatch(n -> n.store() == store);
  }

  private void end() {
    ClusterTransaction over = transaction;
    if (over != null && !isGone(over.store())) {
      over.end();
    }
    transaction = null;
    request = null;
    run = null;
    submission = null;
    asked = null;
    ticket = null;
    follower = null;
    state = State.IDLE;
  }

  // Transactions.

  private void begin() {
    if (!node.isUp() || random.percent(3)) {
      node = world.anyNode();
      return;
    }
    begun++;
    waited = 0;
    floor = world.floor();
    int dice = random.nextInt(100);
    if (dice < 15) {
      readInSession();
    } else if (dice < 30) {
      askForBarrier();
    } else {
      writes = dice < 85;
      CertificationLevel level =
          random.percent(70) ? CertificationLevel.SERIALIZABLE : CertificationLevel.REPEATABLE_READ;
      boolean readOnly = !writes && random.nextBoolean();
      TransactionOptions how = new TransactionOptions(level, readOnly, number, true);
      transaction =
          open(
              node,
              random.percent(50) ? how.named(Objects.requireNonNull(node.store()).newName()) : how);
      left = 1 + random.nextInt(4);
      state = State.RUNNING;
    }
  }

  private ClusterTransaction open(SimulatedNode on, TransactionOptions how) {
    return new ClusterTransaction(world, name(), Objects.requireNonNull(on.store()), how);
  }

  private void go() {
    ClusterTransaction tx = transaction();
    if (isGone(tx.store())) {
      end();
      return;
    }
    if (left-- <= 0) {
      finish(tx);
    } else if (!tx.hasTree(ClusterStatements.TREE)) {
      if (!writes) {
        end();
        return;
      }
      tx.createTree(ClusterStatements.TREE);
      left = 0;
    } else if (writes) {
      write(tx);
    } else {
      statements.read(tx);
    }
  }

  private void write(ClusterTransaction tx) {
    switch (statements.write(tx, name() + '.' + left)) {
      case DONE -> {}
      case LOST -> end();
      case FAILED -> {
        // An error that is a result: it is not reported before it is known to be valid.
        writes = false;
        left = 0;
      }
    }
  }

  private void finish(ClusterTransaction tx) {
    if (random.percent(3)) {
      end();
    } else if (writes && tx.real().hasWrites()) {
      run = tx.run();
      request = tx.real().request();
      submission = new TransactionName(request.id(), tx.store().position());
      world.history().submitted(request.id(), run);
      submit();
    } else {
      asked = tx.store();
      ticket = pipeline(asked).requestBarrier();
      state = State.CONFIRMING;
    }
  }

  private static ReplicatedGroupCommit pipeline(@Nullable Store store) {
    return (ReplicatedGroupCommit) Objects.requireNonNull(store).pipeline();
  }

  // Committing.

  private TransactionId id() {
    return Objects.requireNonNull(submission).id();
  }

  private void submit() {
    Store store = transaction().store();
    asked = store;
    try {
      ticket = store.pipeline().submit(Objects.requireNonNull(request));
      state = State.SUBMITTED;
      world.trace(name(), id(), "submits");
    } catch (MosqlException e) {
      refused(e);
    }
  }

  private void look() {
    if (isGone(asked) || losesPatience()) {
      world.trace(name(), id(), "gets no answer");
      totals("answers lost");
      state = State.LOST;
      node = world.anyNode();
      return;
    }
    if (ticket().isWaiting()) {
      return;
    }
    CommitResult result;
    try {
      result = ticket().result();
    } catch (MosqlException e) {
      refused(e);
      return;
    }
    if (result == null) {
      totals("requests judged again");
      submit();
    } else if (result instanceof CommitResult.Committed committed) {
      world.trace(name(), result, "is answered", id());
      assertThat(committed.position()).as("a commit follows what was shown").isGreaterThan(floor);
      world.history().acknowledged(id(), committed.position());
      world.shown(committed.position());
      seen = Math.max(seen, committed.position());
      end();
    } else {
      CommitResult.Conflict conflict = (CommitResult.Conflict) result;
      world.trace(name(), result, "is answered", id());
      world.history().rejected(id(), Objects.requireNonNull(run), conflict);
      world.history().refused(id(), "conflict: " + conflict.reason());
      end();
    }
  }

  private boolean losesPatience() {
    return random.percent(waited > PATIENCE_TURNS / 2 ? 10 : 1);
  }

  private void refused(MosqlException e) {
    world.trace(name(), e, "fails to commit", id());
    world.mayMeet(e);
    if (e.state() == SqlState.COMMIT_OUTCOME_UNKNOWN) {
      totals("fates unknown");
      state = State.LOST;
      node = world.anyNode();
      return;
    }
    world.history().refused(id(), e.state().code());
    totals("refused: " + e.state().code());
    end();
    node = world.anyNode();
  }

  // Queries of lost answers.

  private void ask() {
    Store store = node.store();
    if (store == null || !store.isOpen() || !store.leads()) {
      node = world.anyNode();
      return;
    }
    TransactionName last = Objects.requireNonNull(submission);
    Root root = store.published();
    CommitRequest question =
        new CommitRequest(
            store.pipeline().nextTransactionId(),
            root.timeline(),
            CommitRequest.ANY_EPOCH,
            root.position(),
            List.of(),
            List.of(new Write.Fence(last.id(), last.origin())),
            null);
    asked = store;
    ticket = store.pipeline().submit(question);
    state = State.ASKING;
  }

  private void lookForOutcome() {
    if (isGone(asked) || losesPatience()) {
      state = State.LOST;
      node = world.anyNode();
      return;
    }
    if (ticket().isWaiting()) {
      return;
    }
    CommitResult result = ticket().result();
    if (result == null) {
      state = State.LOST;
      return;
    }
    TransactionName last = Objects.requireNonNull(submission);
    Root root = Objects.requireNonNull(asked).published();
    OutcomeTable.CommittedOutcome found = OutcomeTable.find(root, last.id(), last.origin());
    TransactionOutcome outcome =
        result instanceof CommitResult.Committed
            ? new TransactionOutcome.Aborted()
            : found != null && !OutcomeTable.isForgotten(root, last.origin())
                ? new TransactionOutcome.Committed(found.position(), found.result())
                : new TransactionOutcome.Forgotten();
    world.trace(name(), outcome, "learns of", last.id());
    world.history().outcome(last.id(), outcome);
    if (outcome instanceof TransactionOutcome.Committed committed) {
      world.shown(committed.position());
      seen = Math.max(seen, committed.position());
    }
    end();
  }

  // Reading.

  /** Returns a read on the leader, once a barrier confirms that it is still the leader. */
  private void confirm() {
    ClusterTransaction tx = transaction();
    if (isGone(tx.store()) || losesPatience()) {
      end();
      node = world.anyNode();
      return;
    }
    if (ticket().isWaiting()) {
      return;
    }
    CommitResult result = ticket().result();
    if (!(result instanceof CommitResult.Committed confirmed)) {
      end();
      return;
    }
    tx.real().confirm(confirmed.position());
    long at = tx.real().snapshotPosition();
    if (at < floor) {
      at = tx.store().position();
      String broken = tx.brokenAt(at);
      if (at < floor || broken != null) {
        throw new AssertionError(
            tx.name() + " reads at " + at + " what is older than " + floor + ": " + broken);
      }
      totals("reads confirmed by their values");
    }
    show("strict reads on the leader", at);
  }

  private void show(String what, long at) {
    world.trace(name(), at, "reads, as it was at");
    world.shown(at);
    seen = Math.max(seen, at);
    totals(what);
    end();
  }

  private void readInSession() {
    Store store = Objects.requireNonNull(node.store());
    if (store.position() < seen) {
      totals("sessions that waited for their node");
      node = world.anyNode();
      return;
    }
    ClusterTransaction tx =
        open(node, new TransactionOptions(CertificationLevel.SERIALIZABLE, true, 0, false));
    transaction = tx;
    long at = tx.real().snapshotPosition();
    assertThat(at).as("a session never goes back").isGreaterThanOrEqualTo(seen);
    if (tx.hasTree(ClusterStatements.TREE)) {
      statements.read(tx);
      statements.read(tx);
    }
    seen = at;
    totals("session reads");
    end();
  }

  private void askForBarrier() {
    List<SimulatedNode> all = world.nodes();
    follower = random.percent(40) ? node : all.get(random.nextInt(all.size()));
    asked = node.store();
    ticket = pipeline(asked).requestBarrier();
    state = State.ASKS_LEADER;
  }

  private void lookForBarrier() {
    if (isGone(asked) || losesPatience()) {
      end();
      node = world.anyNode();
    } else if (!ticket().isWaiting()) {
      if (ticket().result() == null) {
        end();
        return;
      }
      barrierAt = Objects.requireNonNull(asked).position();
      state = State.WAITS_FOR_NODE;
    }
  }

  private void readElsewhere() {
    SimulatedNode on = Objects.requireNonNull(follower);
    Store store = on.store();
    if (store == null || !store.isOpen() || waited > PATIENCE_TURNS) {
      end();
    } else if (store.position() >= barrierAt) {
      boolean query = store == asked;
      ClusterTransaction tx =
          open(on, new TransactionOptions(CertificationLevel.SERIALIZABLE, true, 0, false));
      transaction = tx;
      if (tx.hasTree(ClusterStatements.TREE)) {
        statements.read(tx);
        statements.read(tx);
      }
      if (query) {
        showQuery(tx);
      } else {
        state = State.WAITS_FOR_LEADER;
      }
    }
  }

  /** A query on the leader waits for a barrier first, and then returns its rows at once. */
  private void showQuery(ClusterTransaction tx) {
    long at = tx.real().snapshotPosition();
    assertThat(at).as("a query on the leader").isGreaterThanOrEqualTo(floor);
    show("strict queries on the leader", at);
  }

  /** The follower may be ahead of the leader; later reads on the leader must not see less. */
  private void showElsewhere() {
    ClusterTransaction tx = transaction();
    Store leader = asked;
    long at = tx.real().snapshotPosition();
    assertThat(at).as("a strict read on another node").isGreaterThanOrEqualTo(floor);
    if (leader == null || isGone(leader) || isGone(tx.store()) || waited > PATIENCE_TURNS) {
      end();
    } else if (leader.position() >= at) {
      show("strict reads elsewhere", at);
    } else {
      totals("reads elsewhere that waited for the leader");
    }
  }
}
