package io.mosql.storage;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SimulatedContents;
import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the simulation. Each is a row of the catalog with the ids of two trees: rows by
 * number, and a unique index of the first column, in which NULLs do not collide.
 *
 * <pre>
 * row    := INTEGER unique, nullable | BIGINT | DECIMAL(7,2), 5.00 where missing | TEXT
 * entry  := 0x01 INTEGER  ->  row key      or, for NULL, 0x00 row-key  ->  row key
 * </pre>
 */
public final class SimulatedTables {
  public static final int UNIQUE = 0;
  public static final int BALANCE = 1;
  public static final int PRICE = 2;
  public static final int NOTE = 3;
  public static final int KEYS = 12;

  public static final List<String> NAMES = List.of("t0", "t1");
  public static final SqlType DECIMAL = SqlType.decimal(7, 2);
  public static final byte[] DEFAULT_PRICE = RowFormat.encodeField(DECIMAL, new BigDecimal("5.00"));

  private SimulatedTables() {}

  public static String key(int number) {
    return SimulatedContents.text(new KeyWriter().column(SqlType.INTEGER, number).toKey());
  }

  public static List<String> fields(byte[]... fields) {
    List<String> row = new ArrayList<>();
    for (byte[] field : fields) {
      row.add(SimulatedContents.text(field));
    }
    return row;
  }

  public static byte[] bytes(List<String> row) {
    return RowFormat.row(row.stream().map(SimulatedContents::bytes).toArray(byte[][]::new));
  }

  /** A field of a column; sometimes NULL, and near the ends of its range. */
  public static byte[] field(SeededRandom random, int ordinal) {
    SqlType type =
        switch (ordinal) {
          case UNIQUE -> SqlType.INTEGER;
          case BALANCE -> SqlType.BIGINT;
          case PRICE -> DECIMAL;
          default -> SqlType.TEXT;
        };
    if (random.percent(15)) {
      return RowFormat.encodeField(type, null);
    }
    return switch (ordinal) {
      case UNIQUE -> RowFormat.encodeField(type, random.nextInt(KEYS));
      case BALANCE ->
          RowFormat.encodeField(
              type, random.percent(8) ? Long.MAX_VALUE - 3 : (long) random.nextInt(20));
      case PRICE ->
          RowFormat.encodeField(
              type,
              random.percent(8)
                  ? new BigDecimal("99999.50")
                  : BigDecimal.valueOf(random.nextInt(2000), 2));
      default -> RowFormat.encodeField(type, "n".repeat(random.nextInt(40)) + random.nextInt(10));
    };
  }

  public static List<String> row(SeededRandom random) {
    int count = random.percent(20) ? 1 + random.nextInt(3) : 4;
    byte[][] fields = new byte[count][];
    for (int i = 0; i < count; i++) {
      fields[i] = field(random, i);
    }
    return SimulatedContents.trimmed(fields(fields));
  }

  /** Columns at random. */
  public static ColumnSet columns(SeededRandom random) {
    int dice = random.nextInt(10);
    if (dice == 0) {
      return ColumnSet.ALL;
    }
    if (dice == 1) {
      return ColumnSet.NONE;
    }
    int bits = 1 + random.nextInt(15);
    ColumnSet columns = ColumnSet.NONE;
    for (int i = 0; i < 4; i++) {
      columns = (bits >> i & 1) == 0 ? columns : columns.union(ColumnSet.of(i));
    }
    return columns;
  }

  /** Key of the index entry of a row with the given first field. */
  public static String entryKey(String unique, String rowKey) {
    Object value =
        unique.isEmpty()
            ? null
            : RowFormat.decodeField(SimulatedContents.bytes(unique), SqlType.INTEGER);
    return value == null ? '\0' + rowKey : '\1' + key((Integer) value);
  }

  public static String unique(@Nullable List<String> row) {
    return row == null || row.isEmpty() ? "" : row.get(0);
  }

  public static boolean isNull(String unique) {
    return entryKey(unique, "").equals("\0");
  }

  public static List<String> entry(String rowKey) {
    return List.of(
        SimulatedContents.text(
            RowFormat.encodeField(SqlType.varbinary(100), SimulatedContents.bytes(rowKey))));
  }

  /** All index entries of these rows. */
  public static NavigableMap<String, List<String>> entries(
      NavigableMap<String, List<String>> rows) {
    NavigableMap<String, List<String>> entries = new TreeMap<>();
    rows.forEach((key, row) -> entries.put(entryKey(unique(row), key), entry(key)));
    return entries;
  }
}
