package io.mosql.storage.object;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.KeyWriter;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import io.mosql.storage.error.StorageErrorMessage;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The rows of large objects.
 *
 * <pre>
 * tree            key                            value
 * --------------  -----------------------------  ---------------------------------------------------
 * LARGE_OBJECTS   BIGINT id, INTEGER -1          claim: u8 1, i64 owner, u8 text, i32 bytes,
 *                                                i32 characters, 16 bytes digest
 * LARGE_OBJECTS   BIGINT id, INTEGER number      chunk: {@link #CHUNK_BYTES}, the last one fewer
 * owner           BIGINT id, INTEGER -1          reference: u8 1
 * </pre>
 *
 * A dead claim has u8, whether a row has referred to the object, instead of the description. The
 * owner is the overflow tree of the table whose row refers to the object; {@link #DEAD} for an
 * object that is being deleted, so that no row can claim it. Pure.
 */
public final class LargeObjectRows {
  /** Bytes of a chunk. */
  public static final int CHUNK_BYTES = 1 << 16;

  /** Owner of an object that no row may claim any more. */
  public static final long DEAD = 0;

  private static final int CLAIM = -1;
  private static final byte VERSION = 1;
  private static final int CLAIM_BYTES = 1 + 8 + 1 + 4 + 4 + 16;

  private LargeObjectRows() {}

  /** The key of the claim of an object, and of the reference to it. */
  public static byte[] claimKey(long id) {
    return chunkKey(id, CLAIM);
  }

  public static byte[] chunkKey(long id, int number) {
    return new KeyWriter().column(SqlType.BIGINT, id).column(SqlType.INTEGER, number).toKey();
  }

  /** The id in a key. */
  public static long id(byte[] key) {
    return (Long) Objects.requireNonNull(new KeyReader(key).column(SqlType.BIGINT, false));
  }

  /** Whether the key of a table's overflow tree is that of a reference. */
  public static boolean isReference(byte[] key) {
    KeyReader reader = new KeyReader(key);
    reader.column(SqlType.BIGINT, false);
    return Objects.equals(reader.column(SqlType.INTEGER, false), CLAIM);
  }

  public static byte[] reference() {
    return new byte[] {VERSION};
  }

  public static byte[] claim(LargeObject object, long owner) {
    return ByteBuffer.allocate(CLAIM_BYTES)
        .put(VERSION)
        .putLong(owner)
        .put((byte) (object.isText() ? 1 : 0))
        .putInt(object.byteLength())
        .putInt(object.length())
        .putLong(object.digest0())
        .putLong(object.digest1())
        .array();
  }

  /**
   * The claim of an object that is being deleted.
   *
   * @param claimed whether a row has referred to it
   */
  public static byte[] dead(boolean claimed) {
    return ByteBuffer.allocate(1 + 8 + 1)
        .put(VERSION)
        .putLong(DEAD)
        .put((byte) (claimed ? 1 : 0))
        .array();
  }

  /** Whether a row has referred to the object of a dead claim. */
  public static boolean wasClaimed(byte[] dead) {
    return dead.length > 1 + 8 && dead[1 + 8] != 0;
  }

  /** The owner in a claim. */
  public static long owner(byte[] claim) {
    if (claim.length < 1 + 8 || claim[0] != VERSION) {
      throw damaged();
    }
    return ByteBuffer.wrap(claim).getLong(1);
  }

  /** The object of a claim that is not dead. */
  public static LargeObject object(long id, byte[] claim) {
    if (claim.length != CLAIM_BYTES || claim[0] != VERSION) {
      throw damaged();
    }
    ByteBuffer bytes = ByteBuffer.wrap(claim, 1 + 8, CLAIM_BYTES - 1 - 8);
    boolean text = bytes.get() != 0;
    return new LargeObject(
        text, bytes.getInt(), bytes.getInt(), id, bytes.getLong(), bytes.getLong(), null);
  }

  public static int chunks(LargeObject object) {
    return (int) ((object.byteLength() + CHUNK_BYTES - 1L) / CHUNK_BYTES);
  }

  static int chunkLength(LargeObject object, int number) {
    return (int) Math.min(CHUNK_BYTES, object.byteLength() - (long) number * CHUNK_BYTES);
  }

  private static RuntimeException damaged() {
    return StorageErrorMessage.DAMAGED_LARGE_OBJECT.error();
  }
}
