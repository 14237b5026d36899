package io.mosql.sql.exec.table;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyAction;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks the foreign keys that a write to one table must satisfy: those of the table itself, and
 * those of other tables that reference it. Each check is a certified read of the transaction (a
 * point, or an empty range), so the certifier guarantees it at every isolation level. Immutable.
 */
public final class ForeignKeyChecker {
  private final TableDef table;
  private final List<Parent> parents = new ArrayList<>();
  private final List<Child> children = new ArrayList<>();

  /** A referenced table, in which the parent row of a row is looked up. */
  private record Parent(ForeignKeyDef key, int[] columns, IndexDef index, KeyEncoder encoder) {
    boolean selfReferencing(TableDef child) {
      return child.index(index.id()) != null;
    }
  }

  /** A referencing table, in which the child rows of a row are searched. */
  private record Child(
      ForeignKeyDef key,
      TableDef table,
      int[] parentColumns,
      KeyEncoder parent,
      IndexDef index,
      KeyEncoder encoder) {}

  public ForeignKeyChecker(TableDef table, Catalog catalog) {
    this.table = table;
    for (ForeignKeyDef key : table.foreignKeys()) {
      TableDef parent = key.parentId() == table.id() ? table : existing(catalog, key.parentId());
      IndexDef index = Objects.requireNonNull(parent.index(key.parentIndexId()));
      parents.add(new Parent(key, ints(key.columns()), index, new KeyEncoder(parent, index)));
    }
    for (long childId : table.referencedBy()) {
      TableDef child = childId == table.id() ? table : existing(catalog, childId);
      for (ForeignKeyDef key : child.foreignKeys()) {
        if (key.parentId() == table.id()) {
          children.add(child(child, key));
        }
      }
    }
  }

  private static TableDef existing(Catalog catalog, long id) {
    TableDef found = catalog.table(id);
    if (found == null) {
      throw new InvariantViolation(
          "a foreign key refers to a table of the catalog, found id " + id);
    }
    return found;
  }

  private Child child(TableDef child, ForeignKeyDef key) {
    IndexDef referenced = Objects.requireNonNull(table.index(key.parentIndexId()));
    IndexDef index = childIndex(child, key);
    return new Child(
        key,
        child,
        parentColumns(table, key),
        new KeyEncoder(table, referenced),
        index,
        new KeyEncoder(child, index));
  }

  /** The referenced columns of the parent, parallel to the referencing ones. */
  public static int[] parentColumns(TableDef parent, ForeignKeyDef key) {
    IndexDef referenced = Objects.requireNonNull(parent.index(key.parentIndexId()));
    return referenced.columns().stream().mapToInt(c -> c.column()).toArray();
  }

  /** An index of the child that begins with the key's columns. */
  public static IndexDef childIndex(TableDef child, ForeignKeyDef key) {
    List<IndexDef> candidates = new ArrayList<>();
    candidates.add(child.primary());
    candidates.addAll(child.readableIndexes());
    candidates.removeIf(index -> index.partial() || index.inverted());
    for (IndexDef index : candidates) {
      if (startsWith(index, key.columns())) {
        return index;
      }
    }
    throw new InvariantViolation(
        "a foreign key has an index that begins with its columns, found none: " + key.name());
  }

