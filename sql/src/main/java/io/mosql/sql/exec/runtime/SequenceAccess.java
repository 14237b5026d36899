package io.mosql.sql.exec.runtime;

import io.mosql.sql.catalog.SequenceDef;

/** Access of one session to sequences. */
public interface SequenceAccess {
  /** Draws the next value, which currval and lastval return afterwards; a rollback leaves a gap. */
  long next(SequenceDef sequence);

  /** Draws the next value of a sequence that is invisible to statements. */
  long nextInternal(SequenceDef sequence);

  /**
   * Draws the next number of a column for an inserted row; last_insert_id returns it afterwards.
   *
   * @param statement any object that differs for each run of a statement
   */
  long nextForColumn(SequenceDef sequence, Object statement);

  /**
   * The first number that the last INSERT with such numbers drew for a column; 0 when there was
   * none.
   */
  long lastInserted();

  /** The value last drawn by this session; 55000 when there is none. */
  long current(SequenceDef sequence);

  /** The id of the sequence from which this session drew last; 0 for none. */
  long lastUsedSequence();

  /**
   * Sets the current value when {@code called}, otherwise the next value.
   *
   * @throws io.mosql.core.error.MosqlException 22003 when the value exceeds the bounds of the
   *     sequence
   */
  void set(SequenceDef sequence, long value, boolean called);

  /** Advances a sequence beyond a value, so that the value is not drawn again; never lowers it. */
  void advancePast(SequenceDef sequence, long value);

  /**
   * Releases reserved values that were not used. Returns the last value drawn, or the start value
   * when none was drawn.
   */
  long releaseUnused(SequenceDef sequence);
}
