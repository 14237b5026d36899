package io.mosql.sql.csv;

import java.io.IOException;
import java.io.Reader;

/**
 * A reader that translates text with another escape character into text with doubled quotes: within
 * quotes, it drops the escape before a quote or another escape. Not thread-safe.
 */
final class QuoteDoublingReader extends Reader {
  private static final int NONE = -1;

  private final Reader in;
  private final CsvFormat format;
  private final char[] given = new char[8_192];
  private int at;
  private int end;
  private boolean quoted;
  private boolean fieldStart = true;

  /** A character to return before any other. */
  private int pending = NONE;

  QuoteDoublingReader(Reader in, CsvFormat format) {
    this.in = in;
    this.format = format;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int c = pending;
      pending = NONE;
      if (c == NONE) {
        // Buffered characters are returned before the reader blocks for more.
        if (count > 0 && at == end) {
          break;
        }
        c = translated();
        if (c == NONE) {
          break;
        }
      }
      target[offset + count++] = (char) c;
    }
    return count == 0 && length > 0 ? -1 : count;
  }

  private int translated() throws IOException {
    int c = next();
    if (c == NONE) {
      return NONE;
    }
    if (!quoted) {
      quoted = fieldStart && c == format.quote();
      fieldStart = c == format.delimiter() || c == '\n' || c == '\r';
      return c;
    }
    if (c == format.escape()) {
      int following = next();
      if (following == format.quote()) {
        pending = following;
        return following;
      }
      if (following != format.escape() && following != NONE) {
        at--; // The character is an ordinary one.
      }
      return c;
    }
    quoted = c != format.quote();
    return c;
  }

  private int next() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(given, 0, given.length));
      if (end == 0) {
        return NONE;
      }
    }
    return given[at++];
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
