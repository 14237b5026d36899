package io.mosql.sql.copy;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.csv.CsvException;
import io.mosql.sql.csv.CsvFieldHandler;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.csv.CsvRecordReader;
import io.mosql.sql.csv.LongFieldHandler;
import io.mosql.sql.csv.LongFieldStream;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.RowStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of the rows of a CSV file, each value of the type of its column. Errors name the file,
 * the line at which the record begins, and the column. Reads in a streaming fashion; not
 * thread-safe.
 */
public final class CsvRowReader implements RowStream, AutoCloseable {
  /** Creates large objects, whose content comes before their rows are inserted. */
  @FunctionalInterface
  public interface LargeObjects {
    /** Begins an object; see {@link io.mosql.core.session.Session#createLargeObject}. */
    LargeObjectSink create(boolean text);
  }

  private static final int REPORT_INTERVAL = 256;
  private static final int NO_FIELD = -1;

  private final String file;
  private final List<String> columns;
  private final FieldParser[] parsers;
  private final List<SqlType> types;
  private final LargeObjects objects;
  private final CountedStream bytes;
  private final CsvRecordReader records;
  private final BooleanSupplier cancelled;
  private final CopyProgress progress;
  private final Current record = new Current();
  private long rows;
  private boolean ended;

  /**
   * Opens the stream; a header is read and checked.
   *
   * @param file as the statement names it
   * @param columns names of the fields, parallel to their types
   * @param zone time zone of timestamps that state none
   * @param objects receives long values of BLOB and CLOB columns
   * @param cancelled checked at intervals
   */
  public CsvRowReader(
      String file,
      CopyFiles.Source source,
      CsvFormat format,
      List<String> columns,
      List<SqlType> types,
      ZoneId zone,
      LargeObjects objects,
      BooleanSupplier cancelled,
      CopyProgress progress)
      throws IOException {
    this.file = file;
    this.columns = columns;
    this.parsers =
        types.stream().map(type -> FieldParser.of(type, zone)).toArray(FieldParser[]::new);
    this.types = types;
    this.objects = objects;
    this.bytes = new CountedStream(source.in());
    this.records = new CsvRecordReader(bytes, format);
    this.cancelled = cancelled;
    this.progress = progress;
    progress.setTotalBytes(source.bytes());
    if (format.hasHeader()) {
      header(format);
    }
  }

  private void header(CsvFormat format) {
    List<@Nullable String> names;
    try {
      names = records.texts();
    } catch (CsvException e) {
      throw at(e.line(), NO_FIELD, e.error());
    }
    if (format.header() == CsvFormat.Header.MATCH && !columns.equals(names)) {
      throw at(1, NO_FIELD, SqlErrorMessage.COPY_HEADER_MISMATCH.error(String.join(", ", columns)));
    }
  }

  /** Line at which the last row read begins. */
  long line() {
    return record.line;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (rows % REPORT_INTERVAL == 0) {
      report();
    }
    try {
      if (!records.next(record)) {
        ended = true;
        report();
        return null;
      }
    } catch (CsvException e) {
      throw at(e.line(), NO_FIELD, e.error());
    } catch (MosqlException e) {
      throw at(record.line, record.index, e);
    }
    if (record.index != parsers.length - 1) {
      String missing = columns.get(record.index + 1);
      throw at(record.line, NO_FIELD, SqlErrorMessage.COPY_DATA_MISSING.error(missing));
    }
    rows++;
    return record.row;
  }

  private void report() {
    progress.at(rows, bytes.count);
    if (cancelled.getAsBoolean()) {
      throw CoreErrorMessage.STATEMENT_CANCELLED.error();
    }
  }

  /** Adds the position of the last row read to the error, unless the end was reached. */
  public MosqlException atRow(MosqlException e) {
    return ended ? e.withMessage("file \"" + file + "\": " + e.getMessage()) : at(record.line, e);
  }

  MosqlException at(long line, MosqlException e) {
    return at(line, NO_FIELD, e);
  }

  private MosqlException at(long line, int field, MosqlException e) {
    String column =
        field >= 0 && field < columns.size() ? ", column \"" + columns.get(field) + "\"" : "";
    return e.withMessage("file \"" + file + "\", line " + line + column + ": " + e.getMessage());
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  /** The record being read. */
  private final class Current implements CsvFieldHandler {
    private @Nullable Object[] row = {};
    private long line = 1;
    private int index = NO_FIELD;

    @Override
    public void begin(long at) {
      row = new Object[parsers.length];
      line = at;
      index = NO_FIELD;
    }

    @Override
    public void field(int at, char[] text, int offset, int length, boolean isNull) {
      index = at;
      if (at >= parsers.length) {
        throw SqlErrorMessage.COPY_DATA_EXTRA.error();
      }
      row[at] = isNull ? null : parsers[at].parse(text, offset, length);
    }

    @Override
    public @Nullable LongFieldHandler longField(int at) {
      TypeKind kind = at < types.size() ? types.get(at).kind() : TypeKind.TEXT;
      if (kind != TypeKind.BLOB && kind != TypeKind.CLOB) {
        return null;
      }
      LargeObjectSink sink = objects.create(kind == TypeKind.CLOB);
      OutputStream bytes = stream(sink);
      return kind == TypeKind.BLOB
          ? new LongValue(at, sink, bytes)
          : new LongValue(at, sink, new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
    }
  }

  /** A long value of a column, which is written to a large object as it is read. */
  private final class LongValue extends LongFieldStream {
    private final int index;
    private final LargeObjectSink sink;

    LongValue(int index, LargeObjectSink sink, Writer text) {
      super(text);
      this.index = index;
      this.sink = sink;
    }

    LongValue(int index, LargeObjectSink sink, OutputStream bytes) {
      super(bytes);
      this.index = index;
      this.sink = sink;
    }

    @Override
    protected void ended() {
      record.row[index] = sink.finish();
      record.index = index;
    }

    @Override
    protected RuntimeException malformed() {
      sink.close();
      return SqlErrorMessage.INVALID_BYTES_SYNTAX.error(types.get(index));
    }

    @Override
    protected RuntimeException failed(IOException e) {
      sink.close();
      return SqlErrorMessage.INVALID_INPUT_SYNTAX.causedBy(e, types.get(index));
    }
  }

  private OutputStream stream(LargeObjectSink sink) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] source, int offset, int count) {
        if (cancelled.getAsBoolean()) {
          throw CoreErrorMessage.STATEMENT_CANCELLED.error();
        }
        sink.write(source, offset, count);
      }
    };
  }

  private static final class CountedStream extends FilterInputStream {
    private long count;

    CountedStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
