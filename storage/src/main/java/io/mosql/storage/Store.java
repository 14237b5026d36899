package io.mosql.storage;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.PreparedTransaction;
import io.mosql.storage.certify.Write;
import io.mosql.storage.checkpoint.Checkpoint;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.checkpoint.CheckpointStatus;
import io.mosql.storage.checkpoint.Checkpointer;
import io.mosql.storage.checkpoint.PinnedCheckpoint;
import io.mosql.storage.checkpoint.StorageStatistics;
import io.mosql.storage.commit.CheckpointProvider;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.CommitStatistics;
import io.mosql.storage.commit.DirtyTracker;
import io.mosql.storage.commit.GroupCommit;
import io.mosql.storage.commit.LocalGroupCommit;
import io.mosql.storage.commit.ReplicatedGroupCommit;
import io.mosql.storage.commit.StoreEvents;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.commit.TransientLog;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.lock.LockManager;
import io.mosql.storage.lock.RowLockInfo;
import io.mosql.storage.object.LargeObjectRegistry;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.ConflictInfo;
import io.mosql.storage.transaction.RecentConflicts;
import io.mosql.storage.transaction.SnapshotTransaction;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionContext;
import io.mosql.storage.transaction.TransactionName;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.transaction.TransactionOutcome;
import io.mosql.storage.transaction.WriteMemoryBudget;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.ContentCheck;
import io.mosql.storage.version.ContentDigest;
import io.mosql.storage.version.OutcomeTable;
import io.mosql.storage.version.OutcomeWindow;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SnapshotInfo;
import io.mosql.storage.version.SnapshotRegistry;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TransactionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An open database: transactions over a durable log.
 *
 * <p>Failure: once the log has failed every method that begins or commits anything fails with
 * 58030, and nothing is published any more; running transactions may still read. Thread-safe.
 */
public final class Store implements AutoCloseable {
  private final GroupCommit pipeline;
  private final StoreOptions options;
  private final SnapshotRegistry snapshots;
  private final Sequences sequences;
  private final LargeObjects largeObjects;
  private final LockManager lockManager;
  private final RecentConflicts conflicts = new RecentConflicts();
  private final TransactionContext transactions;
  private final Clock clock;
  private final RandomSource random;
  private final long openedWallMicros;

  /** Null for a database that has no files. */
  private final @Nullable Checkpointer checkpointer;

  private final @Nullable PageStore pages;

  private Store(
      GroupCommit pipeline,
      StoreOptions options,
      SnapshotRegistry snapshots,
      Clock clock,
      RandomSource random,
      @Nullable Checkpointer checkpointer,
      @Nullable PageStore pages,
      long firstId) {
    this.pipeline = pipeline;
    this.options = options;
    this.snapshots = snapshots;
    this.clock = clock;
    this.random = random;
    this.openedWallMicros = clock.wallMicros();
    this.checkpointer = checkpointer;
    this.pages = pages;
    this.sequences = new Sequences(this, firstId);
    this.lockManager = new LockManager(clock);
    this.transactions =
        new TransactionContext(
            options,
            pipeline,
            this::pin,
            sequences::newId,
            new WriteMemoryBudget(options.changesHeapMax()),
            lockManager,
            conflicts,
            clock,
            new LargeObjectRegistry());
    this.largeObjects = new LargeObjects(this, transactions.largeObjects());
    pipeline.onLeadChange(
        root -> lockManager.restore(PreparedTransaction.locksIn(root)),
        () -> {
          lockManager.releaseAll();
          sequences.forget();
        });
  }

  /**
   * Opens a database that consists only of its log: its data is in memory, replayed from the first
   * record.
   *
   * @param log not opened yet; closed with the store
   * @throws io.mosql.core.error.MosqlException XX001 when the log is damaged or does not fit
   *     together
   */
  public static Store open(CommitLog log, Clock clock, RandomSource random, StoreOptions options) {
    Store store = openUnstarted(log, clock, random, options);
    store.start();
    return store;
  }

