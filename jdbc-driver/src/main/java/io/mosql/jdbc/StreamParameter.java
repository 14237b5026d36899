package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.session.Session;
import io.mosql.core.type.LargeObject;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.conversion.ParameterStreamReader;
import io.mosql.jdbc.conversion.ReaderStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A long value of a BLOB or CLOB parameter, which is written to the database as a large object when
 * the statement is executed, and only then read. Values up to {@link LargeObject#INLINE_BYTES_MAX}
 * are read at once and bound like others. Not thread-safe.
 */
final class StreamParameter {
  private static final int BUFFER_BYTES = 1 << 16;

  private final boolean text;
  private final InputStream content;

  /** Units that the application has stated; ALL when it has not. */
  private final long length;

  private @Nullable LargeObject written;

  private StreamParameter(boolean text, InputStream content, long length) {
    this.text = text;
    this.content = content;
    this.length = length;
  }

  /**
   * The value of a stream of bytes.
   *
   * @param length as stated, or ALL
   * @return bytes, or a stream parameter
   */
  static Object bytes(InputStream stream, long length) throws SQLException {
    if (length != ParameterStreamReader.ALL && length <= LargeObject.INLINE_BYTES_MAX) {
      return ParameterStreamReader.bytes(stream, length);
    }
    try {
      byte[] start = stream.readNBytes(LargeObject.INLINE_BYTES_MAX + 1);
      if (start.length <= LargeObject.INLINE_BYTES_MAX) {
        if (length != ParameterStreamReader.ALL) {
          throw DriverErrorMessage.STREAM_TOO_SHORT.sqlException();
        }
        return start;
      }
      return new StreamParameter(
          false, new SequenceInputStream(new ByteArrayInputStream(start), stream), length);
    } catch (IOException e) {
      throw DriverErrorMessage.STREAM_NOT_READABLE.sqlExceptionCausedBy(e);
    }
  }

  /**
   * The value of a reader.
   *
   * @param length as stated in characters, or ALL
   * @return a text, or a stream parameter
   */
  static Object text(Reader reader, long length) throws SQLException {
    if (length != ParameterStreamReader.ALL && length <= LargeObject.INLINE_BYTES_MAX / 3) {
      return ParameterStreamReader.text(reader, length);
    }
    Reader limited =
        length == ParameterStreamReader.ALL ? reader : ReaderStream.limited(reader, length);
    InputStream stream = new ReaderStream(limited, StandardCharsets.UTF_8);
    try {
      byte[] start = stream.readNBytes(LargeObject.INLINE_BYTES_MAX + 1);
      if (start.length <= LargeObject.INLINE_BYTES_MAX) {
        String value = new String(start, StandardCharsets.UTF_8);
        if (length != ParameterStreamReader.ALL && value.length() < length) {
          throw DriverErrorMessage.STREAM_TOO_SHORT.sqlException();
        }
        return value;
      }
      return new StreamParameter(
          true, new SequenceInputStream(new ByteArrayInputStream(start), stream), length);
    } catch (CharacterCodingException e) {
      throw unencodable();
    } catch (IOException e) {
      throw DriverErrorMessage.STREAM_NOT_READABLE.sqlExceptionCausedBy(e);
    }
  }

  /**
   * Writes the content to the database; several tuples of a batch may have the same value.
   *
   * @param check run between pieces; throws to end the writing
   * @throws MosqlException of the session
   */
  LargeObject write(Session session, Runnable check) throws SQLException {
    if (written != null) {
      return written;
    }
    try (LargeObjectSink sink = session.createLargeObject(text)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      long done = 0;
      while (true) {
        long left = text || length == ParameterStreamReader.ALL ? buffer.length : length - done;
        int read = left == 0 ? -1 : content.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (read < 0) {
          break;
        }
        check.run();
        sink.write(buffer, 0, read);
        done += read;
      }
      LargeObject object = sink.finish();
      if (length != ParameterStreamReader.ALL && object.length() < length) {
        throw DriverErrorMessage.STREAM_TOO_SHORT.sqlException();
      }
      written = object;
      return object;
    } catch (CharacterCodingException e) {
      throw unencodable();
    } catch (IOException e) {
      throw DriverErrorMessage.STREAM_NOT_READABLE.sqlExceptionCausedBy(e);
    }
  }

  private static SQLException unencodable() {
    return DriverErrorMessage.UNPAIRED_SURROGATE_IN_STREAM.sqlException();
  }
}
