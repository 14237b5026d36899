package io.mosql.sql.exec.spill;

import io.mosql.core.codec.ArrayCodec;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.UnreadColumn;
import io.mosql.storage.transaction.TransactionReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Serialization of rows for the temporary files of a statement. A row is read back with values of
 * the same classes. Pure.
 */
final class RowSerializer {
  private static final int NULL = 0;
  private static final int FALSE = 1;
  private static final int TRUE = 2;
  private static final int INTEGER = 3;
  private static final int LONG = 4;
  private static final int DECIMAL = 5;
  private static final int FLOAT = 6;
  private static final int DOUBLE = 7;
  private static final int TEXT = 8;
  private static final int BYTES = 9;
  private static final int UNREAD = 10;
  private static final int UUID = 11;
  private static final int INTERVAL = 12;
  private static final int JSONB = 13;
  private static final int ARRAY = 14;
  private static final int LARGE_OBJECT = 15;

  private RowSerializer() {}

  /**
   * Encodes a row.
   *
   * @throws MosqlException 53200 when memory does not suffice for a row that cannot be spilled
   */
  static byte[] encode(@Nullable Object[] row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * row.length);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeShort(row.length);
      for (Object value : row) {
        write(value, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(@Nullable Object value, DataOutputStream out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Boolean flag) {
      out.writeByte(flag ? TRUE : FALSE);
    } else if (value instanceof Integer number) {
      out.writeByte(INTEGER);
      out.writeInt(number);
    } else if (value instanceof Long number) {
      out.writeByte(LONG);
      out.writeLong(number);
    } else if (value instanceof BigDecimal number) {
      out.writeByte(DECIMAL);
      out.writeInt(number.scale());
      bytes(number.unscaledValue().toByteArray(), out);
    } else if (value instanceof Float number) {
      out.writeByte(FLOAT);
      out.writeFloat(number);
    } else if (value instanceof Double number) {
      out.writeByte(DOUBLE);
      out.writeDouble(number);
    } else if (value instanceof String text) {
      out.writeByte(TEXT);
      bytes(text.getBytes(StandardCharsets.UTF_8), out);
    } else if (value instanceof byte[] array) {
      out.writeByte(BYTES);
      bytes(array, out);
    } else if (value instanceof UUID uuid) {
      out.writeByte(UUID);
      out.writeLong(uuid.getMostSignificantBits());
      out.writeLong(uuid.getLeastSignificantBits());
    } else if (value instanceof Interval interval) {
      out.writeByte(INTERVAL);
      out.write(interval.bytes());
    } else if (value instanceof Jsonb json) {
      out.writeByte(JSONB);
      bytes(json.bytes(), out);
    } else if (value instanceof SqlArray array) {
      out.writeByte(ARRAY);
      SqlType element = array.element();
      out.writeByte(element.kind().ordinal());
      out.writeInt(element.precision());
      out.writeInt(element.scale());
      bytes(ArrayCodec.encode(element, array), out);
    } else if (value instanceof LargeObject object) {
      out.writeByte(LARGE_OBJECT);
      out.writeBoolean(object.isText());
      out.writeInt(object.byteLength());
      out.writeInt(object.length());
      out.writeLong(object.id());
      out.writeLong(object.digest0());
      out.writeLong(object.digest1());
    } else if (UnreadColumn.isPoison(value)) {
      out.writeByte(UNREAD);
    } else {
      throw SqlErrorMessage.MEMORY_LIMIT_WITHOUT_SPILL.error(value.getClass().getSimpleName());
    }
  }

  private static void bytes(byte[] value, DataOutputStream out) throws IOException {
    out.writeInt(value.length);
    out.write(value);
  }

  /**
   * Decodes a row.
   *
   * @param reads source of its large objects
   */
  static @Nullable Object[] decode(byte[] bytes, TransactionReader reads) {
    return decode(bytes, 0, reads);
  }

  /**
   * Decodes a row that is the end of an array of bytes.
   *
   * @param reads source of its large objects
   */
  static @Nullable Object[] decode(byte[] bytes, int start, TransactionReader reads) {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(bytes, start, bytes.length - start))) {
      Object[] row = new Object[in.readUnsignedShort()];
      for (int i = 0; i < row.length; i++) {
        row[i] = read(in, reads);
      }
      return row;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Object read(DataInputStream in, TransactionReader reads)
      throws IOException {
    int tag = in.readUnsignedByte();
    return switch (tag) {
      case NULL -> null;
      case FALSE -> false;
      case TRUE -> true;
      case INTEGER -> in.readInt();
      case LONG -> in.readLong();
      case DECIMAL -> {
        int scale = in.readInt();
        yield new BigDecimal(new BigInteger(bytes(in)), scale);
      }
      case FLOAT -> in.readFloat();
      case DOUBLE -> in.readDouble();
      case TEXT -> new String(bytes(in), StandardCharsets.UTF_8);
      case BYTES -> bytes(in);
      case UNREAD -> UnreadColumn.poison();
      case UUID -> new UUID(in.readLong(), in.readLong());
      case JSONB -> Jsonb.ofBytes(bytes(in));
      case ARRAY -> {
        TypeKind kind = TypeKind.values()[in.readUnsignedByte()];
        SqlType element = new SqlType(kind, in.readInt(), in.readInt());
        byte[] array = bytes(in);
        yield ArrayCodec.decode(element, array, 0, array.length);
      }
      case LARGE_OBJECT ->
          new LargeObject(
              in.readBoolean(),
              in.readInt(),
              in.readInt(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              reads.largeObjects());
      case INTERVAL -> Interval.of(in.readNBytes(Interval.BYTES), 0);
      default ->
          throw new InvariantViolation(
              "a spilled row contains values of known kinds, found " + tag);
    };
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }
}
