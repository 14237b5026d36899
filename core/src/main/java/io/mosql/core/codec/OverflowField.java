package io.mosql.core.codec;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.LargeObject;
import java.nio.ByteBuffer;

/**
 * The field of a large value that is stored outside of its row, under an id that is never reused:
 * equal descriptors mean equal values. The digest is of the value's bytes, with a public key: it
 * detects damage, it does not resist an adversary that searches two values with the same digest.
 *
 * <pre>
 * offset  bytes  field
 * ------  -----  -------------------------------------------------------------
 *      0      1  tag 0x09
 *      1      1  tag of the value: 0x07 text, 0x08 bytes; 0x17, 0x18 for those of a large object
 *      2      4  length of the value in bytes, of a text as UTF-8
 *      6      8  id: within the table, or that of the large object
 *     14     16  SipHash-2-4-128 of the value's bytes
 *     30      4  characters of the value, of a large object only
 * </pre>
 *
 * Integers are big-endian. Immutable.
 *
 * @param text whether the value is a text, else bytes
 * @param length bytes of the value
 * @param characters of a large object; {@link #IN_TABLE} for a value that the table stores
 */
public record OverflowField(
    boolean text, int length, long id, long digest0, long digest1, int characters) {
  /** Not a large object. */
  public static final int IN_TABLE = -1;

  static final int BYTES = 30;
  private static final int OBJECT_BYTES = BYTES + 4;
  private static final int TAG_OBJECT = 0x10;

  private static final long KEY0 = 0x6d6f73716c206f76L;
  private static final long KEY1 = 0x6572666c6f772031L;

  public OverflowField {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length);
    }
  }

  /** The descriptor of a value that the table stores. */
  public static OverflowField of(boolean text, byte[] value, long id) {
    ByteBuffer digest = ByteBuffer.wrap(newDigest().update(value, 0, value.length).digest());
    return new OverflowField(text, value.length, id, digest.getLong(), digest.getLong(), IN_TABLE);
  }

  /** The descriptor of a large object. */
  public static OverflowField of(LargeObject object) {
    return new OverflowField(
        object.isText(),
        object.byteLength(),
        object.id(),
        object.digest0(),
        object.digest1(),
        object.length());
  }

  public boolean isLargeObject() {
    return characters != IN_TABLE;
  }

  /** The large object, read from a source. */
  public LargeObject object(LargeObject.Source source) {
    return new LargeObject(text, length, characters, id, digest0, digest1, source);
  }

  /** A digest that must be fed with the value's bytes, for {@link #hasDigest}. */
  public static SipHash128 newDigest() {
    return new SipHash128(KEY0, KEY1);
  }

  /** Whether the bytes that were fed to the digest are those of the value; ends the digest. */
  public boolean hasDigest(SipHash128 digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
    return bytes.getLong() == digest0 && bytes.getLong() == digest1;
  }

  /** The bytes of the field, as stored in a row. */
  public byte[] toField() {
    int tag = text ? RowFormat.TAG_TEXT : RowFormat.TAG_BYTES;
    ByteBuffer field =
        ByteBuffer.allocate(isLargeObject() ? OBJECT_BYTES : BYTES)
            .put((byte) RowFormat.TAG_OVERFLOW)
            .put((byte) (isLargeObject() ? tag + TAG_OBJECT : tag))
            .putInt(length)
            .putLong(id)
            .putLong(digest0)
            .putLong(digest1);
    return (isLargeObject() ? field.putInt(characters) : field).array();
  }

  /** Decodes a field with this tag. */
  static OverflowField read(byte[] bytes, int from, int to) {
    int size = to - from;
    if (size == BYTES || size == OBJECT_BYTES) {
      ByteBuffer field = ByteBuffer.wrap(bytes, from + 1, size - 1);
      int tag = field.get() - (size == BYTES ? 0 : TAG_OBJECT);
      int length = field.getInt();
      int characters = size == BYTES ? IN_TABLE : field.getInt(from + BYTES);
      boolean sized = size == BYTES || characters >= 0 && characters <= length;
      if ((tag == RowFormat.TAG_TEXT || tag == RowFormat.TAG_BYTES) && length >= 0 && sized) {
        return new OverflowField(
            tag == RowFormat.TAG_TEXT,
            length,
            field.getLong(),
            field.getLong(),
            field.getLong(),
            characters);
      }
    }
    throw CoreErrorMessage.CORRUPTED_OVERFLOW_FIELD.error();
  }
}
