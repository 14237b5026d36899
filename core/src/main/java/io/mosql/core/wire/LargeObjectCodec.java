package io.mosql.core.wire;

import io.mosql.core.type.LargeObject;

/**
 * The codec of large objects: of their descriptors, and of values of BLOB and CLOB, which contain
 * either the value or a descriptor.
 */
final class LargeObjectCodec {
  private static final int VALUE = 0;
  private static final int DESCRIPTOR = 1;

  private LargeObjectCodec() {}

  static void writeValue(WireWriter out, Object value) {
    if (value instanceof LargeObject object) {
      out.u8(DESCRIPTOR);
      write(out, object);
    } else {
      out.u8(VALUE);
      if (value instanceof String text) {
        out.text(text);
      } else {
        out.bytes((byte[]) value);
      }
    }
  }

  static Object readValue(WireReader in, boolean text) {
    return switch (in.u8()) {
      case VALUE -> text ? in.text() : in.bytes();
      case DESCRIPTOR -> {
        LargeObject object = read(in);
        if (object.isText() != text) {
          throw new WireException("large object of another type");
        }
        yield object;
      }
      default -> throw new WireException("large value in an unknown format");
    };
  }

  static void write(WireWriter out, LargeObject object) {
    out.bool(object.isText());
    out.i32(object.byteLength());
    out.i32(object.length());
    out.i64(object.id());
    out.i64(object.digest0());
    out.i64(object.digest1());
  }

  /** Reads a descriptor, without a source. */
  static LargeObject read(WireReader in) {
    boolean text = in.bool();
    int bytes = in.u31();
    int characters = in.u31();
    if (characters > bytes) {
      throw new WireException("large object with too many characters");
    }
    return new LargeObject(text, bytes, characters, in.i64(), in.i64(), in.i64(), null);
  }
}
