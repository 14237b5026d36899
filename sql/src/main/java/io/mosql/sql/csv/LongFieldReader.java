package io.mosql.sql.csv;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A reader that takes long fields out of a CSV text: their characters go to a handler as they are
 * read, and in their place the text has an empty field in quotes. So the parser behind it, which
 * keeps a field as a whole, never sees them. The text before such a field is returned before the
 * field is read, so that the parser has passed on the fields before it. Not thread-safe.
 */
final class LongFieldReader extends Reader {
  /** Longer fields are offered to the handler. */
  static final int LENGTH_MAX = 1 << 19;

  private static final int BUFFER = 1 << 13;

  /** Decides what becomes of a long field. */
  interface Fields {
    /**
     * A field is longer than {@link #LENGTH_MAX}.
     *
     * @param index counted from 0
     * @return its handler; null to return it as a part of the text
     */
    @Nullable LongFieldHandler longField(int index);
  }

  /** What was read of a field. */
  private enum State {
    NOTHING,
    UNQUOTED,
    QUOTED,
    /** A quote within quotes: their end, or the first one of two. */
    QUOTE
  }

  private final Reader in;
  private final char delimiter;
  private final char quote;
  private final Fields fields;

  private final char[] read = new char[BUFFER];
  private int readAt;
  private int readEnd;
  private boolean ended;

  /** Text to return; from {@link #complete} on it is the beginning of a field. */
  private char[] text = new char[2 * BUFFER];

  private int textAt;
  private int textEnd;
  private int complete;

  private State state = State.NOTHING;
  private int index;

  /** Whether the rest of the field is returned, however long it is. */
  private boolean whole;

  private final char[] taken = new char[BUFFER];
  private int takenEnd;
  private long lines;

  /**
   * Creates a reader.
   *
   * @param in with quotes that are escaped by another quote
   */
  LongFieldReader(Reader in, CsvFormat format, Fields fields) {
    this.in = in;
    this.delimiter = format.delimiter();
    this.quote = format.quote();
    this.fields = fields;
  }

  /** Number of lines that ended within the fields that were taken out. */
  long lines() {
    return lines;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    while (textAt == complete) {
      if (textAt > 0) {
        System.arraycopy(text, textAt, text, 0, textEnd - textAt);
        textEnd -= textAt;
        textAt = 0;
        complete = 0;
      }
      if (textEnd > LENGTH_MAX && !whole) {
        takeOut();
      } else if (readAt == readEnd && !fill()) {
        complete = textEnd;
        if (textEnd == 0) {
          return -1;
        }
      } else {
        advance();
      }
    }
    int count = Math.min(length, complete - textAt);
    System.arraycopy(text, textAt, target, offset, count);
    textAt += count;
    return count;
  }

  private boolean fill() throws IOException {
    if (!ended) {
      readAt = 0;
      readEnd = Math.max(0, in.read(read, 0, BUFFER));
      ended = readEnd == 0;
    }
    return !ended;
  }

  /** Moves what was read to the text to return. */
  private void advance() {
    int count = readEnd - readAt;
    if (textEnd + count > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, textEnd + count));
    }
    for (; readAt < readEnd; readAt++) {
      char c = read[readAt];
      text[textEnd++] = c;
      if (next(c)) {
        complete = textEnd;
        index = c == delimiter ? index + 1 : 0;
        whole = false;
        state = State.NOTHING;
      }
    }
    if (whole) {
      complete = textEnd;
    }
  }

  /** Adds a character to the field; returns whether it is the one behind it. */
  private boolean next(char c) {
    switch (state) {
      case NOTHING, UNQUOTED -> {
        if (state == State.NOTHING && c == quote) {
          state = State.QUOTED;
          return false;
        }
        state = State.UNQUOTED;
        return c == delimiter || c == '\n' || c == '\r';
      }
      case QUOTED -> {
        state = c == quote ? State.QUOTE : State.QUOTED;
        return false;
      }
      default -> {
        state = c == quote ? State.QUOTED : State.UNQUOTED;
        return c == delimiter || c == '\n' || c == '\r';
      }
    }
  }

  /** Passes the field whose beginning is the text to its handler, up to its end. */
  private void takeOut() throws IOException {
    boolean quoted = text[0] == quote;
    // characters behind the closing quote are an error of the parser
    LongFieldHandler handler = quoted && state == State.UNQUOTED ? null : fields.longField(index);
    if (handler == null) {
      whole = true;
      complete = textEnd;
      return;
    }
    char[] beginning = Arrays.copyOf(text, textEnd);
    textEnd = 0;
    takenEnd = 0;
    state = State.NOTHING;
    for (char c : beginning) {
      take(c, quoted, handler);
    }
    while (true) {
      if (readAt == readEnd && !fill()) {
        break;
      }
      if (take(read[readAt], quoted, handler)) {
        break;
      }
      readAt++;
    }
    handler.text(taken, 0, takenEnd);
    text[textEnd++] = quote;
    if (state != State.QUOTED) {
      text[textEnd++] = quote;
    }
    complete = textEnd;
    // what follows up to the delimiter is returned as it is
    state = State.UNQUOTED;
  }

  /** Takes a character of the field; returns whether it is none. */
  private boolean take(char c, boolean quoted, LongFieldHandler handler) {
    State before = state;
    boolean end = next(c);
    if (end || quoted && state == State.UNQUOTED) {
      state = State.UNQUOTED;
      return true;
    }
    if (!quoted || before == State.QUOTED && state == State.QUOTED || doubled(before)) {
      if (takenEnd == BUFFER) {
        handler.text(taken, 0, takenEnd);
        takenEnd = 0;
      }
      taken[takenEnd++] = c;
      lines += c == '\n' ? 1 : 0;
    }
    return false;
  }

  /** Whether the character is the second one of two quotes. */
  private boolean doubled(State before) {
    return before == State.QUOTE && state == State.QUOTED;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
