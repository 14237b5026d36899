package io.mosql.jdbc.conversion;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * The characters of a reader as bytes. A character that UTF-8 cannot encode, an unpaired surrogate,
 * is a CharacterCodingException; in other character sets it is replaced. Not thread-safe.
 */
public final class ReaderStream extends InputStream {
  private static final int BUFFER_CHARS = 8_192;

  private final Reader reader;
  private final CharsetEncoder encoder;
  private final CharBuffer characters = CharBuffer.allocate(BUFFER_CHARS).limit(0);
  private final ByteBuffer bytes = ByteBuffer.allocate(4 * BUFFER_CHARS).limit(0);
  private boolean atEnd;

  public ReaderStream(Reader reader, Charset charset) {
    this.reader = reader;
    CodingErrorAction action =
        charset.equals(StandardCharsets.UTF_8)
            ? CodingErrorAction.REPORT
            : CodingErrorAction.REPLACE;
    this.encoder = charset.newEncoder().onMalformedInput(action).onUnmappableCharacter(action);
  }

  /** The first characters of a reader. */
  public static Reader limited(Reader reader, long length) {
    return new FilterReader(reader) {
      private long left = length;

      @Override
      public int read() throws IOException {
        int read = left <= 0 ? -1 : in.read();
        left -= read < 0 ? 0 : 1;
        return read;
      }

      @Override
      public int read(char[] into, int offset, int count) throws IOException {
        if (left <= 0) {
          return -1;
        }
        int read = in.read(into, offset, (int) Math.min(left, count));
        left -= Math.max(0, read);
        return read;
      }

      @Override
      public long skip(long count) throws IOException {
        long skipped = in.skip(Math.min(left, count));
        left -= skipped;
        return skipped;
      }

      @Override
      public boolean markSupported() {
        return false;
      }
    };
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes.get() & 0xFF : -1;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int part = Math.min(count, bytes.remaining());
    bytes.get(into, offset, part);
    return part;
  }

  private boolean fill() throws IOException {
    while (!bytes.hasRemaining()) {
      if (atEnd) {
        return false;
      }
      characters.compact();
      int read = reader.read(characters);
      atEnd = read < 0;
      characters.flip();
      bytes.clear();
      var result = encoder.encode(characters, bytes, atEnd);
      if (result.isError()) {
        result.throwException();
      }
      if (atEnd) {
        encoder.flush(bytes);
      }
      bytes.flip();
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
