package io.mosql.storage.object;

import io.mosql.core.port.WouldBlock;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.error.StorageErrorMessage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads large objects from the rows of their tree. As thread-safe as the reading of a row. */
public final class LargeObjectContent implements LargeObject.Source {
  /** Maximum number of bytes of one piece. */
  private static final int PIECE_BYTES_MAX = 15 << 16;

  private final Rows rows;

  /** The rows of the tree of large objects. */
  @FunctionalInterface
  public interface Rows {
    /** Returns the value of a key; null when it is absent. */
    byte @Nullable [] get(byte[] key);
  }

  public LargeObjectContent(Rows rows) {
    this.rows = rows;
  }

  @Override
  public byte[] read(LargeObject object, int from, int count) {
    if (from < 0 || from > object.byteLength() || count < 0) {
      throw new IllegalArgumentException(count + " bytes from " + from + " of " + object);
    }
    WouldBlock.throwIfForbidden();
    int wanted = Math.min(Math.min(count, PIECE_BYTES_MAX), object.byteLength() - from);
    byte[] piece = new byte[wanted];
    int done = 0;
    while (done < wanted) {
      int number = (from + done) / LargeObjectRows.CHUNK_BYTES;
      byte[] chunk = chunk(object, number);
      int at = (from + done) % LargeObjectRows.CHUNK_BYTES;
      int length = Math.min(chunk.length - at, wanted - done);
      if (wanted == chunk.length && at == 0) {
        return Arrays.copyOf(chunk, wanted);
      }
      System.arraycopy(chunk, at, piece, done, length);
      done += length;
    }
    return piece;
  }

  private byte[] chunk(LargeObject object, int number) {
    byte[] chunk = rows.get(LargeObjectRows.chunkKey(object.id(), number));
    if (chunk == null) {
      throw StorageErrorMessage.UNDEFINED_LARGE_OBJECT.error(object.id());
    }
    if (chunk.length != LargeObjectRows.chunkLength(object, number)) {
      throw StorageErrorMessage.DAMAGED_LARGE_OBJECT.error();
    }
    return chunk;
  }
}
