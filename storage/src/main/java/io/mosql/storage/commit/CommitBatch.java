package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ContentCheck;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.OutcomeTable;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import io.mosql.storage.version.TransactionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch of commits that are written together: one tentative root, one payload, one append. Open
 * while requests are certified into it, then frozen and written. Guarded by the lock of its group
 * commit, except {@link #records()}, {@link #check} and {@link #root()} once frozen.
 */
final class CommitBatch {
  private static final int PAYLOAD_BYTES_EXPECTED = 8 << 10;

  private final Root base;
  private final TentativeRoot tentative;
  private final ByteSink payload = new ByteSink(PAYLOAD_BYTES_EXPECTED);

  /** Of the first commit. */
  private @Nullable TransactionId first;

  /** Commits that succeed or fail with the append. */
  private final List<PendingCommit> commits = new ArrayList<>();

  /**
   * Rejections that were decided on this batch's root, and so may not be answered before it is
   * published.
   */
  private final List<PendingCommit> rejections = new ArrayList<>();

  private boolean decided;
  private @Nullable Root root;
  private volatile List<byte[]> records = List.of();

  CommitBatch(Root base, TreeShape shape, long era) {
    this.base = base;
    this.tentative = new TentativeRoot(base, shape, era);
  }

  TentativeRoot tentative() {
    return tentative;
  }

  Root base() {
    return base;
  }

  int bytes() {
    return payload.length();
  }

  int commitCount() {
    return commits.size();
  }

  /** Adds an accepted request. When it fails the batch must be dropped. */
  PendingCommit accept(TransactionId id, List<Effect> effects) {
    PendingCommit ticket = new PendingCommit(new CommitResult.Committed(tentative.position() + 1));
    RecordCodec.encode(payload, id, effects);
    tentative.apply(id, effects);
    first = first == null ? id : first;
    commits.add(ticket);
    return ticket;
  }

  void addRejection(PendingCommit ticket) {
    InvariantViolation.check(!decided, "a batch that is decided gets no more requests");
    rejections.add(ticket);
  }

  /**
   * Freezes the batch. When it fails the batch must be dropped.
   *
   * @param wallMicros the time now
   */
  void freeze(int recordBytesMax, long wallMicros) {
    records = RecordCodec.transactions(base, wallMicros, payload, recordBytesMax);
    Root frozen = tentative.finish();
    InvariantViolation.check(
        frozen.position() == base.position() + commits.size(),
        "each commit of a batch has one position",
        frozen.position() - base.position(),
        commits.size());
    root = frozen;
  }

  /**
   * Adds to its first record, which was not submitted yet, the hash of the contents that it
   * follows.
   */
  void check(int recordBytesMax) {
    byte[] record = records.get(0);
    if (record.length + RecordCodec.HASH_BYTES <= recordBytesMax) {
      List<byte[]> checked = new ArrayList<>(records);
      checked.set(0, RecordCodec.withHash(record, ContentCheck.of(base)));
      records = checked;
    }
  }

  /**
   * Decides the batch after the disk was full: a failed append may still have been delivered.
   *
   * @return false when the outcome cannot be read and is unknown
   */
  boolean decideFull(Root published, MosqlException full) {
    try {
      if (isContainedIn(published)) {
        answer();
      } else {
        fail(full, null);
      }
      return true;
    } catch (RuntimeException | Error e) {
      full.addSuppressed(e);
      return false;
    }
  }

  /** Whether a root that follows its base contains it. */
  boolean isContainedIn(Root later) {
    TransactionId id = first;
    return id != null && OutcomeTable.position(later, id, base.position()) != 0;
  }

  Root root() {
    Root frozen = root;
    if (frozen == null) {
      throw new InvariantViolation("a batch in flight is frozen");
    }
    return frozen;
  }

  List<byte[]> records() {
    return records;
  }

  long recordBytes() {
    long sum = 0;
    for (byte[] record : records) {
      sum += record.length;
    }
    return sum;
  }

  void answer() {
    beginDecision();
    decide(commits, PendingCommit.State.ANSWERED, null);
    decide(rejections, PendingCommit.State.ANSWERED, null);
  }

  /** Fails its commits: its root will never be published. */
  void fail(MosqlException forCommits, @Nullable MosqlException forRejections) {
    beginDecision();
    decide(commits, PendingCommit.State.FAILED, forCommits);
    decide(
        rejections,
        forRejections == null ? PendingCommit.State.DROPPED : PendingCommit.State.FAILED,
        forRejections);
  }

  /** Drops the batch: all its requests must be certified again. */
  void drop() {
    beginDecision();
    decide(commits, PendingCommit.State.DROPPED, null);
    decide(rejections, PendingCommit.State.DROPPED, null);
  }

  /**
   * Fails and wakes all that still wait, also in the middle of a decision that has failed. Needs no
   * memory.
   */
  void abandon(MosqlException forCommits, MosqlException forRejections) {
    decided = true;
    for (int i = 0; i < commits.size(); i++) {
      commits.get(i).abandon(forCommits);
    }
    for (int i = 0; i < rejections.size(); i++) {
      rejections.get(i).abandon(forRejections);
    }
  }

  private void beginDecision() {
    InvariantViolation.check(!decided, "a batch is decided once");
    decided = true;
  }

  /** Links the pending commits into a binary tree of wakers, then decides them, leaves first. */
  private void decide(
      List<PendingCommit> tickets, PendingCommit.State state, @Nullable MosqlException cause) {
    for (int i = tickets.size() - 1; i >= 0; i--) {
      PendingCommit ticket = tickets.get(i);
      ticket.chain(at(tickets, 2 * i + 1), at(tickets, 2 * i + 2));
      ticket.decide(state, cause);
    }
  }

  /** Wakes the first waiter; to be called once the batch is decided, without the lock. */
  void wake() {
    if (!commits.isEmpty()) {
      commits.get(0).wake();
    }
    if (!rejections.isEmpty()) {
      rejections.get(0).wake();
    }
  }

  private static @Nullable PendingCommit at(List<PendingCommit> tickets, int index) {
    return index < tickets.size() ? tickets.get(index) : null;
  }
}
