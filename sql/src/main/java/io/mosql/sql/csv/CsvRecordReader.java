package io.mosql.sql.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.mosql.core.error.InvariantViolation;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A streaming reader of the records of a CSV text. An empty line is a record of one unquoted field;
 * a byte order mark at the start is skipped. Not thread-safe.
 */
public final class CsvRecordReader implements Closeable {
  /**
   * Maximum number of characters of a field: a binary value of 64 MB in hexadecimal, with some
   * room.
   */
  private static final int FIELD_MAX = 160 << 20;

  private static final char[] NOTHING = {};

  private final CsvFormat format;
  private final CsvReader<Boolean> reader;
  private final CloseableIterator<Boolean> records;
  private final Handler handler = new Handler();
  private final LongFieldReader text;
  private @Nullable CsvFieldHandler fields;
  private long line = 1;

  /**
   * Opens a reader.
   *
   * @param in closed with this object
   */
  public CsvRecordReader(InputStream in, CsvFormat format) throws IOException {
    this.format = format;
    this.text = new LongFieldReader(text(in, format), format, handler::longField);
    this.reader =
        CsvReader.builder()
            .fieldSeparator(format.delimiter())
            .quoteCharacter(format.quote())
            .skipEmptyLines(false)
            .allowUnclosedQuote(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .maxBufferSize(FIELD_MAX)
            .build(handler, text);
    this.records = reader.iterator();
  }

  private static Reader text(InputStream in, CsvFormat format) throws IOException {
    Reader text =
        new InputStreamReader(
            format.charset().equals(StandardCharsets.UTF_8) ? skipByteOrderMark(in) : in,
            format
                .charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
    return format.escape() == format.quote() ? text : new QuoteDoublingReader(text, format);
  }

  /** Skips the byte order mark that some programs write before UTF-8 text. */
  private static InputStream skipByteOrderMark(InputStream in) throws IOException {
    PushbackInputStream pushback = new PushbackInputStream(in, 3);
    byte[] head = pushback.readNBytes(3);
    boolean mark =
        head.length == 3
            && head[0] == (byte) 0xEF
            && head[1] == (byte) 0xBB
            && head[2] == (byte) 0xBF;
    if (!mark) {
      pushback.unread(head);
    }
    return pushback;
  }

  /**
   * Reads a record and passes its fields to a handler.
   *
   * @return false at the end
   * @throws CsvException when the text violates the format; exceptions of {@code to} are rethrown
   */
  public boolean next(CsvFieldHandler to) {
    fields = to;
    try {
      if (!records.hasNext()) {
        return false;
      }
      return records.next();
    } catch (UncheckedIOException e) {
      throw translated(e);
    } catch (CsvParseException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      if (e.getCause() instanceof Error thrown) {
        throw thrown;
      }
      boolean open = String.valueOf(e.getMessage()).startsWith("Unclosed");
      throw new CsvException(
          line,
          (open ? SqlErrorMessage.CSV_QUOTE_UNTERMINATED : SqlErrorMessage.CSV_TEXT_AFTER_QUOTE)
              .causedBy(e));
    }
  }

  private CsvException translated(UncheckedIOException e) {
    IOException cause = Objects.requireNonNull(e.getCause());
    if (cause instanceof CharacterCodingException) {
      // The decoder reads ahead of the records.
      return new CsvException(
          line, SqlErrorMessage.CSV_BYTES_INVALID.causedBy(cause, format.charset()));
    }
    if (String.valueOf(cause.getMessage()).contains("buffer size")) {
      return new CsvException(line, SqlErrorMessage.CSV_FIELD_TOO_LONG.causedBy(cause, FIELD_MAX));
    }
    return new CsvException(
        line, SqlErrorMessage.CSV_READ_FAILED.causedBy(cause, cause.getMessage()));
  }

  /** Reads a record as texts, with null for NULL; returns null at the end. */
  public @Nullable List<@Nullable String> texts() {
    Texts texts = new Texts();
    return next(texts) ? texts.values : null;
  }

  /** Line at which the last record read begins, counted from 1. */
  public long line() {
    return line;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private static final class Texts implements CsvFieldHandler {
    private final List<@Nullable String> values = new ArrayList<>();

    @Override
    public void begin(long line) {}

    @Override
    public void field(int index, char[] text, int offset, int length, boolean isNull) {
      values.add(isNull ? null : new String(text, offset, length));
    }
  }

  private boolean isNull(char[] text, int offset, int length) {
    String nullText = format.nullText();
    if (length != nullText.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text[offset + i] != nullText.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private CsvFieldHandler fields() {
    CsvFieldHandler to = fields;
    if (to == null) {
      throw new InvariantViolation("the parser reads a record only during a call of next()");
    }
    return to;
  }

  /** Forwards the callbacks of the parser; the value of a record is always true. */
  private final class Handler extends AbstractBaseCsvCallbackHandler<Boolean> {
    private boolean begun;

    /** Receives the long field that was read last, until the parser passes what is in its place. */
    private @Nullable LongFieldHandler taken;

    @Override
    protected void handleBegin(long startingLineNumber) {
      line = startingLineNumber + text.lines();
      begun = false;
    }

    private void begin() {
      // The parser reports the start of a record before it knows whether there is one.
      if (!begun) {
        begun = true;
        fields().begin(line);
      }
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
      begin();
      LongFieldHandler last = taken;
      if (last == null) {
        fields().field(index, buffer, offset, length, !quoted && isNull(buffer, offset, length));
      } else {
        taken = null;
        last.end();
      }
    }

    private @Nullable LongFieldHandler longField(int index) {
      begin();
      taken = fields().longField(index);
      return taken;
    }

    @Override
    protected void handleEmpty() {
      begin();
      fields().field(0, NOTHING, 0, 0, isNull(NOTHING, 0, 0));
    }

    @Override
    protected Boolean buildRecord() {
      return true;
    }
  }
}