  private static boolean startsWith(IndexDef index, List<Integer> columns) {
    if (index.columns().size() < columns.size()) {
      return false;
    }
    for (int i = 0; i < columns.size(); i++) {
      if (index.columns().get(i).column() != columns.get(i)) {
        return false;
      }
    }
    return true;
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Whether checks of new rows must be deferred to the end of the statement because rows may
   * reference each other.
   */
  public boolean selfReferencing() {
    return parents.stream().anyMatch(parent -> parent.selfReferencing(table));
  }

  /** Columns of the foreign keys of this table and of the keys that children reference. */
  public BitSet columns() {
    BitSet columns = new BitSet();
    parents.forEach(parent -> set(columns, parent.columns));
    children.forEach(child -> set(columns, child.parentColumns));
    return columns;
  }

  /** Whether any of those columns has changed. */
  public boolean touches(BitSet changed) {
    return columns().intersects(changed);
  }

  private static void set(BitSet set, int[] columns) {
    for (int column : columns) {
      set.set(column);
    }
  }

  /**
   * Checks that the parents of a new row exist, or defers the check.
   *
   * @param changed columns that are new; null for all
   * @throws MosqlException 23503
   */
  public void checkParents(
      @Nullable Object[] row, @Nullable BitSet changed, ExecutionContext context) {
    for (Parent parent : parents) {
      if ((changed == null || touches(changed, parent.columns)) && !isExempt(parent, row)) {
        if (isDeferred(parent.key, context)) {
          context
              .session()
              .deferredConstraints()
              .add(table.id(), parent.key.id(), values(row, parent.columns), true, context);
        } else {
          checkParent(parent, row, context.transaction());
        }
      }
    }
  }

  /**
   * Checks that all parents of a row exist; defers no check.
   *
   * @throws MosqlException 23503
   */
  public void checkParents(@Nullable Object[] row, TransactionReader transaction) {
    for (Parent parent : parents) {
      if (!isExempt(parent, row)) {
        checkParent(parent, row, transaction);
      }
    }
  }

  private void checkParent(Parent parent, @Nullable Object[] row, TransactionReader transaction) {
    if (!hasParent(parent.index, parent.encoder, values(row, parent.columns), transaction)) {
      throw SqlErrorMessage.FOREIGN_KEY_WITHOUT_PARENT.error(table.name(), parent.key.name());
    }
  }

  private static boolean isDeferred(ForeignKeyDef key, ExecutionContext context) {
    return key.deferrability().isDeferrable()
        && context.session().deferredConstraints().isDeferred(key.id(), key.deferrability());
  }

  /** The values of the columns, none of which is null. */
  private static Object[] values(@Nullable Object[] row, int[] columns) {
    Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Objects.requireNonNull(row[columns[i]]);
    }
    return values;
  }

  /**
   * Checks a deferred foreign key for all values that wait for it.
   *
   * @throws MosqlException 23503
   */
  static void checkDeferred(
      TableDef child,
      ForeignKeyDef key,
      Iterable<DeferredConstraints.Pending> waiting,
      Catalog catalog,
      TransactionReader transaction) {
    TableDef parent = existing(catalog, key.parentId());
    IndexDef target = Objects.requireNonNull(parent.index(key.parentIndexId()));
    KeyEncoder parents = new KeyEncoder(parent, target);
    IndexDef index = childIndex(child, key);
    KeyEncoder children = new KeyEncoder(child, index);
    for (DeferredConstraints.Pending value : waiting) {
      Object[] values = value.values().toArray();
      if (!hasParent(target, parents, values, transaction)
          && hasChildren(index, children, values, transaction)) {
        throw value.ofChild()
            ? SqlErrorMessage.FOREIGN_KEY_WITHOUT_PARENT.error(child.name(), key.name())
            : SqlErrorMessage.FOREIGN_KEY_WITH_CHILDREN.error(
                parent.name(), key.name(), child.name());
      }
    }
  }

