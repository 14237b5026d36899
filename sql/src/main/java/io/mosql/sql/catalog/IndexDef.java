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
 */
public record IndexDef(
    long id, String name, boolean primary, boolean unique, List<KeyColumn> columns) {
  public IndexDef {
    columns = List.copyOf(columns);
  }
}