  /** Opens a store without background threads, whose work the caller does. For simulations. */
  public static Store openUnstarted(
      CommitLog log, Clock clock, RandomSource random, StoreOptions options) {
    return openUnstarted(log, clock, random, options, SystemTrees.FIRST_USER_ID);
  }

  /**
   * Opens the private store of a session, for temporary trees: it has no thread, and its ids are
   * those of no other store.
   *
   * @param number of the session, unique in the process
   */
  public static Store openPrivate(
      Clock clock, RandomSource random, StoreOptions options, long number) {
    return openUnstarted(
        new TransientLog(),
        clock,
        random,
        options,
        SystemTrees.FIRST_TEMPORARY_ID + (number << 32));
  }

  private static Store openUnstarted(
      CommitLog log, Clock clock, RandomSource random, StoreOptions options, long firstId) {
    Root start = Root.empty(options.shape()).withOutcomeWindow(options.outcomes());
    return openUnstarted(log, clock, random, options, firstId, start);
  }

  /**
   * Opens a store that consists only of its log and begins with the newest published root of this
   * one, whose pages must be in memory, too. Counters go on after their last issued numbers.
   *
   * @param log not opened yet, and without records; closed with the copy
   */
  public Store copy(CommitLog log, Clock otherClock, RandomSource otherRandom, StoreOptions how) {
    if (pages != null) {
      throw new IllegalStateException("a store in files has no copy in memory");
    }
    sequences.settleAll();
    Store copy =
        openUnstarted(
            log, otherClock, otherRandom, how, SystemTrees.FIRST_USER_ID, pipeline.published());
    copy.start();
    return copy;
  }

  private static Store openUnstarted(
      CommitLog log,
      Clock clock,
      RandomSource random,
      StoreOptions options,
      long firstId,
      Root start) {
    DirtyTracker tracker = DirtyTracker.idle();
    GroupCommit pipeline =
        pipeline(log, clock, random, options, start, tracker, CheckpointProvider.NONE);
    return new Store(pipeline, options, new SnapshotRegistry(), clock, random, null, null, firstId);
  }

  private static GroupCommit pipeline(
      CommitLog log,
      Clock clock,
      RandomSource random,
      StoreOptions options,
      Root start,
      DirtyTracker tracker,
      CheckpointProvider checkpoints) {
    return log instanceof ReplicatedCommitLog replicated
        ? new ReplicatedGroupCommit(replicated, clock, random, options, start, tracker, checkpoints)
        : new LocalGroupCommit(
            (LocalCommitLog) log, clock, random, options, start, tracker, checkpoints::writeNow);
  }

  /**
   * Opens a database: the newest checkpoint, then the log after it. Over a local log it becomes
   * leader in a new epoch; over a replicated one it is a follower until the log makes it the
   * leader.
   *
   * @param log not opened yet; closed with the store
   * @param pages closed with the store
   * @throws io.mosql.core.error.MosqlException XX001 when files are damaged or do not fit together
   */
  public static Store open(
      CommitLog log,
      PageStore pages,
      Clock clock,
      RandomSource random,
      StoreOptions options,
      CheckpointOptions checkpoints) {
    Store store = openUnstarted(log, pages, clock, random, options, checkpoints);
    store.start();
    return store;
  }

  /** Opens a store without background threads, whose work the caller does. For simulations. */
  public static Store openUnstarted(
      CommitLog log,
      PageStore pages,
      Clock clock,
      RandomSource random,
      StoreOptions options,
      CheckpointOptions checkpoints) {
    Manifest manifest = pages.manifest();
    Checkpoint last = manifest == null ? null : Checkpoint.of(manifest, pages, options.shape());
    Root start = last == null ? Root.empty(options.shape()) : last.root();
    start.withOutcomeWindow(options.outcomes());
    DirtyTracker tracker = new DirtyTracker(checkpoints.logBytes(), checkpoints.dirtyBytesMax());
    SnapshotRegistry snapshots = new SnapshotRegistry();
    Checkpointer checkpointer =
        new Checkpointer(pages, log, clock, checkpoints, tracker, snapshots, last);
    GroupCommit pipeline = pipeline(log, clock, random, options, start, tracker, checkpointer);
    checkpointer.attach(pipeline);
    return new Store(
        pipeline,
        options,
        snapshots,
        clock,
        random,
        checkpointer,
        pages,
        SystemTrees.FIRST_USER_ID);
  }