  private static boolean isExempt(Parent parent, @Nullable Object[] row) {
    for (int column : parent.columns) {
      if (row[column] == null) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasParent(
      IndexDef index, KeyEncoder encoder, Object[] values, TransactionReader transaction) {
    byte[] key = prefix(values, encoder);
    return key != null && exists(index, key, transaction);
  }

  private static boolean hasChildren(
      IndexDef index, KeyEncoder encoder, Object[] values, TransactionReader transaction) {
    byte[] prefix = prefix(values, encoder);
    return prefix != null
        && transaction
            .certified()
            .scan(index.id(), prefix, Keys.prefixEnd(prefix), false, ColumnSet.NONE)
            .next();
  }

  /** The key of these values; null when the types of the key cannot represent one of them. */
  static byte @Nullable [] prefix(@Nullable Object[] values, KeyEncoder encoder) {
    Object[] converted = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      converted[i] = value == null ? null : convertTo(value, encoder.type(i));
      if (converted[i] == null) {
        return null;
      }
    }
    return encoder.prefix(converted);
  }

  private static boolean exists(IndexDef index, byte[] key, TransactionReader transaction) {
    ColumnSet columns = index.primary() ? ColumnSet.NONE : ColumnSet.ALL;
    return transaction.certified().get(index.id(), key, columns) != null;
  }

  /**
   * Converts the value to the type of the other side, or returns null where that type cannot
   * represent it. Trailing blanks are significant if one of the sides is not CHAR, because indexes
   * compare so.
   */
  private static @Nullable Object convertTo(Object value, SqlType type) {
    try {
      Object bound = Objects.requireNonNull(Coercion.assign(value, type));
      return ValueOrder.compare(bound, value) == 0 ? bound : null;
    } catch (MosqlException e) {
      return null;
    }
  }

  /**
   * Checks that no child references a row that is deleted or changed, by the foreign keys whose
   * action changes no rows (NO ACTION, RESTRICT).
   *
   * @param changed columns that change; null for all
   * @param replacement the new version of the row, or null
   * @throws MosqlException 23503
   */
  public void checkChildren(
      @Nullable Object[] old,
      @Nullable Object @Nullable [] replacement,
      @Nullable BitSet changed,
      ExecutionContext context) {
    TransactionReader transaction = context.transaction();
    for (Child child : children) {
      KeyAction action = replacement == null ? child.key.onDelete() : child.key.onUpdate();
      if (action.changesRows()
          || changed != null && !touches(changed, child.parentColumns)
          || keepsKey(child, old, replacement)) {
        continue;
      }
      if (action == KeyAction.NO_ACTION && isDeferred(child.key, context)) {
        deferChild(child, old, context);
      } else if (isReferenced(child, old, transaction)
          && !isReplaced(child, old, replacement, transaction)) {
        throw SqlErrorMessage.FOREIGN_KEY_WITH_CHILDREN.error(
            table.name(), child.key.name(), child.table.name());
      }
    }
  }

  private static void deferChild(Child child, @Nullable Object[] old, ExecutionContext context) {
    for (int column : child.parentColumns) {
      if (old[column] == null) {
        return;
      }
    }
    context
        .session()
        .deferredConstraints()
        .add(child.table.id(), child.key.id(), values(old, child.parentColumns), false, context);
  }

  private static boolean keepsKey(
      Child child, @Nullable Object[] old, @Nullable Object @Nullable [] replacement) {
    if (replacement == null) {
      return false;
    }
    return child.parent.hasSameKey(old, replacement);
  }

  private static boolean isReferenced(
      Child child, @Nullable Object[] old, TransactionReader transaction) {
    byte[] prefix = referencingPrefix(child.parentColumns, old, child.encoder);
    return prefix != null
        && transaction
            .certified()
            .scan(child.index.id(), prefix, Keys.prefixEnd(prefix), false, ColumnSet.NONE)
            .next();
  }

  /** The key prefix of the rows that reference a row; null when no row can. */
  public static byte @Nullable [] referencingPrefix(
      int[] parentColumns, @Nullable Object[] row, KeyEncoder encoder) {
    Object[] values = new Object[parentColumns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[parentColumns[i]];
    }
    return prefix(values, encoder);
  }

  /** Whether the same UPDATE assigned the key to another row. */
  private static boolean isReplaced(
      Child child,
      @Nullable Object[] old,
      @Nullable Object @Nullable [] replacement,
      TransactionReader transaction) {
    return replacement != null && exists(child.parent.index(), child.parent.key(old), transaction);
  }

  private static boolean touches(BitSet changed, int[] columns) {
    for (int column : columns) {
      if (changed.get(column)) {
        return true;
      }
    }
    return false;
  }

  public boolean hasChildren() {
    return !children.isEmpty();
  }

  public boolean hasParents() {
    return !parents.isEmpty();
  }
}
