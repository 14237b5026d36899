package io.mosql.sql.copy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.csv.CsvWriter;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.RowStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes rows as CSV that reads back as the same values. */
public final class CsvRowWriter {
  private static final int REPORT_INTERVAL = 256;

  private CsvRowWriter() {}

  /**
   * Writes all rows and closes the stream.
   *
   * @return their number
   * @throws MosqlException 22P05 for a character that the encoding does not have
   */
  public static long write(
      RowStream rows,
      List<ColumnInfo> columns,
      CsvFormat format,
      OutputStream out,
      CopyProgress progress)
      throws IOException {
    long count = 0;
    try (CountedStream bytes = new CountedStream(out);
        CsvWriter text = new CsvWriter(bytes, format)) {
      text.header(columns.stream().map(ColumnInfo::label).toList());
      SqlType[] types = columns.stream().map(ColumnInfo::type).toArray(SqlType[]::new);
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        for (int i = 0; i < types.length; i++) {
          write(row[i], types[i], text);
        }
        text.endRecord();
        if (++count % REPORT_INTERVAL == 0) {
          progress.at(count, bytes.count);
        }
      }
    } catch (CharacterCodingException e) {
      throw SqlErrorMessage.CHARACTER_NOT_IN_ENCODING.causedBy(e, format.charset());
    }
    return count;
  }

  private static void write(@Nullable Object value, SqlType type, CsvWriter text)
      throws IOException {
    if (!(value instanceof LargeObject object)) {
      text.field(format(value, type));
    } else if (object.isText()) {
      text.field(new InputStreamReader(object.stream(), StandardCharsets.UTF_8));
    } else {
      text.field(object.stream());
    }
  }

  private static @Nullable String format(@Nullable Object value, SqlType type) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> (Boolean) value ? "true" : "false";
      case VARBINARY, BLOB -> "\\x" + Coercion.format(value, type);
      default -> Coercion.format(value, type);
    };
  }

  private static final class CountedStream extends FilterOutputStream {
    private long count;

    CountedStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count += length;
    }
  }
}
