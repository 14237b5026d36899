package io.mosql.storage;

import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.SipHash128;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.object.LargeObjectRegistry;
import io.mosql.storage.object.LargeObjectRows;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes one large object: its chunks are committed as they come, a piece of {@link #PIECE_BYTES}
 * at a time, which is all that is in memory. Not thread-safe.
 */
public final class LargeObjectWriter implements LargeObjectSink {
  /** Bytes that one commit writes: with its record somewhat less than 1 MB. */
  static final int PIECE_BYTES = 15 * LargeObjectRows.CHUNK_BYTES;

  /** How often a piece is tried again when there is no memory for its commit. */
  private static final int REFUSALS_MAX = 40;

  private static final long PAUSE_NANOS = 50_000_000;

  private final Store store;
  private final LargeObjectRegistry registry;
  private final boolean text;
  private final long id;
  private final SipHash128 digest = OverflowField.newDigest();
  private final byte[] piece = new byte[PIECE_BYTES];
  private int filled;
  private int chunks;
  private long length;
  private long characters;
  private boolean finished;

  LargeObjectWriter(Store store, LargeObjectRegistry registry, boolean text, long id) {
    this.store = store;
    this.registry = registry;
    this.text = text;
    this.id = id;
    registry.hold(id);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    checkWriting();
    if (length + count > Integer.MAX_VALUE) {
      throw StorageErrorMessage.LARGE_OBJECT_TOO_LONG.error();
    }
    length += count;
    digest.update(bytes, from, count);
    for (int i = from; text && i < from + count; i++) {
      // all bytes but those that continue a character; two for one beyond the basic plane
      int lead = bytes[i] & 0xFF;
      characters += lead >= 0xF0 ? 2 : lead < 0x80 || lead >= 0xC0 ? 1 : 0;
    }
    int at = from;
    int end = from + count;
    while (at < end) {
      int part = Math.min(end - at, PIECE_BYTES - filled);
      System.arraycopy(bytes, at, piece, filled, part);
      at += part;
      filled += part;
      if (filled == PIECE_BYTES) {
        store();
      }
    }
  }

  @Override
  public LargeObject finish() {
    checkWriting();
    if (filled > 0) {
      store();
    }
    finished = true;
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new LargeObject(
        text,
        (int) length,
        (int) (text ? characters : length),
        id,
        hash.getLong(),
        hash.getLong(),
        store.largeObjects().newest());
  }

  private void checkWriting() {
    if (finished) {
      throw CoreErrorMessage.LARGE_OBJECT_DISCARDED.error();
    }
  }

  /** Commits the piece; the object is lost when that fails. */
  private void store() {
    try {
      storePiece();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Waits a limited time for memory, which a checkpoint frees. */
  private void storePiece() {
    int refusals = 0;
    while (true) {
      try {
        if (commit()) {
          store.relieve();
          return;
        }
      } catch (MosqlException e) {
        if (e.state() != SqlState.OUT_OF_MEMORY || ++refusals > REFUSALS_MAX) {
          throw e;
        }
        store.checkpoint();
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  /** Returns false after a conflict, which only the creation of the tree can have. */
  private boolean commit() {
    Transaction transaction = store.begin(false);
    try {
      LargeObjects.createTree(transaction);
      int number = chunks;
      for (int from = 0; from < filled; from += LargeObjectRows.CHUNK_BYTES) {
        int to = Math.min(filled, from + LargeObjectRows.CHUNK_BYTES);
        transaction.insert(
            SystemTrees.LARGE_OBJECTS,
            LargeObjectRows.chunkKey(id, number++),
            Arrays.copyOfRange(piece, from, to));
      }
      boolean committed = transaction.commit() instanceof CommitResult.Committed;
      if (committed) {
        chunks = number;
        filled = 0;
      }
      return committed;
    } finally {
      transaction.rollback();
    }
  }

  /** Id of the object. */
  public long id() {
    return id;
  }

  @Override
  public void close() {
    if (!finished) {
      finished = true;
      registry.release(id);
    }
  }
}
