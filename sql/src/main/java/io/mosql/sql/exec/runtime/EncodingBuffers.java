package io.mosql.sql.exec.runtime;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowWriter;

/**
 * Reusable buffers in which one execution encodes keys and rows. Not thread-safe; what is taken out
 * of them is a copy.
 */
public final class EncodingBuffers {
  private final KeyWriter key = new KeyWriter();
  private final RowWriter row = new RowWriter();

  /** Empty. */
  public KeyWriter key() {
    return key.reset();
  }

  /** Empty. */
  public RowWriter row() {
    return row.reset();
  }
}
