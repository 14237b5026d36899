package io.mosql.server.result;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are read once, the first to the last. Not thread-safe. */
public interface RowSource {
  List<Column> columns();

  /**
   * Goes to the next row.
   *
   * @return false when there is none
   */
  boolean next() throws SQLException, IOException;

  /**
   * A value of the row as text: numbers and booleans as JSON writes them, where it can.
   *
   * @param column from 0
   * @return null for NULL
   */
  @Nullable String text(int column) throws SQLException;

  /**
   * A column of a result.
   *
   * @param label its heading
   */
  record Column(String label, Kind kind) {
    /** One of text, such as this program makes. */
    public static Column text(String label) {
      return new Column(label, Kind.TEXT);
    }
  }

  /** How values are written. */
  enum Kind {
    TEXT,
    NUMBER,
    BOOLEAN
  }
}
