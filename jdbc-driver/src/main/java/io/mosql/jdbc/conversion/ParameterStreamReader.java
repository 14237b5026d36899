package io.mosql.jdbc.conversion;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** Reads streams of parameters into memory. A stream shorter than its stated length is 22023. */
public final class ParameterStreamReader {
  /** The length of a stream that is read to its end. */
  public static final long ALL = -1;

  /**
   * Length up to which the memory of a value is allocated before it is read, so that it is held
   * once: that of the longest value of a table. A longer one may be stated by mistake.
   */
  private static final int STATED_MAX = 64 << 20;

  private static final int BUFFER_CHARS = 4_096;

  private ParameterStreamReader() {}

  public static byte[] bytes(InputStream stream, long length) throws SQLException {
    try {
      if (length == ALL) {
        return stream.readAllBytes();
      }
      int stated = LobPositions.length(length);
      if (stated > STATED_MAX) {
        byte[] bytes = stream.readNBytes(stated);
        if (bytes.length < stated) {
          throw tooShort();
        }
        return bytes;
      }
      byte[] bytes = new byte[stated];
      if (stream.readNBytes(bytes, 0, stated) < stated) {
        throw tooShort();
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  public static String ascii(InputStream stream, long length) throws SQLException {
    return new String(bytes(stream, length), StandardCharsets.US_ASCII);
  }

  public static String text(Reader reader, long length) throws SQLException {
    StringWriter text = new StringWriter();
    char[] buffer = new char[BUFFER_CHARS];
    long left = length == ALL ? Long.MAX_VALUE : LobPositions.length(length);
    try {
      while (left > 0) {
        int read = reader.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          break;
        }
        text.write(buffer, 0, read);
        left -= read;
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    if (length != ALL && left > 0) {
      throw tooShort();
    }
    return text.toString();
  }

  private static SQLException tooShort() {
    return DriverErrorMessage.STREAM_TOO_SHORT.sqlException();
  }

  private static SQLException unreadable(IOException e) {
    return DriverErrorMessage.STREAM_NOT_READABLE.sqlExceptionCausedBy(e);
  }
}
