package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.storage.OwnWrite.Kind;
import io.mosql.storage.TreeView.Hidden;
import io.mosql.storage.TreeView.Operation;
import io.mosql.storage.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction over one published root: no latches, nobody waits for it, and nothing of it is
 * visible before the certifier has accepted it.
 *
 * <p>For each key it keeps one net write:
 *
 * <pre>
 * before \ then   insert       delete    set       put       remove
 * (none)          INSERT       DELETE    PATCH     PUT       REMOVE
 * INSERT          present      (none)*   INSERT    INSERT    (none)*
 * REPLACE         present      DELETE    REPLACE   REPLACE   DELETE
 * PATCH           present      DELETE    PATCH     REPLACE   DELETE
 * PUT             present      REMOVE    PUT       PUT       REMOVE
 * DELETE          REPLACE      absent    absent    REPLACE   DELETE
 * REMOVE          PUT          absent    absent    PUT       REMOVE
 * </pre>
 *
 * What a write expects of its key is certified with the write; where the write goes (*, or is
 * undone) the expectation stays as a read, for the caller has seen that it was met.
 */
final class SnapshotTransaction implements Transaction {
  /** What to put back. */
  private record Undo(
      TreeView view, byte @Nullable [] key, @Nullable OwnWrite write, @Nullable Hidden hidden) {}

  private final CommitPipeline pipeline;
  private final Sequences sequences;
  private final StoreOptions options;
  private final Snapshot pin;
  private final long timeline;
  private final long position;
  private final boolean readOnly;

  private TreeView[] views = new TreeView[8];
  private int viewCount;
  private @Nullable TreeView lastView;
  private final List<Undo> journal = new ArrayList<>();
  private long bytes;
  private boolean open = true;

  SnapshotTransaction(
      CommitPipeline pipeline,
      Sequences sequences,
      StoreOptions options,
      Snapshot pin,
      boolean readOnly) {
    this.pipeline = pipeline;
    this.sequences = sequences;
    this.options = options;
    this.pin = pin;
    Root root = pin.root();
    this.timeline = root.timeline();
    this.position = root.position();
    this.readOnly = readOnly;
  }

  @Override
  public Level level() {
    return Level.SERIALIZABLE;
  }

  @Override
  public Reading certain() {
    return this;
  }

  @Override
  public RowCursor browse(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    return new ViewCursor(this, view(tree), from, to, reverse, ColumnSet.NONE, false);
  }

  @Override
  public PatchResult patch(long tree, byte[] key, List<FieldChange> changes) {
    return PatchResult.REFUSED;
  }

  @Override
  public Reserved reserve(long tree, byte[] key, ReservationMode mode, Patience patience) {
    return Reserved.CURRENT;
  }

  @Override
  public boolean beginStatement(@Nullable ReadHeat heat) {
    return true;
  }

  @Override
  public boolean reservesReads() {
    return false;
  }

  @Override
  public void undoStatement() {}

  @Override
  public void failStatement() {}

  @Override
  public boolean refresh() {
    return false;
  }

  @Override
  public CommitResult commitOrKeep() {
    return commit();
  }

  @Override
  public void restart(Patience patience) {}

  @Override
  public byte @Nullable [] get(long tree, byte[] key, ColumnSet columns) {
    TreeView view = view(tree);
    OwnWrite own = view.own(key);
    if (own == null) {
      byte[] row = view.baseRow(key);
      remember(view, key, columns, row);
      return row;
    }
    if (own.before() != null) {
      ColumnSet beneath = columns.minus(own.ordinals());
      if (!beneath.isEmpty()) {
        remember(view, key, beneath, own.before());
      }
    }
    return own.row();
  }

  @Override
  public byte @Nullable [] fetch(long tree, byte[] key) {
    TreeView view = view(tree);
    OwnWrite own = view.own(key);
    return own == null ? view.baseRow(key) : own.row();
  }

