package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.storage.Reserving.Hold;
import io.mosql.storage.Reserving.Owner;
import io.mosql.storage.TreeView.Operation;
import io.mosql.storage.Verdict.Rejected;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A transaction over one published root: no latches, nobody waits for it but for rows that it
 * reserves, and nothing of it is visible before the certifier has accepted it. Its snapshot moves
 * forward only when all that it read reads the same there.
 */
final class SnapshotTransaction implements Transaction {
  /** A request that lost so often gets a turn. */
  private static final int LOSSES_BEFORE_TURN = 3;

  /** So often a commit compares a table that goes on being written, before it has lost. */
  private static final int COMPARISONS_MAX = 8;

  private final TransactionContext context;
  private final CommitPipeline pipeline;
  private final TransactionOptions how;
  private final StatementMark statement = new StatementMark();
  private final Views views;
  private final ViewReader certain;
  private final ViewReader plain;
  private final TransactionReads earlier;
  private final ChangesSpace.Share space;
  private final Changes changes;
  private final Owner owner;
  private int statementMark;
  private @Nullable Hold statementHold;
  private boolean statementReserves;
  private boolean statementHoldsSums;
  private long position;
  private long epoch = Request.ANY_EPOCH;
  private int losses;
  private @Nullable Submission submitted;
  private boolean nameWithheld;
  private boolean open = true;

  SnapshotTransaction(TransactionContext context, TransactionOptions how) {
    StoreOptions options = context.options();
    Snapshot pin = context.pins().apply(how.owner());
    this.context = context;
    this.pipeline = context.pipeline();
    this.how = how;
    this.views = new Views(pin, how.level(), options.comparedRowsMax(), statement);
    this.certain = new ViewReader(this, true, false, how.readOnly());
    this.plain = new ViewReader(this, false, false, how.readOnly());
    this.earlier = new Earlier();
    this.space = context.changesSpace().share();
    this.changes = new Changes(certain, statement, options.transactionBytesMax(), space);
    this.owner = new Owner(how.owner());
    this.position = pin.root().position();
  }

  @Override
  public Level level() {
    return how.level();
  }

