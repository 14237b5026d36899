package io.mosql.sql.catalog;

import java.util.List;

/**
 * The definition of a foreign key. The child has an index that begins with these columns; NULL in
 * any column makes the row exempt (MATCH SIMPLE).
 *
 * @param columns indexes into the child's {@link TableDef#columns()}
 * @param parentId table referred to
 * @param parentIndexId its primary or unique index; the child's columns match the columns of this
 *     index in order
 * @param onDelete action on the child's rows when their parent row is deleted
 * @param onUpdate action on the child's rows when the key of their parent row changes
 * @param deferrability when it is checked
 */
public record ForeignKeyDef(
    long id,
    String name,
    List<Integer> columns,
    long parentId,
    long parentIndexId,
    KeyAction onDelete,
    KeyAction onUpdate,
    Deferrability deferrability) {
  public ForeignKeyDef {
    columns = List.copyOf(columns);
  }

  /** A foreign key without actions (NO ACTION). */
  public ForeignKeyDef(
      long id, String name, List<Integer> columns, long parentId, long parentIndexId) {
    this(
        id,
        name,
        columns,
        parentId,
        parentIndexId,
        KeyAction.NO_ACTION,
        KeyAction.NO_ACTION,
        Deferrability.NOT_DEFERRABLE);
  }

  public ForeignKeyDef withColumns(List<Integer> others) {
    return new ForeignKeyDef(
        id, name, others, parentId, parentIndexId, onDelete, onUpdate, deferrability);
  }

  /** A copy with another name. */
  public ForeignKeyDef withName(String other) {
    return new ForeignKeyDef(
        id, other, columns, parentId, parentIndexId, onDelete, onUpdate, deferrability);
  }

  public ForeignKeyDef withParentIndex(long index) {
    return new ForeignKeyDef(id, name, columns, parentId, index, onDelete, onUpdate, deferrability);
  }

  public ForeignKeyDef withActions(KeyAction deleting, KeyAction updating) {
    return new ForeignKeyDef(
        id, name, columns, parentId, parentIndexId, deleting, updating, deferrability);
  }

  public ForeignKeyDef withDeferrability(Deferrability other) {
    return new ForeignKeyDef(id, name, columns, parentId, parentIndexId, onDelete, onUpdate, other);
  }

  /** Whether an action changes rows of the child when rows of the parent change. */
  public boolean changesRows() {
    return onDelete.changesRows() || onUpdate.changesRows();
  }
}
