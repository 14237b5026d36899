package io.mosql.sql.exec;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowWriter;

/**
 * Buffers that one execution encodes its keys and rows in, used again from row to row. Not
 * thread-safe; what is taken out of them is a copy.
 */
final class RowScratch {
  private final KeyWriter key = new KeyWriter();
  private final RowWriter row = new RowWriter();

  /** Empty. */
  KeyWriter key() {
    return key.reset();
  }

  /** Empty. */
  RowWriter row() {
    return row.reset();
  }
}