  @Override
  public RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    return new ViewCursor(this, view(tree), from, to, reverse, columns, !readOnly);
  }

  @Override
  public void readWhole(long tree) {
    TreeView view = view(tree);
    if (!readOnly) {
      view.reads().readWhole();
    }
  }

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    TreeView view = view(tree);
    Tree base = view.base();
    long count = base == null ? 0 : base.count(from, to);
    if (!readOnly && view.showsSnapshot()) {
      view.reads().count(from, to, count);
    }
    OwnWrites own = view.ownWrites();
    return own == null ? count : count + ownChange(view, own, from, to);
  }

  /** By how much own writes change the number of rows in [from, to). */
  private long ownChange(
      TreeView view, OwnWrites own, byte @Nullable [] from, byte @Nullable [] to) {
    long[] change = {0};
    own.forEach(
        from,
        to,
        (key, write) -> {
          switch (write.kind()) {
            case INSERT -> change[0]++;
            case DELETE -> change[0]--;
            case PUT, REMOVE -> {
              byte[] row = view.baseRow(key);
              remember(view, key, ColumnSet.NONE, row);
              change[0] += (write.row() == null ? 0 : 1) - (row == null ? 0 : 1);
            }
            case REPLACE, PATCH -> {}
          }
        });
    return change[0];
  }

  @Override
  public long estimate(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    checkOpen();
    Tree contents = pin.root().tree(tree);
    return contents == null ? 0 : contents.count(from, to);
  }

  @Override
  public boolean insert(long tree, byte[] key, byte[] row) {
    TreeView view = viewToWrite(tree);
    OwnWrite own = view.own(key);
    if (own != null) {
      if (own.row() != null) {
        return false;
      }
      write(view, key, OwnWrite.of(own.kind() == Kind.DELETE ? Kind.REPLACE : Kind.PUT, row));
      return true;
    }
    byte[] present = view.baseRowToInsert(key);
    if (present != null) {
      remember(view, key, ColumnSet.NONE, present);
      return false;
    }
    write(view, key, OwnWrite.of(Kind.INSERT, row));
    return true;
  }

  @Override
  public boolean delete(long tree, byte[] key) {
    TreeView view = viewToWrite(tree);
    OwnWrite own = view.own(key);
    if (own != null) {
      if (own.row() == null) {
        return false;
      }
      unwrite(view, key, own);
      return true;
    }
    if (view.baseRow(key) == null) {
      remember(view, key, ColumnSet.NONE, null);
      return false;
    }
    write(view, key, OwnWrite.of(Kind.DELETE, null));
    return true;
  }

  @Override
  public boolean set(long tree, byte[] key, int[] ordinals, byte[][] fields) {
    TreeView view = viewToWrite(tree);
    OwnWrite own = view.own(key);
    if (own != null) {
      byte[] row = own.row();
      if (row == null) {
        return false;
      }
      write(view, key, own.set(row, ordinals, fields));
      return true;
    }
    byte[] row = view.baseRow(key);
    if (row == null) {
      remember(view, key, ColumnSet.NONE, null);
      return false;
    }
    write(view, key, OwnWrite.patch(row, ordinals, fields));
    return true;
  }

  @Override
  public void put(long tree, byte[] key, byte[] value) {
    TreeView view = viewToWrite(tree);
    OwnWrite own = view.own(key);
    Kind kind = Kind.PUT;
    if (own != null && own.hasExpectation()) {
      kind = own.kind() == Kind.INSERT ? Kind.INSERT : Kind.REPLACE;
    }
    write(view, key, OwnWrite.of(kind, value));
  }

  @Override
  public void remove(long tree, byte[] key) {
    TreeView view = viewToWrite(tree);
    OwnWrite own = view.own(key);
    if (own == null) {
      write(view, key, OwnWrite.of(Kind.REMOVE, null));
    } else if (own.row() != null) {
      unwrite(view, key, own);
    }
  }

  /** Removes a row of which there is an own write. */
  private void unwrite(TreeView view, byte[] key, OwnWrite own) {
    switch (own.kind()) {
      case INSERT -> {
        remember(view, key, ColumnSet.NONE, null);
        write(view, key, null);
      }
      case PUT -> write(view, key, OwnWrite.of(Kind.REMOVE, null));
      default -> write(view, key, OwnWrite.of(Kind.DELETE, null));
    }
  }

  private void write(TreeView view, byte[] key, @Nullable OwnWrite write) {
    OwnWrite before = view.replace(key, write);
    journal.add(new Undo(view, key, before, null));
    bytes += (write == null ? 0 : write.bytes(key)) - (before == null ? 0 : before.bytes(key));
    if (bytes > options.transactionBytesMax()) {
      throw new MosqlException(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "the transaction writes more than " + options.transactionBytesMax() + " bytes");
    }
  }

  private void remember(TreeView view, byte[] key, ColumnSet columns, byte @Nullable [] row) {
    if (!readOnly && view.showsSnapshot()) {
      view.reads().point(key, columns, row);
    }
  }

  @Override
  public long newId() {
    checkOpen();
    return sequences.newId();
  }

  @Override
  public void createTree(long tree) {
    TreeView view = viewToChange(tree);
    if (view.exists() || view.hasSnapshot()) {
      throw new IllegalStateException("tree " + tree + " exists");
    }
    operate(view, Operation.CREATE);
  }

  @Override
  public void dropTree(long tree) {
    TreeView view = viewToWrite(tree);
    operate(view, view.hasSnapshot() ? Operation.DROP : Operation.NONE);
  }

  @Override
  public void truncateTree(long tree) {
    TreeView view = viewToWrite(tree);
    operate(view, view.hasSnapshot() ? Operation.TRUNCATE : Operation.CREATE);
  }

  private void operate(TreeView view, Operation operation) {
    journal.add(new Undo(view, null, null, view.operate(operation)));
  }

  @Override
  public boolean hasTree(long tree) {
    return view(tree).exists();
  }

  @Override
  public long treePosition(long tree) {
    checkOpen();
    return pin.root().treePosition(tree);
  }

  @Override
  public boolean hasWritten(long tree) {
    return view(tree).isWritten();
  }

  @Override
  public boolean hasWrites() {
    checkOpen();
    for (int i = 0; i < viewCount; i++) {
      if (views[i].isWritten()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int mark() {
    checkOpen();
    return journal.size();
  }

  @Override
  public void rollbackTo(int mark) {
    checkOpen();
    if (mark < 0 || mark > journal.size()) {
      throw new IllegalArgumentException("mark " + mark + " of " + journal.size());
    }
    while (journal.size() > mark) {
      Undo undo = journal.remove(journal.size() - 1);
      byte[] key = undo.key();
      if (undo.hidden() != null) {
        undo.view().undo(undo.hidden());
      } else if (key != null) {
        undo(undo.view(), key, undo.write());
      }
    }
  }

  private void undo(TreeView view, byte[] key, @Nullable OwnWrite before) {
    OwnWrite undone = view.replace(key, before);
    bytes += (before == null ? 0 : before.bytes(key)) - (undone == null ? 0 : undone.bytes(key));
    if (before == null && undone != null && undone.hasExpectation()) {
      remember(view, key, ColumnSet.NONE, view.baseRow(key));
    }
  }

  @Override
  public CommitResult commit() {
    if (!hasWrites()) {
      end();
      return new CommitResult.Committed(position);
    }
    try {
      // The certifier looks at the snapshot too, so that its pages must stay.
      return pipeline.commit(request());
    } finally {
      end();
    }
  }

  Request request() {
    TreeView[] sorted = Arrays.copyOf(views, viewCount);
    Arrays.sort(sorted, Comparator.comparingLong(TreeView::id));
    List<Read> reads = new ArrayList<>();
    int writeCount = 0;
    for (TreeView view : sorted) {
      writeCount += 1 + view.ownCount();
    }
    List<Write> writes = new ArrayList<>(writeCount);
    for (TreeView view : sorted) {
      view.reads().addTo(reads);
      view.addOperation(writes);
    }
    for (TreeView view : sorted) {
      view.addWrites(writes);
    }
    return new Request(
        pipeline.nextTransactionId(),
        timeline,
        Request.ANY_EPOCH,
        pipeline.published().position(),
        reads,
        writes,
        pin.root());
  }

  @Override
  public void rollback() {
    end();
  }

  @Override
  public void abandon(String reason) {
    pin.end(reason);
    pin.close();
  }

  private void end() {
    open = false;
    journal.clear();
    pin.close();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public long snapshotPosition() {
    return position;
  }

  void checkOpen() {
    if (!open) {
      throw new IllegalStateException("The transaction has ended");
    }
    pin.check();
  }

  private TreeView viewToWrite(long tree) {
    TreeView view = viewToChange(tree);
    if (!view.exists()) {
      throw new MosqlException(SqlState.INTERNAL_ERROR, "there is no tree " + tree);
    }
    return view;
  }

  private TreeView viewToChange(long tree) {
    if (readOnly) {
      checkOpen();
      throw new MosqlException(SqlState.READ_ONLY_TRANSACTION, "the transaction is read-only");
    }
    return view(tree);
  }

  private TreeView view(long tree) {
    checkOpen();
    TreeView view = lastView;
    if (view != null && view.id() == tree) {
      return view;
    }
    for (int i = 0; i < viewCount; i++) {
      if (views[i].id() == tree) {
        lastView = views[i];
        return views[i];
      }
    }
    return addView(tree);
  }

  private TreeView addView(long tree) {
    Root.TreeState state = pin.root().state(tree);
    SnapshotTree contents = state == null ? null : pin.hold(state.tree());
    long written = state == null ? 0 : state.position();
    TreeReads reads = new TreeReads(tree, contents, written, options.comparedRowsMax());
    TreeView view = new TreeView(tree, contents, reads);
    if (viewCount == views.length) {
      views = Arrays.copyOf(views, viewCount * 2);
    }
    views[viewCount++] = view;
    lastView = view;
    return view;
  }
}
