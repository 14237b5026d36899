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
 * @param onDelete what comes of the child's rows when their parent goes
 * @param onUpdate what comes of them when its key becomes another one
 */
public record ForeignKeyDef(
    long id,
    String name,
    List<Integer> columns,
    long parentId,
    long parentIndexId,
    KeyAction onDelete,
    KeyAction onUpdate) {
  public ForeignKeyDef {
    columns = List.copyOf(columns);
  }

  /** A foreign key that only forbids. */
  public ForeignKeyDef(
      long id, String name, List<Integer> columns, long parentId, long parentIndexId) {
    this(id, name, columns, parentId, parentIndexId, KeyAction.NO_ACTION, KeyAction.NO_ACTION);
  }

  public ForeignKeyDef withColumns(List<Integer> others) {
    return new ForeignKeyDef(id, name, others, parentId, parentIndexId, onDelete, onUpdate);
  }

  public ForeignKeyDef withParentIndex(long index) {
    return new ForeignKeyDef(id, name, columns, parentId, index, onDelete, onUpdate);
  }

  public ForeignKeyDef withActions(KeyAction deleting, KeyAction updating) {
    return new ForeignKeyDef(id, name, columns, parentId, parentIndexId, deleting, updating);
  }

  /** Whether rows of the child change when such of the parent do. */
  public boolean changesRows() {
    return onDelete.changesRows() || onUpdate.changesRows();
  }
}
