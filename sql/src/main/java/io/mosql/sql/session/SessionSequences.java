package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.exec.SequenceAccess;
import io.mosql.storage.Sequences;
import java.util.HashMap;
import java.util.Map;

/** A session's view of sequences: remembers what it drew last. Not thread-safe. */
final class SessionSequences implements SequenceAccess {
  /** Numbers drawn at a time: a commit for each block, and at most this gap after a restart. */
  private static final int BLOCK = 1_000;

  private final Sequences sequences;
  private final Map<Long, Long> last = new HashMap<>();

  SessionSequences(Sequences sequences) {
    this.sequences = sequences;
  }

  @Override
  public long next(SequenceDef sequence) {
    long value;
    try {
      value = sequences.next(sequence.id(), sequence.start(), sequence.increment(), BLOCK);
    } catch (MosqlException e) {
      if (e.state() != SqlState.SEQUENCE_LIMIT_EXCEEDED) {
        throw e;
      }
      throw new MosqlException(
          SqlState.SEQUENCE_LIMIT_EXCEEDED,
          "nextval: reached "
              + (sequence.increment() > 0 ? "maximum" : "minimum")
              + " value of sequence \""
              + sequence.name()
              + "\" ("
              + (sequence.increment() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE)
              + ")",
          e);
    }
    last.put(sequence.id(), value);
    return value;
  }

  @Override
  public long current(SequenceDef sequence) {
    Long value = last.get(sequence.id());
    if (value == null) {
      throw new MosqlException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "currval of sequence \"" + sequence.name() + "\" is not yet defined in this session");
    }
    return value;
  }

  @Override
  public void set(SequenceDef sequence, long value, boolean called) {
    sequences.set(sequence.id(), value, called);
    if (called) {
      last.put(sequence.id(), value);
    }
  }

  @Override
  public void raise(SequenceDef sequence, long value) {
    sequences.raiseTo(sequence.id(), value, sequence.start(), sequence.increment(), BLOCK);
  }
}
