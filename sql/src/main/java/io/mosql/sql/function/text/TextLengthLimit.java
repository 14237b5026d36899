package io.mosql.sql.function.text;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.error.SqlErrorMessage;

/**
 * The limit on the length of computed texts: 64 MB of characters, and no more than a 32nd of the
 * heap, because a text exists twice while it is built and a character may take two bytes. A longer
 * text is refused before it is built.
 */
public final class TextLengthLimit {
  public static final int MAX = 64 << 20;

  /** Characters from which on the heap is checked. */
  private static final int LARGE = 1 << 18;

  private static final long OF_HEAP = Runtime.getRuntime().maxMemory() / 32;

  private TextLengthLimit() {}

  /**
   * @throws MosqlException 54000 for a text beyond the limit, 53200 for one that does not fit into
   *     the free heap
   */
  public static void check(long length) {
    if (length > MAX) {
      throw SqlErrorMessage.TEXT_TOO_LONG.error(MAX);
    }
    if (length > OF_HEAP) {
      throw SqlErrorMessage.TEXT_EXCEEDS_HEAP.error(length);
    }
    if (length > LARGE) {
      Interrupts.chargeMemory(length * Character.BYTES);
    }
  }
}
