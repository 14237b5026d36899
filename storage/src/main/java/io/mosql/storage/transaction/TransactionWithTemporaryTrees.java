package io.mosql.storage.transaction;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of a session over two stores: that of the database, and the private one with the
 * temporary trees of the session. The id of a tree says in which one it is ({@link
 * SystemTrees#isTemporary}); what is about no tree is about the database.
 *
 * <p>No other transaction uses the private store, so its part never conflicts. It commits after the
 * part of the database has, and is rolled back with it. Not thread-safe.
 */
public final class TransactionWithTemporaryTrees extends RoutedReader.OfTransaction<Transaction>
    implements Transaction {

  /** The savepoints of both parts, by the number that this transaction gives them. */
  private final List<Mark> marks = new ArrayList<>();

  private record Mark(int database, int temporary) {}

  /**
   * Joins two transactions; it ends both.
   *
   * @param temporary of the session's private store, alone in it
   */
  public TransactionWithTemporaryTrees(Transaction database, Transaction temporary) {
    super(database, temporary);
  }

  /** The part in the store of the database. */
  public Transaction database() {
    return database;
  }

  /** The part in the private store. */
  public Transaction temporary() {
    return temporary;
  }

  @Override
  public boolean claimLargeObject(LargeObject object, long owner) {
    return of(owner).claimLargeObject(object, owner);
  }

  @Override
  public boolean releaseLargeObject(long id, long owner) {
    return of(owner).releaseLargeObject(id, owner);
  }

  @Override
  public void holdLargeObject(long id) {
    database.holdLargeObject(id);
  }

  @Override
  public CertificationLevel level() {
    return database.level();
  }

  @Override
  public TransactionReader takeSnapshot() {
    return new RoutedReader.OfTransaction<>(database.takeSnapshot(), temporary.takeSnapshot());
  }

  @Override
  public void dropSnapshot() {
    database.dropSnapshot();
    temporary.dropSnapshot();
  }

  @Override
  public boolean insert(long tree, byte[] key, byte[] row) {
    return of(tree).insert(tree, key, row);
  }

  @Override
  public boolean delete(long tree, byte[] key) {
    return of(tree).delete(tree, key);
  }

  @Override
  public PatchResult patch(long tree, byte[] key, List<FieldPatch> changes) {
    return of(tree).patch(tree, key, changes);
  }

  @Override
  public LockResult lockRow(long tree, byte[] key, LockMode mode, LockWaitPolicy policy) {
    return of(tree).lockRow(tree, key, mode, policy);
  }

  @Override
  public LockResult lockPrefix(long tree, byte[] prefix, LockWaitPolicy policy) {
    return of(tree).lockPrefix(tree, prefix, policy);
  }

  @Override
  public boolean beginStatement(@Nullable ConflictHistory history) {
    InvariantViolation.check(
        temporary.beginStatement(null), "no other transaction changes a private store");
    return database.beginStatement(history);
  }

  @Override
  public boolean locksReads() {
    return database.locksReads();
  }

  @Override
  public boolean locksAdditions() {
    return database.locksAdditions();
  }

  @Override
  public void undoStatement() {
    database.undoStatement();
    temporary.undoStatement();
  }

  @Override
  public void failStatement() {
    database.failStatement();
    temporary.failStatement();
  }

  @Override
  public boolean refresh() {
    return database.refresh();
  }

  @Override
  public void put(long tree, byte[] key, byte[] value) {
    of(tree).put(tree, key, value);
  }

  @Override
  public void remove(long tree, byte[] key) {
    of(tree).remove(tree, key);
  }

  @Override
  public long newId() {
    return database.newId();
  }

  @Override
  public void createTree(long tree) {
    of(tree).createTree(tree);
  }

  @Override
  public void dropTree(long tree) {
    of(tree).dropTree(tree);
  }

  @Override
  public void truncateTree(long tree) {
    of(tree).truncateTree(tree);
  }

  @Override
  public boolean hasWrites() {
    return database.hasWrites() || temporary.hasWrites();
  }

  @Override
  public long writtenBytes() {
    return database.writtenBytes() + temporary.writtenBytes();
  }

  /**
   * Takes over a savepoint of the part of the database, which was set before the session had
   * temporary trees.
   *
   * @return the savepoint of this transaction
   */
  public int adopt(int mark) {
    marks.add(new Mark(mark, temporary.savepoint()));
    return marks.size() - 1;
  }

  @Override
  public int savepoint() {
    marks.add(new Mark(database.savepoint(), temporary.savepoint()));
    return marks.size() - 1;
  }

  @Override
  public void rollbackTo(int mark) {
    Mark both = marks.get(mark);
    database.rollbackTo(both.database);
    temporary.rollbackTo(both.temporary);
  }

  @Override
  public CommitResult commit(long result) {
    boolean committed = false;
    try {
      CommitResult outcome = commitOrKeep(result);
      committed = outcome instanceof CommitResult.Committed;
      return outcome;
    } finally {
      if (!committed) {
        rollback();
      }
    }
  }

  @Override
  public CommitResult commitOrKeep(long result) {
    CommitResult outcome = database.commitOrKeep(result);
    if (outcome instanceof CommitResult.Committed) {
      InvariantViolation.check(
          temporary.commit() instanceof CommitResult.Committed,
          "no other transaction changes a private store");
    }
    return outcome;
  }

  /** Prepares the part of the database; that of the temporary trees must have no writes. */
  @Override
  public void waitForPrepared(LockWaitPolicy policy) {
    database.waitForPrepared(policy);
  }

  @Override
  public CommitResult prepare(String gid, long owner) {
    try {
      InvariantViolation.check(
          !temporary.hasWrites(), "what is prepared has not written temporary trees");
      return database.prepare(gid, owner);
    } finally {
      rollback();
    }
  }

  @Override
  public void confirm() {
    database.confirm();
  }

  @Override
  public void restart(LockWaitPolicy policy) {
    database.restart(policy);
    temporary.restart(policy);
    marks.clear();
  }

  @Override
  public void useFreshName() {
    database.useFreshName();
  }

  @Override
  public @Nullable TransactionName submittedName() {
    return database.submittedName();
  }

  @Override
  public void holdReads() {
    database.holdReads();
    temporary.holdReads();
  }

  @Override
  public void rollback() {
    database.rollback();
    temporary.rollback();
  }

  @Override
  public void abandon(String reason) {
    database.abandon(reason);
    temporary.abandon(reason);
  }

  @Override
  public boolean isOpen() {
    return database.isOpen();
  }

  @Override
  public long snapshotPosition() {
    return database.snapshotPosition();
  }

  @Override
  public long snapshotEpoch() {
    return database.snapshotEpoch();
  }
}
