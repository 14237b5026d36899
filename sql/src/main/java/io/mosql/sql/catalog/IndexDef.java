package io.mosql.sql.catalog;

import java.util.List;

/**
 * A way to find rows: the primary key (whose tree holds the rows themselves) or a secondary index
 * (whose tree holds entries).
 *
 * <pre>
 * primary    key: key columns                         value: the row
 * unique     key: key columns [primary key if a key column is NULL]   value: primary key bytes
 * other      key: key columns, primary key            value: primary key bytes
 * </pre>
 *
 * @param id also the id of its tree
 * @param writeOnly while it is being built: writers keep it, but it does not have all entries yet,
 *     so that nobody may look for rows in it. That none of its entries is anybody's but its row's
 *     is true already, and uniqueness is checked.
 */
public record IndexDef(
    long id,
    String name,
    boolean primary,
    boolean unique,
    List<KeyColumn> columns,
    boolean writeOnly) {
  public IndexDef {
    columns = List.copyOf(columns);
  }

  /** An index that is whole. */
  public IndexDef(long id, String name, boolean primary, boolean unique, List<KeyColumn> columns) {
    this(id, name, primary, unique, columns, false);
  }

  public IndexDef withWriteOnly(boolean value) {
    return new IndexDef(id, name, primary, unique, columns, value);
  }
}