  @Override
  public Reading certain() {
    return certain;
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    return plain.get(tree, key, columns);
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    return plain.scan(tree, from, to, reverse, columns);
  }

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    return plain.count(tree, from, to);
  }

  @Override
  public byte @Nullable [] fetch(long tree, byte[] key) {
    return fetch(view(tree), key, false);
  }

  private static byte @Nullable [] fetch(TreeView view, byte[] key, boolean earlier) {
    WritesByKey writes = ViewReader.writes(view, earlier);
    OwnWrite own = writes == null ? null : writes.get(key);
    return own == null ? view.baseRow(key) : own.row();
  }

  @Override
  public RowCursor browse(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    return new ViewCursor(this, view(tree), from, to, reverse, ColumnSet.NONE, null, false);
  }

  @Override
  public TransactionReads takeSnapshot() {
    checkOpen();
    views.keepReplaced();
    return earlier;
  }

  @Override
  public void dropSnapshot() {
    views.forgetReplaced();
  }

  /** Reads of what {@link #takeSnapshot} fixed. */
  private final class Earlier implements TransactionReads {
    private final ViewReader certain =
        new ViewReader(SnapshotTransaction.this, true, true, how.readOnly());
    private final ViewReader plain =
        new ViewReader(SnapshotTransaction.this, false, true, how.readOnly());

    @Override
    public Reading certain() {
      return certain;
    }

    @Override
    public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
      return plain.get(tree, key, columns);
    }

    @Override
    public RowCursor scan(
        long tree,
        byte @Nullable [] from,
        byte @Nullable [] to,
        boolean reverse,
        ColumnSet columns) {
      return plain.scan(tree, from, to, reverse, columns);
    }

    @Override
    public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
      return plain.count(tree, from, to);
    }

    @Override
    public byte @Nullable [] fetch(long tree, byte[] key) {
      return SnapshotTransaction.fetch(view(tree), key, true);
    }

    @Override
    public RowCursor browse(
        long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
      return new ViewCursor(
          SnapshotTransaction.this, view(tree), from, to, reverse, ColumnSet.NONE, null, true);
    }
  }

  @Override
  public void readWhole(long tree) {
    TreeView view = view(tree);
    if (!how.readOnly()) {
      view.certain().readWhole();
    }
  }

  @Override
  public void readFrom(long tree, List<byte[]> keys) {
    TreeView view = view(tree);
    if (!how.readOnly()) {
      view.certain().readFrom(keys);
    }
  }

  @Override
  public Estimates estimates() {
    checkOpen();
    return views.root();
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
  public PatchResult patch(long tree, byte[] key, List<FieldChange> patch) {
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
    TreeView view = viewToChange(tree);
    if (view.exists() || view.hasSnapshot()) {
      throw new IllegalStateException("tree " + tree + " exists");
    }
    changes.operate(view, Operation.CREATE);
  }

  @Override
  public void dropTree(long tree) {
    TreeView view = viewToWrite(tree);
    changes.operate(view, view.hasSnapshot() ? Operation.DROP : Operation.NONE);
  }

  @Override
  public void truncateTree(long tree) {
    TreeView view = viewToWrite(tree);
    changes.operate(view, view.hasSnapshot() ? Operation.TRUNCATE : Operation.CREATE);
  }

  @Override
  public boolean hasTree(long tree) {
    return view(tree).exists();
  }

  @Override
  public long treePosition(long tree) {
    checkOpen();
    return views.root().treePosition(tree);
  }

  @Override
  public boolean hasWritten(long tree) {
    return view(tree).isWritten();
  }

  @Override
  public boolean hasWrites() {
    checkOpen();
    return views.isWritten();
  }

  @Override
  public Reserved reserve(long tree, byte[] key, ReservationMode mode, Patience patience) {
    TreeView view = viewToChange(tree);
    if (how.reserves() && !context.locks().reserve(owner, tree, key, mode, patience)) {
      return Reserved.HELD;
    }
    if (how.level() != Level.SERIALIZABLE && how.reserves() && epoch == Request.ANY_EPOCH) {
      epoch = views.root().epoch();
    }
    Root newest = pipeline.snapshot();
    if (!view.showsSnapshot() || newest.sharesTree(views.root(), tree)) {
      return Reserved.CURRENT;
    }
    byte[] then = view.baseRow(key);
    byte[] now = newest.get(tree, key);
    boolean same =
        then == null || now == null
            ? then == now
            : Fingerprint.sameSelection(then, now, mode.reads());
    return same ? Reserved.CURRENT : Reserved.CHANGED;
  }

  @Override
  public boolean beginStatement(@Nullable ReadHeat heat) {
    checkOpen();
    if (heat != null) {
      heat.inEpoch(views.root().epoch());
    }
    statement.begin(heat);
    statementMark = changes.size();
    statementHold = context.locks().mark(owner);
    ReadHeat learns = how.readOnly() || !how.reserves() ? null : heat;
    statementReserves = learns != null && learns.begin();
    statementHoldsSums = learns != null && learns.beginSums();
    return how.level() != Level.READ_COMMITTED || pipeline.snapshot() == views.root() || refresh();
  }

  @Override
  public boolean reservesReads() {
    return statementReserves;
  }

  @Override
  public boolean holdsSums() {
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
      List<TreeView> changed = views.changed(root);
      Rejected broken = brokenIn(root, changed);
      if (broken != null && TableReads.reverify(views.changed(root), root)) {
        broken = brokenIn(root, changed);
      }
      if (broken != null) {
        lost(new CommitResult.Conflict(broken.tree(), broken.key(), broken.reason().text()));
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

  private @Nullable Rejected brokenIn(Root root, List<TreeView> changed) {
    return Certifier.judge(root, request(changed, true)) instanceof Rejected rejected
        ? rejected
        : null;
  }

  @Override
  public int mark() {
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
  public CommitResult commit() {
    return commit(Outcomes.NO_RESULT);
  }

  @Override
  public CommitResult commit(long result) {
    try {
      return commitOrKeep(result);
    } finally {
      rollback();
    }
  }

  @Override
  public CommitResult commitOrKeep() {
    return commitOrKeep(Outcomes.NO_RESULT);
  }

  @Override
  public CommitResult commitOrKeep(long count) {
    if (!hasWrites()) {
      long position = snapshotPosition();
      rollback();
      return new CommitResult.Committed(position);
    }
    boolean kept = false;
    try {
      // The certifier looks at the snapshot too, so that its pages must stay.
      checkLeads();
      // The record has the changes once more.
      Interrupts.keepUncancelled(changes.bytes());
      boolean allReads = how.level() == Level.REPEATABLE_READ && views.adds();
      CommitResult result = submit(allReads, count);
      if (how.level() == Level.REPEATABLE_READ
          && result instanceof CommitResult.Conflict conflict
          && conflict.isOfRead()) {
        result = submit(!allReads, count);
      }
      if (result instanceof CommitResult.Conflict conflict) {
        kept = true;
        lost(conflict);
      }
      return result;
    } finally {
      if (!kept) {
        rollback();
      }
    }
  }

  /**
   * Asks the certifier, again when only a Table read was broken and what was read there is the same
   * by value.
   *
   * @param allReads whether plain reads are judged where the level only judges rows that are
   *     written: if all of them hold, the transaction may as well have begun now
   */
  private CommitResult submit(boolean allReads, long count) {
    int comparisons = 0;
    while (true) {
      Request request = request(views.sorted(), allReads).withResult(count);
      submitted = new Submission(request.id(), pipeline.published().position());
      CommitResult result = pipeline.commit(request);
      if (result instanceof CommitResult.Committed committed) {
        context.recentConflicts().committed(committed.position(), how.owner(), request.writes());
      }
      if (!(result instanceof CommitResult.Conflict lost)
          || !lost.isOfTable()
          || comparisons++ == COMPARISONS_MAX
          || !TableReads.reverify(views.view(lost.tree()), pipeline.snapshot())) {
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
   * @param confirmed the epoch that it was written in
   */
  void confirm(long confirmed) {
    Root root = pipeline.snapshot();
    boolean holds =
        views.root().epoch() == confirmed
            || (!how.readOnly() && brokenIn(root, views.changed(root)) == null);
    if (!holds) {
      throw NotLeading.lost();
    }
  }

  /**
   * @throws MosqlException 57P05 when this node does not judge commits, 40001 when it did and this
   *     transaction has something that went with that
   */
  private void checkLeads() {
    if (owner.isLost() || (!pipeline.leads() && (views.isWritten() || !owner.isIdle()))) {
      pipeline.snapshot();
      throw NotLeading.lost();
    }
    pipeline.checkLeads();
  }

  private void lost(CommitResult.Conflict conflict) {
    losses++;
    view(conflict.tree()).blame(conflict.key());
    context.recentConflicts().lost(context.clock().wallMicros(), how.owner(), snapshotPosition(), conflict);
  }

  @Override
  public void restart(Patience patience) {
    checkOpen();
    if (losses >= LOSSES_BEFORE_TURN && how.reserves()) {
      Set<Long> trees = new HashSet<>();
      views.sorted().forEach(view -> trees.add(view.id()));
      context.locks().turn(owner, trees, patience);
    }
    changes.clear();
    nameWithheld = false;
    owner.renew();
    epoch = Request.ANY_EPOCH;
    views.restart(context.pins().apply(how.owner()));
    position = views.root().position();
  }

  private Request request(List<TreeView> sorted, boolean allReads) {
    List<Read> reads = new ArrayList<>();
    sorted.forEach(view -> view.addReads(reads, allReads));
    Root root = views.root();
    TransactionName name = nameWithheld ? null : how.name();
    return new Request(
        name == null ? pipeline.nextTransactionId() : name.id(),
        root.timeline(),
        epoch,
        name == null ? pipeline.published().position() : name.origin(),
        reads,
        Views.writes(sorted),
        root);
  }

  /** What it would ask the certifier now. */
  Request request() {
    return request(views.sorted(), false);
  }

  @Override
  public void withholdName() {
    checkOpen();
    nameWithheld = true;
  }

  @Override
  public @Nullable Submission submitted() {
    return submitted;
  }

  @Override
  public void abandon(String reason) {
    views.abandon(reason);
    space.giveUp();
    context.locks().abandon(owner);
  }

  @Override
  public void rollback() {
    open = false;
    changes.clear();
    views.pin().close();
    context.locks().release(owner);
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

  private TreeView viewToWrite(long tree) {
    TreeView view = viewToChange(tree);
    if (!view.exists()) {
      throw new MosqlException(SqlState.INTERNAL_ERROR, "there is no tree " + tree);
    }
    return view;
  }

  private TreeView viewToChange(long tree) {
    if (how.readOnly()) {
      checkOpen();
      throw new MosqlException(SqlState.READ_ONLY_TRANSACTION, "the transaction is read-only");
    }
    checkLeads();
    return view(tree);
  }

  TreeView view(long tree) {
    checkOpen();
    return views.view(tree);
  }
}
