package io.mosql.jdbc;

import java.sql.RowId;
import java.util.Arrays;
import java.util.HexFormat;

/** The id of a row: the value of the pseudo column {@code rowid}. Immutable. */
final class MosqlRowId implements RowId {
  private final byte[] bytes;

  MosqlRowId(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  @Override
  public byte[] getBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MosqlRowId id && Arrays.equals(bytes, id.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the bytes in hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
