package io.mosql.sql.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way to find rows: the primary key (whose tree holds the rows themselves) or a secondary index
 * (whose tree holds entries).
 *
 * <pre>
 * primary    key: key columns                         value: the row
 * unique     key: key columns [primary key if a key column is NULL]   value: primary key bytes
 * other      key: key columns, primary key            value: primary key bytes
 * inverted   key: item, primary key                   value: primary key bytes; one for each item of the value
 * </pre>
 *
 * @param id also the id of its tree
 * @param writeOnly while it is being built: writers keep it, but it does not have all entries yet,
 *     so that nobody may look for rows in it. That none of its entries is anybody's but its row's
 *     is true already, and uniqueness is checked.
 * @param extent which rows it has, and how much of the key is only carried along
 */
public record IndexDef(
    long id,
    String name,
    boolean primary,
    boolean unique,
    List<KeyColumn> columns,
    boolean writeOnly,
    Extent extent) {
  public IndexDef {
    columns = List.copyOf(columns);
  }

  /**
   * What of the rows an index has.
   *
   * @param included number of last key columns of an index that is not unique that only save a look
   *     at the row (INCLUDE)
   * @param filter the virtual column that is true in the rows that have an entry; -1 for all rows
   * @param items which items of the value of its only column an inverted index has; null for an
   *     ordered one
   */
  public record Extent(int included, int filter, @Nullable OperatorClass items) {
    static final int NO_FILTER = -1;

    /** All rows, nothing carried along. */
    public static final Extent WHOLE = new Extent(0, NO_FILTER, null);

    public boolean partial() {
      return filter != NO_FILTER;
    }

    /** The same with another number for the filter's column. */
    public Extent withFilter(int column) {
      return new Extent(included, column, items);
    }
  }

  /** An index of all rows. */
  public IndexDef(
      long id,
      String name,
      boolean primary,
      boolean unique,
      List<KeyColumn> columns,
      boolean writeOnly) {
    this(id, name, primary, unique, columns, writeOnly, Extent.WHOLE);
  }

  /** An index of all rows that is whole. */
  public IndexDef(long id, String name, boolean primary, boolean unique, List<KeyColumn> columns) {
    this(id, name, primary, unique, columns, false);
  }

  /** Whether only some rows have entries. */
  public boolean partial() {
    return extent.partial();
  }

  /** Whether its entries are of items of values: it finds rows, but has no order of values. */
  public boolean inverted() {
    return extent.items != null;
  }

  /** The columns that it was declared by. */
  public List<KeyColumn> declared() {
    return columns.subList(0, columns.size() - extent.included);
  }

  public IndexDef withWriteOnly(boolean value) {
    return new IndexDef(id, name, primary, unique, columns, value, extent);
  }

  /** The same over another tree. */
  public IndexDef withId(long other) {
    return new IndexDef(other, name, primary, unique, columns, writeOnly, extent);
  }

  /** The same with other numbers of columns. */
  public IndexDef withColumns(List<KeyColumn> others, Extent other) {
    return new IndexDef(id, name, primary, unique, others, writeOnly, other);
  }
}
