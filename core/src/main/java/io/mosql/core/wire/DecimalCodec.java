package io.mosql.core.wire;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The codec of decimal numbers: scale (zigzag, variable length), then length and bytes of the
 * unscaled value, big-endian two's complement. Both are bounded, so that no number costs more to
 * compute with than to send.
 */
final class DecimalCodec {
  private static final int UNSCALED_BYTES_MAX = 1_024;
  private static final int SCALE_MAX = 16_383;
  private static final int LONG_BITS = 63;

  private DecimalCodec() {}

  static void write(WireWriter out, BigDecimal value) {
    int scale = value.scale();
    if (scale > SCALE_MAX || scale < -SCALE_MAX) {
      throw outOfRange();
    }
    BigInteger unscaled = value.unscaledValue();
    if (unscaled.bitLength() >= UNSCALED_BYTES_MAX * Byte.SIZE) {
      throw outOfRange();
    }
    out.var(scale << 1 ^ scale >> 31);
    if (unscaled.bitLength() <= LONG_BITS) {
      writeLong(out, unscaled.longValue(), unscaled.bitLength() / Byte.SIZE + 1);
    } else {
      out.bytes(unscaled.toByteArray());
    }
  }

  private static void writeLong(WireWriter out, long unscaled, int bytes) {
    out.u8(bytes);
    for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.u8((int) (unscaled >> shift));
    }
  }

  static BigDecimal read(WireReader in) {
    int zigzag = in.var();
    int scale = zigzag >>> 1 ^ -(zigzag & 1);
    int length = in.var();
    if (scale > SCALE_MAX || scale < -SCALE_MAX || length == 0 || length > UNSCALED_BYTES_MAX) {
      throw new WireException("decimal number too large");
    }
    if (length <= Long.BYTES) {
      long unscaled = (byte) in.u8();
      for (int i = 1; i < length; i++) {
        unscaled = unscaled << Byte.SIZE | in.u8();
      }
      return BigDecimal.valueOf(unscaled, scale);
    }
    return new BigDecimal(new BigInteger(in.raw(length)), scale);
  }

  private static MosqlException outOfRange() {
    return CoreErrorMessage.NUMERIC_OVERFLOW.error();
  }
}
