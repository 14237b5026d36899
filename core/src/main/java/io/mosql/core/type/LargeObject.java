package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A long value of a BLOB or CLOB: what identifies it, instead of its content, which is read in
 * pieces from where it is stored. The content of an object never changes, and its id is never used
 * again.
 *
 * <p>Operations that need the whole value load it ({@link #loadBytes}, {@link #loadText}), up to
 * {@link #LOADED_BYTES_MAX}. Immutable; reading is as thread-safe as the source.
 */
public final class LargeObject {
  /** Longer values of BLOB and CLOB columns are large objects. */
  public static final int INLINE_BYTES_MAX = 256 << 10;

  /** Maximum number of bytes of a value that is loaded as a whole. */
  public static final int LOADED_BYTES_MAX = 64 << 20;

  /** Where the content is stored. */
  public interface Source {
    /**
     * Reads a piece.
     *
     * @return as many bytes from the offset on as the object has, up to the count; at least 1
     *     before its end
     * @throws MosqlException 55000 when the object does not exist any more
     */
    byte[] read(LargeObject object, int from, int count);
  }

  private final boolean text;
  private final int byteLength;
  private final int characters;
  private final long id;
  private final long digest0;
  private final long digest1;
  private final @Nullable Source source;

  /**
   * Creates a descriptor.
   *
   * @param text whether it is a CLOB, whose content is UTF-8
   * @param byteLength bytes of the content
   * @param characters of a text, in UTF-16; else the same as bytes
   * @param source null for a descriptor that cannot be read here
   */
  public LargeObject(
      boolean text,
      int byteLength,
      int characters,
      long id,
      long digest0,
      long digest1,
      @Nullable Source source) {
    if (byteLength < 0 || characters < 0 || characters > byteLength) {
      throw new IllegalArgumentException(byteLength + " bytes, " + characters + " characters");
    }
    this.text = text;
    this.byteLength = byteLength;
    this.characters = characters;
    this.id = id;
    this.digest0 = digest0;
    this.digest1 = digest1;
    this.source = source;
  }

  /** The same object, read from a source. */
  public LargeObject from(Source other) {
    return new LargeObject(text, byteLength, characters, id, digest0, digest1, other);
  }

  @Override
  public String toString() {
    return (text ? "CLOB " : "BLOB ")
        + id
        + " of "
        + byteLength
        + " bytes, "
        + characters
        + " characters, digest "
        + Long.toHexString(digest0)
        + ' '
        + Long.toHexString(digest1);
  }

  public boolean isText() {
    return text;
  }

  public int byteLength() {
    return byteLength;
  }

  /** Characters of a CLOB, bytes of a BLOB. */
  public int length() {
    return characters;
  }

  public long id() {
    return id;
  }

  public long digest0() {
    return digest0;
  }

  public long digest1() {
    return digest1;
  }

  public @Nullable Source source() {
    return source;
  }

  /** Whether it describes the same content under the same id. */
  public boolean isSame(LargeObject other) {
    return id == other.id
        && text == other.text
        && byteLength == other.byteLength
        && characters == other.characters
        && digest0 == other.digest0
        && digest1 == other.digest1;
  }

  /** Reads a piece; see {@link Source#read}. */
  public byte[] read(int from, int count) {
    return Objects.requireNonNull(source, "an object without a source").read(this, from, count);
  }

  /** A stream of all bytes, which keeps one piece of them in memory. */
  public InputStream stream() {
    return new InputStream() {
      private byte[] piece = {};
      private int at;
      private int next;

      @Override
      public int read() {
        return fill() ? piece[at++] & 0xFF : -1;
      }

      @Override
      public int read(byte[] target, int offset, int count) {
        if (count == 0) {
          return 0;
        }
        if (!fill()) {
          return -1;
        }
        int part = Math.min(count, piece.length - at);
        System.arraycopy(piece, at, target, offset, part);
        at += part;
        return part;
      }

      private boolean fill() {
        if (at == piece.length && next < byteLength) {
          piece = LargeObject.this.read(next, Math.min(byteLength - next, INLINE_BYTES_MAX));
          at = 0;
          next += piece.length;
        }
        return at < piece.length;
      }
    };
  }

  /**
   * Loads all bytes.
   *
   * @throws MosqlException 54000 when there are more than {@link #LOADED_BYTES_MAX}
   */
  public byte[] loadBytes() {
    if (byteLength > LOADED_BYTES_MAX) {
      throw CoreErrorMessage.LARGE_OBJECT_TOO_LONG.error(byteLength, LOADED_BYTES_MAX >> 20);
    }
    Interrupts.chargeMemory(byteLength);
    byte[] bytes = new byte[byteLength];
    int at = 0;
    while (at < byteLength) {
      byte[] piece = read(at, Math.min(byteLength - at, INLINE_BYTES_MAX));
      System.arraycopy(piece, 0, bytes, at, piece.length);
      at += piece.length;
    }
    return bytes;
  }

  /** Loads the text; see {@link #loadBytes}. */
  public String loadText() {
    return new String(loadBytes(), StandardCharsets.UTF_8);
  }

  /** The value itself: the bytes of a BLOB, the text of a CLOB. */
  public Object load() {
    return text ? loadText() : loadBytes();
  }

  /** A value in memory: the content of a large object, or the value itself. */
  public static @Nullable Object loaded(@Nullable Object value) {
    return value instanceof LargeObject object ? object.load() : value;
  }
}
