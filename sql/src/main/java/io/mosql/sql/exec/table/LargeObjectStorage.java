package io.mosql.sql.exec.table;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.LargeObject;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.storage.LargeObjectWriter;
import io.mosql.storage.transaction.Transaction;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Stores the long values of BLOB and CLOB columns as large objects: one that the session has
 * written becomes the row's own; any other one, and a long value in memory, is copied, piece by
 * piece. Stateless.
 */
final class LargeObjectStorage {
  private static final int PIECE_BYTES = 15 << 16;

  /** Characters that are encoded at a time. */
  private static final int PIECE_CHARS = 1 << 16;

  private LargeObjectStorage() {}

  /**
   * Stores a value for a row.
   *
   * @param owner overflow tree of the row's table
   * @return the object that the row refers to; null for a short value
   */
  static @Nullable LargeObject stored(
      @Nullable Object value, long owner, ExecutionContext context) {
    if (value instanceof LargeObject object) {
      if (object.byteLength() <= LargeObject.INLINE_BYTES_MAX) {
        return null;
      }
      return context.transaction().claimLargeObject(object, owner)
          ? object
          : written(object, owner, context);
    }
    boolean large =
        value instanceof byte[] bytes
            ? bytes.length > LargeObject.INLINE_BYTES_MAX
            : value instanceof String text && isLarge(text);
    return large && value != null ? written(value, owner, context) : null;
  }

  private static boolean isLarge(String text) {
    if (text.length() <= LargeObject.INLINE_BYTES_MAX / 3) {
      return false;
    }
    int bytes = 0;
    for (int i = 0; i < text.length() && bytes <= LargeObject.INLINE_BYTES_MAX; i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes > LargeObject.INLINE_BYTES_MAX;
  }

  private static LargeObject written(Object value, long owner, ExecutionContext context) {
    Transaction transaction = context.transaction();
    boolean text =
        value instanceof String || value instanceof LargeObject object && object.isText();
    try (LargeObjectWriter writer = context.session().largeObjects().create(text)) {
      if (value instanceof LargeObject object) {
        copy(object, writer, context);
      } else if (value instanceof String string) {
        encode(string, writer, context);
      } else {
        byte[] bytes = (byte[]) value;
        for (int at = 0; at < bytes.length; at += PIECE_BYTES) {
          context.checkCancelled();
          writer.write(bytes, at, Math.min(PIECE_BYTES, bytes.length - at));
        }
      }
      LargeObject made = writer.finish();
      transaction.holdLargeObject(made.id());
      if (!transaction.claimLargeObject(made, owner)) {
        throw new InvariantViolation("a new object has no other claim");
      }
      return made;
    }
  }

  private static void copy(LargeObject object, LargeObjectWriter writer, ExecutionContext context) {
    int at = 0;
    while (at < object.byteLength()) {
      context.checkCancelled();
      byte[] piece = object.read(at, PIECE_BYTES);
      writer.write(piece, 0, piece.length);
      at += piece.length;
    }
  }

  private static void encode(String text, LargeObjectWriter writer, ExecutionContext context) {
    ByteArrayOutputStream piece = new ByteArrayOutputStream();
    int at = 0;
    while (at < text.length()) {
      context.checkCancelled();
      int end = Math.min(text.length(), at + PIECE_CHARS);
      if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
        end--;
      }
      piece.reset();
      piece.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
      writer.write(piece.toByteArray(), 0, piece.size());
      at = end;
    }
  }
}
