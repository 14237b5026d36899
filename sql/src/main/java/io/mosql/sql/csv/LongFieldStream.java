package io.mosql.sql.csv;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a long field to a stream as it is read: a text as it is, bytes out of {@code \x} and
 * hexadecimal digits. Not thread-safe.
 */
public abstract class LongFieldStream implements LongFieldHandler {
  private static final String PREFIX = "\\x";
  private static final int HEX = 16;
  private static final int NONE = -1;

  private final @Nullable Writer text;
  private final @Nullable OutputStream out;
  private final byte[] bytes = new byte[1 << 13];
  private int prefix;
  private int high = NONE;

  /**
   * Creates a handler of a text.
   *
   * @param text closed at the end of the field
   */
  protected LongFieldStream(Writer text) {
    this.text = text;
    this.out = null;
  }

  /**
   * Creates a handler of bytes.
   *
   * @param out closed at the end of the field
   */
  protected LongFieldStream(OutputStream out) {
    this.text = null;
    this.out = out;
  }

  /** The stream is complete. */
  protected abstract void ended();

  /** The error for a text that is no bytes. */
  protected abstract RuntimeException malformed();

  /** The error for a failure of the stream. */
  protected abstract RuntimeException failed(IOException e);

  @Override
  public final void text(char[] piece, int offset, int length) {
    try {
      if (text != null) {
        text.write(piece, offset, length);
      } else if (out != null) {
        decode(piece, offset, length, out);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void decode(char[] piece, int offset, int length, OutputStream to) throws IOException {
    int count = 0;
    for (int i = offset; i < offset + length; i++) {
      if (prefix < PREFIX.length()) {
        if (piece[i] != PREFIX.charAt(prefix++)) {
          throw malformed();
        }
        continue;
      }
      int digit = piece[i] < 0x80 ? Character.digit(piece[i], HEX) : NONE;
      if (digit < 0) {
        throw malformed();
      }
      if (high < 0) {
        high = digit;
      } else {
        bytes[count++] = (byte) (high * HEX + digit);
        high = NONE;
      }
      if (count == bytes.length) {
        to.write(bytes, 0, count);
        count = 0;
      }
    }
    to.write(bytes, 0, count);
  }

  @Override
  public final void end() {
    if (high >= 0 || out != null && prefix < PREFIX.length()) {
      throw malformed();
    }
    try {
      if (text != null) {
        text.close();
      } else if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      throw failed(e);
    }
    ended();
  }
}
