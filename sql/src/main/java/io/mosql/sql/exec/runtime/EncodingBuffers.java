package io.mosql.sql.exec.runtime;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowWriter;

/**
 * Reusable buffers in which one execution encodes keys and rows. Not thread-safe; encoded results
 * are copies.
 */
public final class EncodingBuffers {
  private final KeyWriter key = new KeyWriter();
  private final RowWriter row = new RowWriter();

  /** Returns the key buffer, emptied. */
  public KeyWriter key() {
    return key.reset();
  }

  /** Returns the row buffer, emptied. */
  public RowWriter row() {
    return row.reset();
  }
}
