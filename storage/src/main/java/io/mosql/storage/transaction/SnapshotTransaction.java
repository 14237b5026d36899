package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.certify.Certifier;
import io.mosql.storage.certify.CertifierVerdict;
import io.mosql.storage.certify.CertifierVerdict.Rejected;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.PreparedGuard;
import io.mosql.storage.certify.PreparedTransaction;
import io.mosql.storage.certify.Read;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.GroupCommit;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockState.Hold;
import io.mosql.storage.lock.LockState.Owner;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.lock.RowLock;
import io.mosql.storage.object.LargeObjectRows;
import io.mosql.storage.object.LargeObjectUse;
import io.mosql.storage.transaction.TreeOverlay.Operation;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TreeEstimates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A transaction over one published root: it uses no latches, blocks other transactions only by row
 * locks, and its writes are invisible before the certifier has accepted it. Its snapshot moves
 * forward only when all its reads give the same result in the newer root.
 */
public final class SnapshotTransaction implements Transaction {
  /** A request that failed this often gets an exclusive turn. */
  private static final int LOSSES_BEFORE_TURN = 3;

  /**
   * A commit retries the comparison of a tree under concurrent writes this often before it fails.
   */
  private static final int COMPARISONS_MAX = 8;

  private final TransactionContext context;
  private final GroupCommit pipeline;
  private final TransactionOptions how;
  private final CurrentStatement statement = new CurrentStatement();
  private final TransactionTrees views;
  private final OverlayReader reads;
  private final WriteMemoryBudget.Share space;
  private final WriteSet changes;
  private final Owner owner;
  private final LargeObjectUse largeObjects;

  /** The reads that {@link #takeSnapshot} fixed; null before. */
  private @Nullable TransactionReader earlier;

  private int statementMark;
  private @Nullable Hold statementHold;
  private boolean statementReserves;
  private boolean statementHoldsSums;
  private long position;
  private long epoch = CommitRequest.ANY_EPOCH;
  private int losses;
  private @Nullable TransactionName submitted;
  private boolean nameWithheld;

  /** The identifier that it is prepared under, and the account that prepares it. */
  private @Nullable String gid;

  private long account;

  /** How its commit waits for prepared transactions; null for not at all. */
  private @Nullable LockWaitPolicy commitWait;

  private boolean open = true;

  /** Whether reads go on when the transaction has committed. */
  private boolean holdsReads;

  /** Whether it has its snapshot and its writes, so that it can be read. */
  private boolean readable = true;

  public SnapshotTransaction(TransactionContext context, TransactionOptions how) {
    StoreOptions options = context.options();
    Snapshot pin = context.pins().apply(how.owner());
    this.context = context;
    this.pipeline = context.pipeline();
    this.how = how;
    this.views = new TransactionTrees(pin, how.level(), options.comparedRowsMax(), statement);
    this.reads = new OverlayReader(this, false, how.readOnly());
    this.space = context.writeMemory().share();
    this.changes = new WriteSet(reads.certified(), statement, options.transactionBytesMax(), space);
    this.owner = new Owner(how.owner());
    this.largeObjects = new LargeObjectUse(context.largeObjects());
    this.position = pin.root().position();
  }

  @Override
  public CertificationLevel level() {
    return how.level();
  }

