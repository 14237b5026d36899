package io.mosql.sql.csv;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A writer of CSV. A field is quoted only where it would be read differently without quotes. A
 * character that the charset cannot encode is a {@link java.nio.charset.CharacterCodingException},
 * thrown by the close at the latest. Not thread-safe.
 */
public final class CsvWriter implements Closeable {
  private static final int BUFFER = 16 << 10;

  private final CsvFormat format;
  private final Writer out;
  private final char[] buffer = new char[BUFFER];
  private int used;
  private boolean first = true;

  /**
   * Opens a writer.
   *
   * @param out closed with this object
   */
  public CsvWriter(OutputStream out, CsvFormat format) {
    this.format = format;
    this.out =
        new OutputStreamWriter(
            out,
            format
                .charset()
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  /** Writes the names of the columns if the format has a header. */
  public void header(List<String> names) throws IOException {
    if (format.hasHeader()) {
      for (String name : names) {
        field(name);
      }
      endRecord();
    }
  }

  private void begin() throws IOException {
    if (!first) {
      put(format.delimiter());
    }
    first = false;
  }

  /** Writes a field; null for NULL. */
  public void field(@Nullable String value) throws IOException {
    begin();
    if (value == null) {
      put(format.nullText());
    } else if (needsQuotes(value)) {
      quoted(value);
    } else {
      put(value);
    }
  }

  /**
   * Writes a long field piece by piece, in quotes.
   *
   * @param text read to its end, not closed
   */
  public void field(Reader text) throws IOException {
    begin();
    put(format.quote());
    char[] piece = new char[BUFFER];
    for (int read = text.read(piece); read >= 0; read = text.read(piece)) {
      for (int i = 0; i < read; i++) {
        escaped(piece[i]);
      }
    }
    put(format.quote());
  }

  /**
   * Writes bytes as {@code \x} and hexadecimal digits, piece by piece.
   *
   * @param bytes read to their end, not closed
   */
  public void field(InputStream bytes) throws IOException {
    begin();
    put("\\x");
    for (byte[] piece = bytes.readNBytes(BUFFER);
        piece.length > 0;
        piece = bytes.readNBytes(BUFFER)) {
      put(HexFormat.of().formatHex(piece));
    }
  }

  private boolean needsQuotes(String value) {
    if (value.equals(format.nullText()) || value.equals("\\.")) {
      return true;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == format.delimiter() || c == format.quote() || c == '\n' || c == '\r') {
        return true;
      }
    }
    return false;
  }

  private void quoted(String value) throws IOException {
    put(format.quote());
    for (int i = 0; i < value.length(); i++) {
      escaped(value.charAt(i));
    }
    put(format.quote());
  }

  private void escaped(char c) throws IOException {
    if (c == format.quote() || c == format.escape()) {
      put(format.escape());
    }
    put(c);
  }

  /** Ends the record. */
  public void endRecord() throws IOException {
    put('\n');
    first = true;
  }

  private void put(char c) throws IOException {
    if (used == BUFFER) {
      drain();
    }
    buffer[used++] = c;
  }

  private void put(String text) throws IOException {
    int from = 0;
    while (from < text.length()) {
      if (used == BUFFER) {
        drain();
      }
      int to = Math.min(text.length(), from + BUFFER - used);
      text.getChars(from, to, buffer, used);
      used += to - from;
      from = to;
    }
  }

  private void drain() throws IOException {
    out.write(buffer, 0, used);
    used = 0;
  }

  /** Flushes buffered text to the stream. */
  public void flush() throws IOException {
    drain();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      drain();
    }
  }
}
