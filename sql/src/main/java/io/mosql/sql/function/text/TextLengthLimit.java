package io.mosql.sql.function.text;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;

/**
 * The limit on the length of computed texts: 64 MB of characters, and no more than a 32nd of the
 * heap, because a text exists twice while it is built and a character may take two bytes. 64 MB of
 * characters, and no more than a 32nd of the heap, for it is there twice while it is made and its
 * characters may take two bytes. What is too long is refused before it is made.
 */
public final class TextLengthLimit {
  public static final int MAX = 64 << 20;

  /** Characters from which on a text is memory to speak of. */
  private static final int LARGE = 1 << 18;

  private static final long OF_HEAP = Runtime.getRuntime().maxMemory() / 32;

  private TextLengthLimit() {}

  /**
   * @throws MosqlException 54000 for a longer text than any may be, 53200 for one that the heap is
   *     too small for, or too full
   */
  public static void check(long length) {
    if (length > MAX) {
      throw new MosqlException(
          SqlState.PROGRAM_LIMIT_EXCEEDED, "a text value is longer than " + MAX);
    }
    if (length > OF_HEAP) {
      throw new MosqlException(
          SqlState.OUT_OF_MEMORY, "a text value of " + length + " characters needs a larger heap");
    }
    if (length > LARGE) {
      Interrupts.chargeMemory(length);
    }
  }
}