  @Override
  public TreeReader certified() {
    return reads.certified();
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    return reads.get(tree, key, columns);
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    return reads.scan(tree, from, to, reverse, columns);
  }

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    return reads.count(tree, from, to);
  }

  @Override
  public byte @Nullable [] getUnrecorded(long tree, byte[] key) {
    return reads.getUnrecorded(tree, key);
  }

  @Override
  public RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    return reads.scanUnrecorded(tree, from, to, reverse);
  }

  @Override
  public @Nullable ParallelScan scanParallel(
      long tree,
      byte @Nullable [] from,
      byte @Nullable [] to,
      ColumnSet columns,
      long rowsMin,
      long partRows) {
    return reads.scanParallel(tree, from, to, columns, rowsMin, partRows);
  }

  @Override
  public void readWhole(long tree) {
    reads.readWhole(tree);
  }

  @Override
  public void readFrom(long tree, List<byte[]> keys) {
    reads.readFrom(tree, keys);
  }

  @Override
  public LargeObject.Source largeObjects() {
    return largeObjects.source(this::largeObjectRow);
  }

  /** A row of the snapshot or, when it has ended or moved, of the newest root. */
  private byte @Nullable [] largeObjectRow(byte[] key) {
    if (readable) {
      byte[] row = reads.getUnrecorded(SystemTrees.LARGE_OBJECTS, key);
      if (row != null) {
        return row;
      }
    }
    try (Snapshot newest = context.pins().apply(how.owner())) {
      return newest.root().get(SystemTrees.LARGE_OBJECTS, key);
    }
  }

  @Override
  public boolean claimLargeObject(LargeObject object, long owned) {
    byte[] key = LargeObjectRows.claimKey(object.id());
    boolean claims =
        context.largeObjects().isHeld(object.id())
            && getUnrecorded(SystemTrees.LARGE_OBJECTS, key) == null
            && insert(SystemTrees.LARGE_OBJECTS, key, LargeObjectRows.claim(object, owned));
    if (claims) {
      put(owned, key, LargeObjectRows.reference());
      largeObjects.hold(object.id(), false);
    }
    return claims;
  }

  @Override
  public boolean releaseLargeObject(long id, long owned) {
    largeObjects.suspect(id);
    return delete(owned, LargeObjectRows.claimKey(id));
  }

  @Override
  public void holdLargeObject(long id) {
    largeObjects.hold(id, true);
  }

  @Override
  public TreeEstimates estimates() {
    return reads.estimates();
  }

  @Override
  public boolean hasTree(long tree) {
    return reads.hasTree(tree);
  }

  @Override
  public long treePosition(long tree) {
    return reads.treePosition(tree);
  }

  @Override
  public boolean hasWritten(long tree) {
    return reads.hasWritten(tree);
  }

  @Override
  public TransactionReader takeSnapshot() {
    checkOpen();
    views.keepReplaced();
    if (earlier == null) {
      earlier = new OverlayReader(this, true, how.readOnly());
    }
    return earlier;
  }

  @Override
  public void dropSnapshot() {
    views.forgetReplaced();
  }

  @Override
  public boolean insert(long tree, byte[] key, byte[] row) {
    return changes.insert(viewToWrite(tree), key, row);
  }

  @Override
  public boolean delete(long tree, byte[] key) {
    return changes.delete(viewToWrite(tree), key);
  }

  @Override
  public PatchResult patch(long tree, byte[] key, List<FieldPatch> patch) {
    return changes.patch(viewToWrite(tree), key, patch);
  }

  @Override
  public void put(long tree, byte[] key, byte[] value) {
    changes.put(viewToWrite(tree), key, value);
  }

  @Override
  public void remove(long tree, byte[] key) {
    changes.remove(viewToWrite(tree), key);
  }

  @Override
  public long newId() {
    checkOpen();
    return context.ids().getAsLong();
  }

  @Override
  public void createTree(long tree) {
    TreeOverlay view = viewToChange(tree);
    if (view.exists() || view.hasSnapshot()) {
      throw new InvariantViolation("the id of a new tree was never used, not " + tree);
    }
    changes.operate(view, Operation.CREATE);
  }

  @Override
  public void dropTree(long tree) {
    TreeOverlay view = viewToWrite(tree);
    suspectLargeObjects();
    changes.operate(view, view.hasSnapshot() ? Operation.DROP : Operation.NONE);
  }

  @Override
  public void truncateTree(long tree) {
    TreeOverlay view = viewToWrite(tree);
    suspectLargeObjects();
    changes.operate(view, view.hasSnapshot() ? Operation.TRUNCATE : Operation.CREATE);
  }

  private void suspectLargeObjects() {
    Tree objects = views.root().tree(SystemTrees.LARGE_OBJECTS);
    if (objects != null && objects.size() > 0) {
      largeObjects.suspectAll();
    }
  }

  @Override
  public boolean hasWrites() {
    checkOpen();
    return views.isWritten();
  }

  @Override
  public long writtenBytes() {
    return changes.bytes();
  }

  @Override
  public LockResult lockRow(long tree, byte[] key, LockMode mode, LockWaitPolicy policy) {
    TreeOverlay view = viewToChange(tree);
    if (!acquire(tree, key, mode, policy)) {
      return LockResult.HELD;
    }
    Root newest = pipeline.snapshot();
    if (!view.showsSnapshot() || newest.sharesTree(views.root(), tree)) {
      return LockResult.CURRENT;
    }
    byte[] then = view.baseRow(key);
    byte[] now = newest.get(tree, key);
    boolean same =
        then == null || now == null
            ? then == now
            : Fingerprint.sameSelection(then, now, mode.reads());
    return same ? LockResult.CURRENT : LockResult.CHANGED;
  }

  @Override
  public LockResult lockPrefix(long tree, byte[] prefix, LockWaitPolicy policy) {
    TreeOverlay view = viewToChange(tree);
    if (!acquire(tree, prefix, LockMode.WHOLE, policy)) {
      return LockResult.HELD;
    }
    Root newest = pipeline.snapshot();
    if (!view.showsSnapshot() || newest.sharesTree(views.root(), tree)) {
      return LockResult.CURRENT;
    }
    byte[] end = Keys.prefixEnd(prefix);
    return newest.count(tree, prefix, end) == views.root().count(tree, prefix, end)
        ? LockResult.CURRENT
        : LockResult.CHANGED;
  }

  private boolean acquire(long tree, byte[] key, LockMode mode, LockWaitPolicy policy) {
    if (how.locksRows() && !context.locks().acquire(owner, tree, key, mode, policy)) {
      return false;
    }
    if (how.level() != CertificationLevel.SERIALIZABLE
        && how.locksRows()
        && epoch == CommitRequest.ANY_EPOCH) {
      epoch = views.root().epoch();
    }
    return true;
  }

  @Override
  public boolean beginStatement(@Nullable ConflictHistory history) {
    checkOpen();
    if (history != null) {
      history.forgetOtherEpochs(views.root().epoch());
    }
    statement.begin(history);
    statementMark = changes.size();
    statementHold = context.locks().mark(owner);
    ConflictHistory learns = how.readOnly() || !how.locksRows() ? null : history;
    statementReserves = learns != null && learns.shouldLock();
    statementHoldsSums = learns != null && learns.shouldLockAdditions();
    return how.level() != CertificationLevel.READ_COMMITTED
        || pipeline.snapshot() == views.root()
        || refresh();
  }

  @Override
  public boolean locksReads() {
    return statementReserves;
  }

  @Override
  public boolean locksAdditions() {
    return statementHoldsSums;
  }

  @Override
  public void undoStatement() {
    checkOpen();
    changes.undoTo(statementMark, false);
    views.undoReads();
  }

  @Override
  public void failStatement() {
    if (open) {
      changes.undoTo(statementMark, true);
      context.locks().releaseTo(owner, statementHold);
    }
  }

  @Override
  public boolean refresh() {
    checkOpen();
    Snapshot next = context.pins().apply(how.owner());
    boolean moved = false;
    try {
      Root root = next.root();
      List<TreeOverlay> changed = views.changed(root);
      Rejected broken = brokenIn(root, changed);
      if (broken != null && reverify(views.changed(root), root)) {
        broken = brokenIn(root, changed);
      }
      if (broken != null) {
        recordConflict(
            new CommitResult.Conflict(broken.tree(), broken.key(), broken.reason().text()));
      }
      moved = broken == null && views.moveTo(next);
      if (moved) {
        position = root.position();
      }
      return moved;
    } finally {
      if (!moved) {
        next.close();
      }
    }
  }

  /** Whether any read of a whole tree has the same rows in the newer root; it is valid there. */
  private static boolean reverify(List<TreeOverlay> changed, Root root) {
    boolean any = false;
    for (TreeOverlay view : changed) {
      any |= view.reverify(root);
    }
    return any;
  }

  private @Nullable Rejected brokenIn(Root root, List<TreeOverlay> changed) {
    return Certifier.judge(root, request(changed, true)) instanceof Rejected rejected
        ? rejected
        : null;
  }

  @Override
  public int savepoint() {
    checkOpen();
    return changes.size();
  }

  @Override
  public void rollbackTo(int mark) {
    checkOpen();
    changes.undoTo(mark, true);
    statementMark = Math.min(statementMark, mark);
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
  public CommitResult prepare(String identifier, long preparedBy) {
    checkOpen();
    gid = identifier;
    account = preparedBy;
    return commit();
  }

  @Override
  public void waitForPrepared(LockWaitPolicy policy) {
    commitWait = policy;
  }

  @Override
  public CommitResult commitOrKeep(long count) {
    if (!hasWrites() && gid == null) {
      end();
      return new CommitResult.Committed(snapshotPosition());
    }
    boolean kept = false;
    boolean committed = false;
    try {
      // The certifier reads the snapshot too, so its pages must be kept.
      checkLeads();
      if (gid != null && !context.locks().name(owner, gid)) {
        return new CommitResult.Conflict(
            SystemTrees.PREPARED, null, CertifierVerdict.Reason.KEY_PRESENT.text());
      }
      // The record contains a second copy of the changes.
      Interrupts.chargeMemoryUncancelled(changes.bytes());
      boolean allReads = how.level() == CertificationLevel.REPEATABLE_READ && views.hasAdditions();
      CommitResult result = submit(allReads, count);
      if (how.level() == CertificationLevel.REPEATABLE_READ
          && result instanceof CommitResult.Conflict conflict
          && conflict.isOfRead()) {
        result = submit(!allReads, count);
      }
      if (result instanceof CommitResult.Conflict conflict) {
        kept = true;
        recordConflict(conflict);
      }
      committed = result instanceof CommitResult.Committed;
      return result;
    } finally {
      if (committed) {
        end();
      } else if (!kept) {
        rollback();
      }
    }
  }

  /**
   * Submits to the certifier, again when only a Table read was invalid and its rows are the same by
   * value.
   *
   * @param allReads whether plain reads are certified where the level certifies only rows that are
   *     written: if all of them are valid, the transaction counts as begun now
   */
  private CommitResult submit(boolean allReads, long count) {
    int comparisons = 0;
    while (true) {
      CommitRequest request = request(views.sorted(), allReads).withResult(count);
      String identifier = gid;
      List<RowLock> locks = identifier == null ? List.of() : context.locks().locksOf(owner);
      if (identifier != null) {
        List<Read> lasting = new ArrayList<>();
        views.sorted().forEach(view -> view.addLastingReads(lasting, allReads));
        request =
            request.withPhase(
                new CommitRequest.Phase.Prepare(
                    identifier, account, context.clock().wallMicros(), lasting, locks));
      }
      assert request.isInOrder() : "the writes of a request are in the order of trees and keys";
      submitted = new TransactionName(request.id(), pipeline.published().position());
      CommitResult result = pipeline.commit(request);
      if (result instanceof CommitResult.Committed committed) {
        context
            .recentConflicts()
            .committed(committed.position(), how.owner(), request.writes(), changes.bytes());
        if (identifier != null) {
          context
              .locks()
              .keep(
                  owner,
                  identifier,
                  locks,
                  () ->
                      pipeline.leads()
                          && PreparedTransaction.exists(pipeline.published(), identifier));
        }
      }
      LockWaitPolicy wait = commitWait;
      if (identifier == null
          && wait != null
          && result instanceof CommitResult.Conflict held
          && held.isHeld()) {
        String holding = PreparedGuard.holding(pipeline.published(), request);
        if (holding != null) {
          context.locks().awaitPrepared(owner, holding, wait);
        }
        checkLeads();
        continue;
      }
      if (!(result instanceof CommitResult.Conflict lost)
          || !lost.isOfTable()
          || comparisons++ == COMPARISONS_MAX
          || !views.view(lost.tree()).reverify(pipeline.snapshot())) {
        return result;
      }
    }
  }

  @Override
  public void confirm() {
    checkOpen();
    if (!pipeline.isReplicated()) {
      return;
    }
    confirm(pipeline.barrier());
  }

  /**
   * The same, once a barrier was delivered.
   *
   * @param confirmed the epoch in which it was written
   */
  public void confirm(long confirmed) {
    Root root = pipeline.snapshot();
    boolean holds =
        views.root().epoch() == confirmed
            || (!how.readOnly() && brokenIn(root, views.changed(root)) == null);
    if (!holds) {
      throw StorageErrorMessage.LEADERSHIP_LOST.error();
    }
  }

  /**
   * @throws io.mosql.core.error.MosqlException 57P05 when this node does not certify commits, 40001
   *     when it did and this transaction depends on state that was lost with the leadership
   */
  private void checkLeads() {
    if (owner.isLost() || (!pipeline.leads() && (views.isWritten() || !owner.isIdle()))) {
      pipeline.snapshot();
      throw StorageErrorMessage.LEADERSHIP_LOST.error();
    }
    pipeline.checkLeads();
  }

  private void recordConflict(CommitResult.Conflict conflict) {
    losses++;
    view(conflict.tree()).recordConflict(conflict.key());
    context
        .recentConflicts()
        .lost(context.clock().wallMicros(), how.owner(), snapshotPosition(), conflict);
  }

  @Override
  public void restart(LockWaitPolicy policy) {
    checkOpen();
    if (losses >= LOSSES_BEFORE_TURN && how.locksRows()) {
      Set<Long> trees = new HashSet<>();
      views.sorted().forEach(view -> trees.add(view.id()));
      context.locks().takeTurn(owner, trees, policy);
    }
    changes.clear();
    nameWithheld = false;
    owner.restart();
    epoch = CommitRequest.ANY_EPOCH;
    views.restart(context.pins().apply(how.owner()));
    position = views.root().position();
  }

  private CommitRequest request(List<TreeOverlay> sorted, boolean allReads) {
    List<Read> reads = new ArrayList<>();
    sorted.forEach(view -> view.addReads(reads, allReads));
    Root root = views.root();
    TransactionName name = nameWithheld ? null : how.name();
    return new CommitRequest(
        name == null ? pipeline.nextTransactionId() : name.id(),
        root.timeline(),
        epoch,
        name == null ? pipeline.published().position() : name.origin(),
        reads,
        TransactionTrees.writes(sorted),
        root);
  }

  /** The commit request as of now. */
  public CommitRequest request() {
    return request(views.sorted(), false);
  }

  @Override
  public void useFreshName() {
    checkOpen();
    nameWithheld = true;
  }

  @Override
  public @Nullable TransactionName submittedName() {
    return submitted;
  }

  @Override
  public void abandon(String reason) {
    views.abandon(reason);
    space.giveUp();
    context.locks().abandon(owner);
  }

  @Override
  public void holdReads() {
    checkOpen();
    holdsReads = true;
  }

  /** Ends it after its commit. */
  private void end() {
    if (holdsReads) {
      open = false;
      largeObjects.endWrites();
      context.locks().release(owner);
    } else {
      rollback();
    }
  }

  @Override
  public void rollback() {
    open = false;
    readable = false;
    changes.clear();
    views.pin().close();
    context.locks().release(owner);
    largeObjects.endWrites();
    largeObjects.endReads();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public long snapshotPosition() {
    return position;
  }

  @Override
  public long snapshotEpoch() {
    return views.root().epoch();
  }

  void checkOpen() {
    if (!open) {
      throw new IllegalStateException("The transaction has ended");
    }
    views.pin().check();
  }

  void checkReadable() {
    if (!readable) {
      throw new IllegalStateException("The transaction has ended");
    }
    views.pin().check();
  }

  private TreeOverlay viewToWrite(long tree) {
    TreeOverlay view = viewToChange(tree);
    if (!view.exists()) {
      throw StorageErrorMessage.UNDEFINED_TREE.error(tree);
    }
    return view;
  }

  private TreeOverlay viewToChange(long tree) {
    if (how.readOnly()) {
      checkOpen();
      throw StorageErrorMessage.READ_ONLY_TRANSACTION.error();
    }
    checkOpen();
    checkLeads();
    return view(tree);
  }

  TreeOverlay view(long tree) {
    checkReadable();
    return views.view(tree);
  }

  /** The snapshot that it reads. */
  Snapshot pin() {
    checkReadable();
    return views.pin();
  }

  /** The root that it reads. */
  Root root() {
    checkReadable();
    return views.root();
  }
}
