package io.mosql.sql.ddl;

import io.mosql.core.type.TypeKind;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.Deferrability;
import io.mosql.sql.catalog.DeferrableKey;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyAction;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.ConstraintTiming;
import io.mosql.sql.parser.ast.ddl.IndexDefinition;
import io.mosql.sql.parser.ast.ddl.KeyPart;
import io.mosql.sql.parser.ast.ddl.ReferentialAction;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** Adds keys, indexes and checks to drafts of tables. The caller fills and verifies them. */
final class ConstraintCreation {
  private final CatalogWriter change;

  ConstraintCreation(CatalogWriter change) {
    this.change = change;
  }

  /** The columns of a key; they must exist, and each may occur once. */
  static List<KeyColumn> key(TableDef table, List<KeyPart> parts) {
    List<KeyColumn> columns = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (KeyPart part : parts) {
      int column = NameResolver.column(table, part.column());
      if (!seen.add(column)) {
        throw SqlErrorMessage.COLUMN_TWICE_IN_KEY.error(part.column().getSimple());
      }
      columns.add(new KeyColumn(column, part.descending()));
    }
    return columns;
  }

  /** A new primary index on another tree; its columns become NOT NULL. */
  void setPrimaryKey(TableDraft draft, TableConstraint.PrimaryKey key) {
    TableDef table = draft.table();
    List<KeyColumn> columns = key(table, key.parts());
    String name = NameResolver.constraint(key.name(), table, List.of(), "pkey");
    draft.primary = new IndexDef(change.newId(), name, true, true, columns);
    forbidNulls(draft, columns);
  }

  /**
   * Adds the index of a deferrable primary key, whose columns become NOT NULL. The rows stay under
   * a hidden row id.
   */
  IndexDef addDeferrablePrimaryKey(TableDraft draft, TableConstraint.PrimaryKey key) {
    TableDef table = draft.table();
    List<KeyColumn> columns = key(table, key.parts());
    String name = NameResolver.constraint(key.name(), table, List.of(), "pkey");
    IndexDef index =
        new IndexDef(change.newId(), name, false, false, columns)
            .withDeferrable(new DeferrableKey(change.newId(), true, timing(key.timing())));
    draft.indexes.add(index);
    forbidNulls(draft, columns);
    return index;
  }

  private static void forbidNulls(TableDraft draft, List<KeyColumn> columns) {
    for (KeyColumn part : columns) {
      ColumnDef column = draft.columns.get(part.column());
      draft.replaceColumn(part.column(), column.withNullable(false));
    }
  }

  IndexDef addIndex(
      TableDraft draft, @Nullable SqlIdentifier name, IndexDefinition body, boolean unique) {
    IndexCreation parts = new IndexCreation(change);
    return parts.add(draft, name, unique, body, parts.shape(draft, body, unique));
  }

  IndexDef addUnique(TableDraft draft, TableConstraint.Unique unique) {
    IndexDef index = addIndex(draft, unique.name(), IndexDefinition.of(unique.parts()), true);
    Deferrability timing = timing(unique.timing());
    if (!timing.isDeferrable()) {
      return index;
    }
    IndexDef deferrable = index.withDeferrable(new DeferrableKey(change.newId(), false, timing));
    draft.replaceIndex(index, deferrable);
    return deferrable;
  }

  void addCheck(TableDraft draft, TableConstraint.Check check) {
    TableDef table = draft.table();
    String sql = MosqlParser.toSql(check.condition());
    change.expressions().violationTest(sql, table, change.catalog(), change.transaction());
    String name = NameResolver.constraint(check.name(), table, onlyColumn(sql, table), "check");
    draft.checks.add(new CheckDef(change.newId(), name, sql));
  }

  /** The column that an expression names, when it is one alone; a default name has it. */
  private static List<String> onlyColumn(String sql, TableDef table) {
    Set<String> names = ColumnReferences.in(sql);
    List<String> columns =
        table.columns().stream().map(ColumnDef::name).filter(names::contains).toList();
    return columns.size() == 1 ? columns : List.of();
  }

  /**
   * Adds a foreign key, and an index for it when no index begins with its columns.
   *
   * @return the index that was added, or null
   */
  @Nullable IndexDef addForeignKey(TableDraft draft, TableConstraint.ForeignKey key) {
    TableDef child = draft.table();
    TableDef found = change.names().tableOrNull(key.parent());
    boolean self = found == null ? isSelf(key.parent(), draft) : found.id() == draft.id;
    TableDef parent = self ? child : change.names().table(key.parent());
    List<Integer> columns = key.columns().stream().map(c -> NameResolver.column(child, c)).toList();
    List<Integer> parentColumns =
        key.parentColumns().isEmpty()
            ? declaredKey(parent)
            : key.parentColumns().stream().map(c -> NameResolver.column(parent, c)).toList();
    if (columns.size() != parentColumns.size()) {
      throw SqlErrorMessage.FOREIGN_KEY_COLUMN_COUNT.error();
    }
    IndexDef target = target(parent, parentColumns);
    List<Integer> ordered = new ArrayList<>();
    for (KeyColumn part : target.columns()) {
      int column = columns.get(parentColumns.indexOf(part.column()));
      requireComparable(child.columns().get(column), parent.columns().get(part.column()));
      ordered.add(column);
    }
    requireActionable(key, child, columns);
    List<String> names = columns.stream().map(c -> child.columns().get(c).name()).toList();
    String name = NameResolver.constraint(key.name(), child, names, "fkey");
    long id = change.newId();
    if (!self) {
      change.recordReference(parent.id(), id);
    }
    draft.foreignKeys.add(
        new ForeignKeyDef(
            id,
            name,
            ordered,
            parent.id(),
            target.id(),
            action(key.onDelete()),
            action(key.onUpdate()),
            timing(key.timing())));
    return hasIndex(draft, ordered) ? null : addOwnIndex(draft, name, ordered);
  }

