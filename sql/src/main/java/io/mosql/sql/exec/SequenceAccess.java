package io.mosql.sql.exec;

import io.mosql.sql.catalog.SequenceDef;

/** Sequences as one session sees them. */
public interface SequenceAccess {
  /** Draws the next value; survives rollback as a gap. */
  long next(SequenceDef sequence);

  /** The value that this session drew last; 55000 when it drew none. */
  long current(SequenceDef sequence);

  /** Makes {@code value} the last one drawn, or, when not {@code called}, the next one. */
  void set(SequenceDef sequence, long value, boolean called);

  /** Lifts a sequence so that it will not draw a value up to this one again; never lowers it. */
  void raise(SequenceDef sequence, long value);
}
