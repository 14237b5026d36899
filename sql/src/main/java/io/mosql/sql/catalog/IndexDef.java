package io.mosql.sql.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of an index: the primary key (its tree contains the rows themselves) or a
 * secondary index (its tree contains entries).
 *
 * <pre>
 * primary    key: key columns                         value: the row
 * unique     key: key columns [primary key if a key column is NULL]   value: primary key bytes
 * other      key: key columns, primary key            value: primary key bytes
 * inverted   key: item, primary key                   value: primary key bytes; one for each item of the value
 * </pre>
 *
 * A deferrable key has an index of the third kind, since equal values may be present until it is
 * checked; {@link #unique} is false. The rows of a table with a deferrable primary key are under a
 * hidden row id.
 *
 * @param id also the id of its tree
 * @param writeOnly whether it is being built: writers maintain it and uniqueness is checked, but
 *     entries of older rows may be missing, so that queries must not use it. Every entry that
 *     exists belongs to its row.
 * @param extent the indexed rows, and the columns included without being part of the key
 * @param deferrable the deferrable key that it is the index of; null for none
 */
public record IndexDef(
    long id,
    String name,
    boolean primary,
    boolean unique,
    List<KeyColumn> columns,
    boolean writeOnly,
    Extent extent,
    @Nullable DeferrableKey deferrable) {
  public IndexDef {
    columns = List.copyOf(columns);
  }

  /**
   * The extent of an index: its rows, its included columns and its items.
   *
   * @param included number of trailing key columns, of an index that is not unique, that only allow
   *     index-only scans (INCLUDE)
   * @param filter the virtual column that is true in the rows that have an entry; -1 for all rows
   * @param items kind of items that an inverted index extracts from the value of its only column;
   *     null for an ordered index
   */
  public record Extent(int included, int filter, @Nullable OperatorClass items) {
    static final int NO_FILTER = -1;

    /** All rows, no included columns. */
    public static final Extent WHOLE = new Extent(0, NO_FILTER, null);

    public boolean partial() {
      return filter != NO_FILTER;
    }

    /** A copy with another index for the filter's column. */
    public Extent withFilter(int column) {
      return new Extent(included, column, items);
    }
  }

  /** An index that is not of a deferrable key. */
  public IndexDef(
      long id,
      String name,
      boolean primary,
      boolean unique,
      List<KeyColumn> columns,
      boolean writeOnly,
      Extent extent) {
    this(id, name, primary, unique, columns, writeOnly, extent, null);
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

  /** A completely built index of all rows. */
  public IndexDef(long id, String name, boolean primary, boolean unique, List<KeyColumn> columns) {
    this(id, name, primary, unique, columns, false);
  }

  /** A copy with another name. */
  public IndexDef withName(String other) {
    return new IndexDef(id, other, primary, unique, columns, writeOnly, extent, deferrable);
  }

  /** Whether it is the index of a key: different rows have different values. */
  public boolean isKey() {
    return unique || deferrable != null;
  }

  /** Whether it is the index of a primary key, or of the row ids of a table that has none. */
  public boolean isPrimaryKey() {
    return primary || deferrable != null && deferrable.primary();
  }

  /** When the key is checked. */
  public Deferrability deferrability() {
    return deferrable == null ? Deferrability.NOT_DEFERRABLE : deferrable.timing();
  }

  /** The index of a deferrable key. */
  public IndexDef withDeferrable(DeferrableKey key) {
    return new IndexDef(id, name, false, false, columns, writeOnly, extent, key);
  }

  /** Whether only some rows have entries. */
  public boolean partial() {
    return extent.partial();
  }

  /** Whether it has entries for items of values: it finds rows, but does not order values. */
  public boolean inverted() {
    return extent.items != null;
  }

  /** The declared columns. */
  public List<KeyColumn> declared() {
    return columns.subList(0, columns.size() - extent.included);
  }

  public IndexDef withWriteOnly(boolean value) {
    return new IndexDef(id, name, primary, unique, columns, value, extent, deferrable);
  }

  /** A copy over another tree. */
  public IndexDef withId(long other) {
    return new IndexDef(other, name, primary, unique, columns, writeOnly, extent, deferrable);
  }

  /** A copy with other column indexes. */
  public IndexDef withColumns(List<KeyColumn> others, Extent other) {
    return new IndexDef(id, name, primary, unique, others, writeOnly, other, deferrable);
  }
}
