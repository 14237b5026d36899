package io.mosql.sql.ddl;

import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.ConstraintTiming;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import java.util.ArrayList;
import java.util.List;

/** Runs CREATE TABLE. */
final class TableCreation {
  private final CatalogWriter change;
  private final ColumnCreation columns;
  private final ConstraintCreation constraints;

  TableCreation(CatalogWriter change) {
    this.change = change;
    this.columns = new ColumnCreation(change);
    this.constraints = new ConstraintCreation(change);
  }

  void create(CreateTable statement) {
    NameResolver.QualifiedName name = change.names().qualifiedForCreate(statement.name());
    if (statement.ifNotExists() && change.catalog().hasRelation(name.schema(), name.name())) {
      return;
    }
    change.requireFree(name);
    IndexDef placeholder = new IndexDef(0, name.name() + "_pkey", true, true, List.of());
    TableDraft draft =
        new TableDraft(
            new TableDef(
                change.newId(),
                name.schema(),
                name.name(),
                List.of(),
                0,
                placeholder,
                List.of(),
                List.of(),
                List.of(),
                0,
                List.of()));
    for (ColumnDefinition column : statement.columns()) {
      columns.add(draft, column, false);
    }
    change.provideOverflowTree(draft);
    primaryKey(draft, statement.constraints());
    List<TableConstraint.ForeignKey> foreignKeys = new ArrayList<>();
    for (TableConstraint constraint : statement.constraints()) {
      if (constraint instanceof TableConstraint.Unique unique) {
        IndexDef made = constraints.addUnique(draft, unique);
        change.comment(CommentTarget.index(draft.id, made.name()), unique.comment());
      } else if (constraint instanceof TableConstraint.Index index) {
        IndexDef made = constraints.addIndex(draft, index.name(), index.body(), index.unique());
        change.comment(CommentTarget.index(draft.id, made.name()), index.comment());
      } else if (constraint instanceof TableConstraint.Check check) {
        constraints.addCheck(draft, check);
      } else if (constraint instanceof TableConstraint.ForeignKey key) {
        foreignKeys.add(key);
      }
    }
    foreignKeys.forEach(key -> constraints.addForeignKey(draft, key));
    TableDef table = draft.table();
    columns.checkGenerated(table);
    change.createTree(table.primary());
    table.indexes().forEach(change::createTree);
    change.write(table);
    change.setOwner(table.id());
    change.comment(CommentTarget.whole(table.id()), statement.comment());
    for (int i = 0; i < statement.columns().size(); i++) {
      int ordinal = table.columns().get(i).ordinal();
      change.comment(
          CommentTarget.column(table.id(), ordinal), statement.columns().get(i).comment());
    }
  }

  private void primaryKey(TableDraft draft, List<TableConstraint> all) {
    List<TableConstraint.PrimaryKey> keys =
        all.stream()
            .filter(TableConstraint.PrimaryKey.class::isInstance)
            .map(TableConstraint.PrimaryKey.class::cast)
            .toList();
    if (keys.size() > 1) {
      throw SqlErrorMessage.MULTIPLE_PRIMARY_KEYS.error(draft.name);
    }
    boolean deferrable = !keys.isEmpty() && keys.get(0).timing() != ConstraintTiming.NOT_DEFERRABLE;
    if (keys.isEmpty() || deferrable) {
      KeyColumn rowId = new KeyColumn(columns.addRowId(draft, 1), false);
      draft.primary =
          new IndexDef(change.newId(), draft.name + "_rowid", true, true, List.of(rowId));
    } else {
      draft.primary = new IndexDef(0, "", true, true, List.of());
      constraints.setPrimaryKey(draft, keys.get(0));
      change.comment(CommentTarget.index(draft.id, draft.primary.name()), keys.get(0).comment());
    }
    if (deferrable) {
      IndexDef made = constraints.addDeferrablePrimaryKey(draft, keys.get(0));
      change.comment(CommentTarget.index(draft.id, made.name()), keys.get(0).comment());
    }
  }
}