  private static boolean isSelf(SqlIdentifier parent, TableDraft draft) {
    return NameResolver.last(parent).equals(draft.name)
        && (parent.isSimple() || parent.names.get(0).equals(draft.schema));
  }

  /** Refuses actions that would write a generated column. */
  private static void requireActionable(
      TableConstraint.ForeignKey key, TableDef child, List<Integer> columns) {
    boolean writes =
        action(key.onUpdate()).changesRows()
            || action(key.onDelete()).changesRows() && key.onDelete() != ReferentialAction.CASCADE;
    if (writes && columns.stream().anyMatch(c -> child.columns().get(c).generated())) {
      throw SqlErrorMessage.FOREIGN_KEY_ACTION_ON_GENERATED.error();
    }
  }

  static Deferrability timing(ConstraintTiming timing) {
    return switch (timing) {
      case NOT_DEFERRABLE -> Deferrability.NOT_DEFERRABLE;
      case INITIALLY_IMMEDIATE -> Deferrability.INITIALLY_IMMEDIATE;
      case INITIALLY_DEFERRED -> Deferrability.INITIALLY_DEFERRED;
    };
  }

  private static KeyAction action(ReferentialAction action) {
    return switch (action) {
      case NO_ACTION -> KeyAction.NO_ACTION;
      case RESTRICT -> KeyAction.RESTRICT;
      case CASCADE -> KeyAction.CASCADE;
      case SET_NULL -> KeyAction.SET_NULL;
      case SET_DEFAULT -> KeyAction.SET_DEFAULT;
    };
  }

  private static List<Integer> declaredKey(TableDef parent) {
    IndexDef key = parent.primaryKey();
    if (key == null) {
      throw SqlErrorMessage.PARENT_WITHOUT_PRIMARY_KEY.error(parent.name());
    }
    if (key.deferrable() != null) {
      throw SqlErrorMessage.PARENT_KEY_DEFERRABLE.error("primary key", parent.name());
    }
    return key.columns().stream().map(KeyColumn::column).toList();
  }

  private static IndexDef target(TableDef parent, List<Integer> columns) {
    Set<Integer> wanted = new HashSet<>(columns);
    if (wanted.size() == columns.size()) {
      if (covers(parent.primary(), wanted)) {
        return parent.primary();
      }
      for (IndexDef index : parent.readableIndexes()) {
        if (index.unique() && !index.partial() && covers(index, wanted)) {
          return index;
        }
      }
      if (parent.indexes().stream().anyMatch(i -> i.deferrable() != null && covers(i, wanted))) {
        throw SqlErrorMessage.PARENT_KEY_DEFERRABLE.error("unique constraint", parent.name());
      }
    }
    throw SqlErrorMessage.PARENT_WITHOUT_UNIQUE_KEY.error(parent.name());
  }

  private static boolean covers(IndexDef index, Set<Integer> columns) {
    return index.columns().size() == columns.size()
        && index.columns().stream().allMatch(c -> columns.contains(c.column()));
  }

  private static void requireComparable(ColumnDef child, ColumnDef parent) {
    TypeKind a = child.type().kind();
    TypeKind b = parent.type().kind();
    boolean fits =
        a == b && !a.isText()
            || a.isText() && b.isText() && child.type().collation() == parent.type().collation()
            || a.isInteger() && b.isInteger()
            || a.isExactNumeric()
                && b.isExactNumeric()
                && child.type().scale() == parent.type().scale();
    if (!fits) {
      throw SqlErrorMessage.FOREIGN_KEY_TYPES_DIFFER.error(child.name(), parent.name());
    }
  }

  /** Adds an index for each foreign key that has none. */
  void indexForeignKeys(TableDraft draft) {
    for (ForeignKeyDef key : draft.foreignKeys) {
      if (!hasIndex(draft, key.columns())) {
        addOwnIndex(draft, key.name(), key.columns());
      }
    }
  }

  static boolean hasIndex(TableDraft draft, List<Integer> columns) {
    return begins(draft.primary, columns)
        || draft.indexes.stream()
            .anyMatch(i -> !i.writeOnly() && !i.partial() && !i.inverted() && begins(i, columns));
  }

  private static boolean begins(IndexDef index, List<Integer> columns) {
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

  private IndexDef addOwnIndex(TableDraft draft, String keyName, List<Integer> columns) {
    Set<String> used = NameResolver.usedConstraintNames(draft.table());
    String name = keyName + "_idx";
    for (int i = 1; used.contains(name); i++) {
      name = keyName + "_idx" + i;
    }
    IndexDef index =
        new IndexDef(
            change.newId(),
            name,
            false,
            false,
            columns.stream().map(c -> new KeyColumn(c, false)).toList());
    draft.indexes.add(index);
    return index;
  }
}
