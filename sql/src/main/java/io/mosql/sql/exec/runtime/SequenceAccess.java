package io.mosql.sql.exec.runtime;

import io.mosql.sql.catalog.SequenceDef;

/** Sequences as one session sees them. */
public interface SequenceAccess {
  /** Draws the next value for currval and lastval to tell; survives rollback as a gap. */
  long next(SequenceDef sequence);

  /** Draws the next value of a sequence that no statement sees. */
  long nextInternal(SequenceDef sequence);

  /**
   * Draws the next number of a column of a row that is inserted, for last_insert_id to tell too.
   *
   * @param statement any object that is another one for each run of a statement
   */
  long nextForColumn(SequenceDef sequence, Object statement);

  /** The first number that the last INSERT that drew any drew for a column; 0 when none did. */
  long lastInserted();

  /** The value that this session drew last; 55000 when it drew none. */
  long current(SequenceDef sequence);

  /** The id of the sequence that this session drew from last; 0 when it drew from none. */
  long lastUsedSequence();

  /**
   * Makes {@code value} the last one drawn, or, when not {@code called}, the next one.
   *
   * @throws io.mosql.core.error.MosqlException 22003 when it is beyond the sequence's bounds
   */
  void set(SequenceDef sequence, long value, boolean called);

  /** Lifts a sequence so that it will not draw a value up to this one again; never lowers it. */
  void advancePast(SequenceDef sequence, long value);

  /** Gives back what was drawn and not used; the value that comes before or is the next one. */
  long releaseUnused(SequenceDef sequence);
}