  private void start() {
    pipeline.start();
    if (checkpointer != null) {
      checkpointer.start();
    }
  }

  /** Begins a serializable transaction on the newest published root, without row locks. */
  public Transaction begin(boolean readOnly) {
    return begin(readOnly, 0);
  }

  /**
   * Begins a serializable transaction on the newest published root, without row locks.
   *
   * @param owner shown with its snapshot; 0 for none
   */
  public Transaction begin(boolean readOnly, long owner) {
    return begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, readOnly, owner, false));
  }

  /** Begins a transaction on the newest published root. */
  public Transaction begin(TransactionOptions how) {
    return new SnapshotTransaction(transactions, how);
  }

  /** Opens a snapshot of the newest published root. */
  public Snapshot pin(long owner) {
    return snapshots.open(Snapshot.Holder.TRANSACTION, owner, pipeline::snapshot);
  }

  /**
   * Takes a checkpoint of all that is committed and returns when it is durable; does nothing for a
   * database without files.
   *
   * @throws io.mosql.core.error.MosqlException 53100, 58030 or XX001 when that failed; nothing is
   *     lost
   */
  public void checkpoint() {
    if (checkpointer != null) {
      checkpointer.checkpoint(CheckpointStatus.Cause.STATEMENT);
    }
  }

  /**
   * Waits for a checkpoint when changed pages take much memory; see {@link Checkpointer#relieve}.
   */
  void relieve() {
    if (checkpointer != null) {
      checkpointer.relieve();
    }
  }

  /**
   * Takes a checkpoint and pins its files until the result is closed.
   *
   * @throws io.mosql.core.error.MosqlException 0A000 for a database without files, else as {@link
   *     #checkpoint}
   */
  public PinnedCheckpoint pinCheckpoint() {
    if (checkpointer == null) {
      throw StorageErrorMessage.BACKUP_OF_MEMORY_DATABASE.error();
    }
    checkpointer.checkpoint(CheckpointStatus.Cause.BACKUP);
    return checkpointer.pin();
  }

  /** Checkpoints, files and cache; null for a database without files. */
  public @Nullable StorageStatistics storage() {
    return checkpointer == null ? null : checkpointer.statistics();
  }

  /** Pages that the calling thread has read from files; 0 for a database without files. */
  public long pagesReadHere() {
    return pages == null ? 0 : pages.loadsHere();
  }

  /** Open snapshots, the oldest first. */
  public List<SnapshotInfo> snapshots() {
    long now = clock.nanoTime();
    List<SnapshotInfo> figures = new ArrayList<>();
    for (Snapshot snapshot : snapshots.live()) {
      long noticed = snapshot.firstSeenNanos();
      figures.add(
          new SnapshotInfo(
              snapshot.holder().name().toLowerCase(Locale.ROOT),
              snapshot.owner(),
              snapshot.position(),
              noticed == 0 ? 0 : (now - noticed) / 1000));
    }
    figures.sort(Comparator.comparingLong(SnapshotInfo::position));
    return figures;
  }

  /** A unique transaction token that cannot be guessed. */
  public TransactionName newName() {
    return new TransactionName(
        new TransactionId(random.nextLong(), random.nextLong()), pipeline.published().position());
  }

  /** The prepared transactions, in the order of their identifiers. */
  public List<PreparedTransaction> prepared() {
    return PreparedTransaction.in(pipeline.snapshot());
  }

  /**
   * Commits a prepared transaction, or rolls it back, and releases its row locks.
   *
   * @return false when there is none of this identifier
   * @throws io.mosql.core.error.MosqlException as {@link Transaction#commit(long)}; after 40003 it
   *     is unknown whether it has ended
   */
  public boolean endPrepared(String gid, boolean commits) {
    while (true) {
      pipeline.checkLeads();
      Root root = pipeline.snapshot();
      PreparedTransaction prepared = PreparedTransaction.find(root, gid);
      if (prepared == null) {
        return false;
      }
      CommitRequest request =
          prepared.second(root, pipeline.nextTransactionId(), root.position(), commits);
      CommitResult result = pipeline.commit(request);
      if (result instanceof CommitResult.Committed) {
        lockManager.endPrepared(gid, () -> PreparedTransaction.exists(published(), gid));
        largeObjects.registry().suspectAll();
        return true;
      }
      if (result instanceof CommitResult.Conflict conflict && !conflict.isOutdated()) {
        requireEnded(prepared, conflict);
      }
    }
  }

  /**
   * Checks that a second phase conflicted only because another one was faster. A conflict is
   * answered after the root that it was found in is published. Otherwise the certifier has let
   * others break what it keeps free for prepared transactions, and the store stops.
   */
  private void requireEnded(PreparedTransaction prepared, CommitResult.Conflict conflict) {
    PreparedTransaction now = PreparedTransaction.find(pipeline.snapshot(), prepared.gid());
    if (now != null && now.request().id().equals(prepared.request().id())) {
      String broken = "the second phase of a prepared transaction does not conflict";
      MosqlException error =
          StorageErrorMessage.INVARIANT_VIOLATED.causedBy(
              new InvariantViolation(broken + ": " + conflict.reason()), broken);
      pipeline.stopFor(error);
      throw error;
    }
  }

  /** How long outcomes are remembered. */
  public OutcomeWindow outcomeWindow() {
    return options.outcomes();
  }

  /**
   * The outcome of a transaction whose answer was lost. If it is not known to have committed, it is
   * prevented from ever committing.
   *
   * @param origin as returned by {@link Transaction#submittedName}
   */
  public TransactionOutcome outcome(TransactionId id, long origin) {
    Root root = pipeline.snapshot();
    CommitRequest question =
        new CommitRequest(
            pipeline.nextTransactionId(),
            root.timeline(),
            CommitRequest.ANY_EPOCH,
            root.position(),
            List.of(),
            List.of(new Write.Fence(id, origin)),
            null);
    if (pipeline.commit(question) instanceof CommitResult.Committed) {
      return new TransactionOutcome.Aborted();
    }
    Root newest = pipeline.snapshot();
    OutcomeTable.CommittedOutcome found =
        OutcomeTable.isForgotten(newest, origin) ? null : OutcomeTable.find(newest, id, origin);
    return found == null
        ? new TransactionOutcome.Forgotten()
        : new TransactionOutcome.Committed(found.position(), found.result());
  }

  /** Row locks held and waited for, in no order. */
  public List<RowLockInfo> locks() {
    return lockManager.locks();
  }

  /** The most recent conflicts, the newest first. */
  public List<ConflictInfo> conflicts() {
    return conflicts.list();
  }

  /** The state that this store's transactions share. */
  public TransactionContext transactions() {
    return transactions;
  }

  public Sequences sequences() {
    return sequences;
  }

  public LargeObjects largeObjects() {
    return largeObjects;
  }

  /** Position of the newest published root. */
  public long position() {
    return pipeline.published().position();
  }

  public CommitStatistics statistics() {
    return pipeline.statistics(openedWallMicros);
  }

  /** Rows of a tree of the newest published root; 0 when there is no such tree. */
  public long rowCount(long tree) {
    Tree contents = pipeline.published().tree(tree);
    return contents == null ? 0 : contents.size();
  }

  /** Estimated bytes of the temporary trees of a private store. */
  public long temporaryBytes() {
    Root root = published();
    long bytes = 0;
    for (long tree : root.treeIds()) {
      bytes += SystemTrees.isTemporary(tree) ? root.pages(tree).bytes() : 0;
    }
    return bytes;
  }

  /**
   * Position of the last write to a tree of the newest published root; 0 when it was never written.
   */
  public long treePosition(long tree) {
    return pipeline.published().treePosition(tree);
  }

  /** Whether the store accepts work: neither closed nor stopped by a failure. */
  public boolean isOpen() {
    return pipeline.isOpen();
  }

  /** All trees, by id. */
  public List<TreeInfo> trees() {
    Root root = pipeline.published();
    List<TreeInfo> figures = new ArrayList<>(root.treeCount());
    for (long id : root.treeIds()) {
      Tree tree = root.tree(id);
      figures.add(new TreeInfo(id, tree == null ? 0 : tree.size(), root.treePosition(id)));
    }
    return figures;
  }

  /**
   * Whether this node certifies commits: always, except over a replicated log whose leader is
   * another node, or whose leadership this node has not taken over yet.
   */
  public boolean leads() {
    return pipeline.leads();
  }

  /** Whether this store was replaced by a newer copy, so that it must be closed. */
  public boolean isReplaced() {
    return pipeline.isReplaced();
  }

  /** Registers a listener for events; when this node leads, the listener is notified at once. */
  public void listen(StoreEvents listener) {
    pipeline.listen(listener);
  }

  /**
   * Returns once all that was committed anywhere before the call is in the published root: a record
   * without changes was delivered in the epoch in which it was submitted, or no other node can
   * commit. One record serves all callers that arrive before it is submitted. A no-op for a local
   * log.
   *
   * @return the epoch in which it was written; a snapshot of that epoch contains all that was
   *     committed anywhere before the snapshot was taken
   * @throws MosqlException 57P05 when this node does not lead, or stops leading meanwhile
   */
  public long barrier() {
    return pipeline.barrier();
  }

  /** The epoch of the newest published root. */
  public long epoch() {
    return pipeline.published().epoch();
  }

  /**
   * Waits until the published root is at or after a position.
   *
   * @return false on timeout
   */
  public boolean awaitPosition(long position, Duration within) {
    return pipeline.await(() -> published().position() >= position, within);
  }

  /**
   * Whether the published root contains all that was committed anywhere before a moment, by the
   * clock of the leader. Always true on the leader and over a local log.
   *
   * @param wallMicros since 1970
   */
  public boolean isFreshSince(long wallMicros) {
    return pipeline.isFreshSince(wallMicros);
  }

  /**
   * Waits until {@link #isFreshSince} holds.
   *
   * @return false on timeout
   */
  public boolean awaitFreshSince(long wallMicros, Duration within) {
    return pipeline.await(() -> pipeline.isFreshSince(wallMicros), within);
  }

  /** Whether its log is replicated. */
  public boolean isReplicated() {
    return pipeline.isReplicated();
  }

  /** Reads all contents of the newest published root: to compare replicas at the same position. */
  public ContentDigest contentDigest() {
    try (Snapshot pin = pin(0)) {
      Root root = pin.root();
      return new ContentDigest(root.position(), ContentCheck.ofAll(root));
    }
  }

  public GroupCommit pipeline() {
    return pipeline;
  }

  public Root published() {
    return pipeline.published();
  }

  /**
   * Waits for pending commits, refuses new ones with 57P01, takes a last checkpoint, and closes log
   * and pages.
   */
  @Override
  public void close() {
    pipeline.drain();
    try {
      if (checkpointer != null) {
        checkpointer.close();
      }
    } finally {
      pipeline.close();
      if (pages != null) {
        pages.close();
      }
    }
  }

  /** Closes log and pages without a checkpoint: for a database whose opening failed. */
  public void abandon() {
    if (checkpointer != null) {
      checkpointer.end();
    }
    pipeline.close();
    if (pages != null) {
      pages.close();
    }
  }
}
