package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.text.TextLengthLimit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Encoding, decoding and digest functions of bytes and numbers. */
public final class EncodingLibrary {
  private static final int LINE = 76;

  /** Base64 in lines, as in MIME. */
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(LINE, new byte[] {(byte) '\n'});

  private static final SqlType BYTES = SqlType.of(TypeKind.VARBINARY);

  private EncodingLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strict("BIT_LENGTH", SqlType.INTEGER, "b", v -> bytes(v, 0).length * 8);
    all.strict("MD5", SqlType.TEXT, "b", v -> hex(digest("MD5", bytes(v, 0))));
    all.strict("SHA1 SHA", SqlType.TEXT, "b", v -> hex(digest("SHA-1", bytes(v, 0))));
    for (int bits : new int[] {224, 256, 384, 512}) {
      all.strict("SHA" + bits, BYTES, "b", v -> digest("SHA-" + bits, bytes(v, 0)));
    }
    all.loose("SHA2", SqlType.TEXT, "bi", EncodingLibrary::sha2);
    all.strict("CRC32", SqlType.BIGINT, "b", v -> crc(bytes(v, 0)));
    all.strict("TO_HEX", SqlType.TEXT, "h", v -> hexDigits(v[0]));
    all.strict("HEX", SqlType.TEXT, "a", v -> hex(v[0]).toUpperCase(Locale.ROOT));
    all.strict("UNHEX", BYTES, "t", v -> decode(text(v, 0), "hex"));
    all.strict("BIN", SqlType.TEXT, "l", v -> Long.toBinaryString(number(v)));
    all.strict("OCT", SqlType.TEXT, "l", v -> Long.toOctalString(number(v)));
    all.strict("TO_BASE64", SqlType.TEXT, "b", v -> encode(bytes(v, 0), "base64"));
    all.strict("FROM_BASE64", BYTES, "t", v -> decode(text(v, 0), "base64"));
    all.strict("ENCODE", SqlType.TEXT, "bt", v -> encode(bytes(v, 0), text(v, 1)));
    all.strict("DECODE", BYTES, "tt", v -> decode(text(v, 0), text(v, 1)));
  }

  private static byte[] bytes(@Nullable Object[] values, int index) {
    return (byte[]) Objects.requireNonNull(values[index]);
  }

  /** Hexadecimal digits; a negative number has all digits of its type. */
  private static String hexDigits(@Nullable Object number) {
    return number instanceof Long wide
        ? Long.toHexString(wide)
        : Integer.toHexString((Integer) Objects.requireNonNull(number));
  }

  private static long number(@Nullable Object[] values) {
    return (Long) Objects.requireNonNull(values[0]);
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SHA-2; NULL for an unsupported length, as in MySQL. */
  private static @Nullable String sha2(@Nullable Object[] v) {
    if (v[0] == null || v[1] == null) {
      return null;
    }
    int bits = TextLibrary.number(v, 1) == 0 ? 256 : TextLibrary.number(v, 1);
    boolean known = bits == 224 || bits == 256 || bits == 384 || bits == 512;
    return known ? hex(digest("SHA-" + bits, bytes(v, 0))) : null;
  }

  private static long crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  private static String hex(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Integer || value instanceof Long) {
      return Long.toHexString(((Number) value).longValue());
    }
    return hex(Objects.requireNonNull(value).toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(byte[] bytes, String format) {
    TextLengthLimit.check(2L * bytes.length);
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "hex" -> hex(bytes);
      case "base64" -> LINES.encodeToString(bytes);
      case "escape" -> escaped(bytes);
      default -> throw unknown(format);
    };
  }

  /** The escape format: bytes outside ASCII, and 0, as octal digits; a backslash is doubled. */
  private static String escaped(byte[] bytes) {
    long length = 0;
    for (byte b : bytes) {
      length += b <= 0 ? 4 : b == '\\' ? 2 : 1;
    }
    TextLengthLimit.check(length);
    StringBuilder text = new StringBuilder((int) length);
    for (byte b : bytes) {
      if (b <= 0) {
        text.append('\\').append((b >> 6) & 3).append((b >> 3) & 7).append(b & 7);
      } else if (b == '\\') {
        text.append("\\\\");
      } else {
        text.append((char) b);
      }
    }
    return text.toString();
  }

  private static byte[] decode(String text, String format) {
    try {
      return switch (format.toLowerCase(Locale.ROOT)) {
        case "hex" -> HexFormat.of().parseHex(text);
        case "base64" -> Base64.getMimeDecoder().decode(text);
        case "escape" -> Coercion.bytes(text);
        default -> throw unknown(format);
      };
    } catch (IllegalArgumentException e) {
      throw SqlErrorMessage.ENCODED_TEXT_INVALID.error(format);
    }
  }

  private static RuntimeException unknown(String format) {
    return SqlErrorMessage.UNRECOGNIZED_ENCODING.error(format);
  }
}
