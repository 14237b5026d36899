package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.storage.Sequences;
import io.mosql.storage.version.SystemTrees;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A session's access to sequences; stores the values drawn last, for CURRVAL and LASTVAL. Not
 * thread-safe.
 */
final class SessionSequences implements SequenceAccess {
  /** Numbers drawn at a time: a commit for each block, and at most this gap after a restart. */
  private static final int BLOCK = 1_000;

  private static final int BLOCK_MAX = 1_000_000;

  private final Sequences numbers;
  private final Supplier<Sequences> temporary;
  private final Map<Long, Long> last = new HashMap<>();
  private long lastUsed;
  private long lastInserted;

  /** The statement execution that drew {@link #lastInserted}. */
  private WeakReference<Object> inserting = new WeakReference<>(null);

  /**
   * @param temporary counters of temporary sequences; called once there are some
   */
  SessionSequences(Sequences numbers, Supplier<Sequences> temporary) {
    this.numbers = numbers;
    this.temporary = temporary;
  }

  private Sequences of(SequenceDef sequence) {
    return SystemTrees.isTemporary(sequence.id()) ? temporary.get() : numbers;
  }

  @Override
  public long next(SequenceDef sequence) {
    long value = nextInternal(sequence);
    last.put(sequence.id(), value);
    lastUsed = sequence.id();
    return value;
  }

  @Override
  public long nextForColumn(SequenceDef sequence, Object statement) {
    long value = next(sequence);
    if (inserting.get() != statement) {
      inserting = new WeakReference<>(statement);
      lastInserted = value;
    }
    return value;
  }

  @Override
  public long lastInserted() {
    return lastInserted;
  }

  @Override
  public long nextInternal(SequenceDef sequence) {
    try {
      return of(sequence).next(sequence.counter(), sequence.rule(), block(sequence));
    } catch (MosqlException e) {
      if (e.state() != SqlState.SEQUENCE_LIMIT_EXCEEDED) {
        throw e;
      }
      throw SqlErrorMessage.SEQUENCE_LIMIT_REACHED.causedBy(
          e,
          sequence.increment() > 0 ? "maximum" : "minimum",
          sequence.name(),
          sequence.increment() > 0 ? sequence.maximum() : sequence.minimum());
    }
  }

  private static int block(SequenceDef sequence) {
    return sequence.cache() == 1 ? BLOCK : (int) Math.min(BLOCK_MAX, sequence.cache());
  }

  @Override
  public long current(SequenceDef sequence) {
    Long value = last.get(sequence.id());
    if (value == null) {
      throw SqlErrorMessage.CURRVAL_UNDEFINED.error(sequence.name());
    }
    return value;
  }

  @Override
  public long lastUsedSequence() {
    return lastUsed;
  }

  @Override
  public void set(SequenceDef sequence, long value, boolean called) {
    if (value < sequence.minimum() || value > sequence.maximum()) {
      throw SqlErrorMessage.SETVAL_OUT_OF_BOUNDS.error(
          value, sequence.name(), sequence.minimum(), sequence.maximum());
    }
    of(sequence).set(sequence.counter(), value, called);
    if (called) {
      last.put(sequence.id(), value);
    }
  }

  @Override
  public void advancePast(SequenceDef sequence, long value) {
    of(sequence).raiseTo(sequence.counter(), value, sequence.rule(), block(sequence));
  }

  @Override
  public long releaseUnused(SequenceDef sequence) {
    Sequences.Position position = of(sequence).settle(sequence.counter());
    return position == null ? sequence.first() : position.last();
  }
}
