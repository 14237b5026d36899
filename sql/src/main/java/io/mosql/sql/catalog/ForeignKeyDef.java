package io.mosql.sql.catalog;

import java.util.List;

/**
 * A foreign key. The child has an index whose first columns are these; NULL in any column makes the
 * row exempt (MATCH SIMPLE).
 *
 * @param columns indexes into the child's {@link TableDef#columns()}
 * @param parentId table referred to
 * @param parentIndexId its primary or unique index whose columns, in order, the child's columns
 *     match
 */
public record ForeignKeyDef(
    long id, String name, List<Integer> columns, long parentId, long parentIndexId) {
  public ForeignKeyDef {
    columns = List.copyOf(columns);
  }
}
