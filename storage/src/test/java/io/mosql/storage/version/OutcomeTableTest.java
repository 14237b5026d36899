package io.mosql.storage.version;

import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.TestLog;
import io.mosql.storage.certify.Certifier;
import io.mosql.storage.certify.CertifierVerdict;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.CommitRequestCodec;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.SnapshotTransaction;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionName;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.transaction.TransactionOutcome;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeShape;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Outcomes of transactions with lost answers. */
class OutcomeTableTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);

  private final TestLog log = new TestLog();

  private Store open() {
    return Store.open(log, Clock.SYSTEM, new SimulationRandom(7), TINY);
  }

  private static long tree(Store store) {
    Transaction setup = store.begin(false);
    long tree = setup.newId();
    setup.createTree(tree);
    setup.commit();
    return tree;
  }

  private static Transaction inserting(Store store, long tree, String name) {
    Transaction transaction = store.begin(false);
    transaction.insert(tree, key(name), row(1));
    return transaction;
  }

  @Test
  void remembersCommitsAlsoAfterARestart() {
    TransactionName submission;
    long position;
    try (Store store = open()) {
      long tree = tree(store);
      Transaction one = inserting(store, tree, "a");
      one.commit();
      submission = Objects.requireNonNull(one.submittedName());
      position = store.position();
      inserting(store, tree, "b").commit();
      assertThat(store.outcome(submission.id(), submission.origin()))
          .isEqualTo(new TransactionOutcome.Committed(position, -1));
    }
    try (Store again =
        Store.open(TestLog.holding(log.records()), Clock.SYSTEM, new SimulationRandom(8), TINY)) {
      assertThat(again.outcome(submission.id(), submission.origin()))
          .isEqualTo(new TransactionOutcome.Committed(position, -1));
    }
  }

  @Test
  void whatWasSaidToHaveAbortedCannotCommitLater() {
    try (Store store = open()) {
      long tree = tree(store);
      SnapshotTransaction late = (SnapshotTransaction) inserting(store, tree, "a");
      CommitRequest request = overTheWire(store, late.request());
      assertThat(store.outcome(request.id(), request.origin()))
          .isEqualTo(new TransactionOutcome.Aborted());
      assertThat(store.pipeline().commit(request)).isInstanceOf(CommitResult.Conflict.class);
      assertThat(store.rowCount(tree)).isZero();
      assertThat(store.outcome(request.id(), request.origin()))
          .isEqualTo(new TransactionOutcome.Aborted());
      CommitRequest other =
          overTheWire(store, ((SnapshotTransaction) inserting(store, tree, "b")).request());
      assertThat(store.pipeline().commit(other)).isInstanceOf(CommitResult.Committed.class);
    }
  }

  private static CommitRequest overTheWire(Store store, CommitRequest request) {
    Fingerprint fingerprint = Objects.requireNonNull(Fingerprint.of(store.published()));
    return CommitRequestCodec.decode(CommitRequestCodec.encode(request, fingerprint));
  }

  @Test
  void anAppendThatFailedButWasDeliveredHasCommittedOnce() {
    try (Store store = open()) {
      long tree = tree(store);
      log.deliverThenFail(new MosqlException(SqlState.DISK_FULL, "no space"));
      assertThat(inserting(store, tree, "a").commit()).isInstanceOf(CommitResult.Committed.class);
      assertThat(store.rowCount(tree)).isEqualTo(1);
      log.fail(new MosqlException(SqlState.DISK_FULL, "no space"), false);
      assertThatThrownBy(() -> inserting(store, tree, "b").commit())
          .isInstanceOf(MosqlException.class);
      log.fail(null, false);
      inserting(store, tree, "c").commit();
      assertThat(store.rowCount(tree)).isEqualTo(2);
    }
  }

  @Test
  void theWindowIsBoundedAndTheOldAreRefused() {
    OutcomeWindow window = new OutcomeWindow(4096, 3 * 4096, 1024);
    TentativeRoot root =
        new TentativeRoot(
            Root.empty(TreeShape.DEFAULT).withOutcomeWindow(window), TreeShape.DEFAULT, 1);
    root.apply(new EpochChange(5, 1, 0, 0, 11, 12));
    TransactionId fenced = new TransactionId(9, 9);
    root.apply(new TransactionId(1, 2), List.of(OutcomeTable.fence(fenced, 2, window)));
    assertThat(OutcomeTable.isFenced(root, fenced)).isTrue();
    long end = window.names() + 3L * window.step();
    for (long position = 3; position <= end; position++) {
      boolean late = OutcomeTable.isTooOld(root, 1);
      assertThat(OutcomeTable.isFenced(root, fenced) || late).as("at %s", position).isTrue();
      root.apply(new TransactionId(1, position), List.of());
    }
    Tree tree = Objects.requireNonNull(root.tree(SystemTrees.OUTCOMES));
    assertThat(tree.size()).isEqualTo(window.positions());
    assertThat(OutcomeTable.isFenced(root, fenced)).isFalse();
    assertThat(OutcomeTable.position(root, new TransactionId(1, end - 5), end - 100))
        .isEqualTo(end - 5);
    assertThat(OutcomeTable.position(root, new TransactionId(1, 77), 70)).isZero();
    CommitRequest old =
        new CommitRequest(
            new TransactionId(1, 1), 5, -1, 3 * window.step() - 1, List.of(), List.of(), null);
    assertThat(Certifier.judge(root, old)).isInstanceOf(CertifierVerdict.Rejected.class);
    assertThat(OutcomeTable.isForgotten(root, end - window.positions())).isFalse();
    assertThat(OutcomeTable.isForgotten(root, end - window.positions() - 1)).isTrue();
  }

  /** The origin of a token is when it was drawn, however late COMMIT comes. */
  @Test
  void whatWasSaidToHaveAbortedCannotCommitHoweverLate() {
    OutcomeWindow window = new OutcomeWindow(16, 64, 4);
    try (Store store =
        Store.open(log, Clock.SYSTEM, new SimulationRandom(7), TINY.withOutcomes(window))) {
      long tree = tree(store);
      for (int others = 0; others < 200; others += 7) {
        TransactionName name = store.newName();
        Transaction late = store.begin(TransactionOptions.PLAIN.named(name));
        late.insert(tree, key("late " + others), row(1));
        assertThat(store.outcome(name.id(), store.position()))
            .isEqualTo(new TransactionOutcome.Aborted());
        for (int i = 0; i < others; i++) {
          inserting(store, tree, others + "." + i).commit();
        }
        assertThat(late.commit()).as("after %s", others).isInstanceOf(CommitResult.Conflict.class);
      }
    }
  }

  @Test
  void aTransactionMayTakeLongerThanOutcomesAreRemembered() {
    OutcomeWindow window = new OutcomeWindow(16, 64, 4);
    try (Store store =
        Store.open(log, Clock.SYSTEM, new SimulationRandom(7), TINY.withOutcomes(window))) {
      long tree = tree(store);
      TransactionName name = store.newName();
      Transaction slow = store.begin(TransactionOptions.PLAIN.named(name));
      slow.insert(tree, key("slow"), row(1));
      for (int i = 0; i < 50; i++) {
        inserting(store, tree, "other " + i).commit();
      }
      long position = store.position();
      assertThat(slow.commit()).isInstanceOf(CommitResult.Committed.class);
      assertThat(store.outcome(name.id(), position))
          .isEqualTo(new TransactionOutcome.Committed(position + 1, -1));
    }
  }
}
