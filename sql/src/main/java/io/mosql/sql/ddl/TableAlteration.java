package io.mosql.sql.ddl;

import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.table.TableBackfill;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.AlterAction;
import io.mosql.sql.parser.ast.ddl.AlterTable;
import io.mosql.sql.parser.ast.ddl.AlterView;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.ConstraintTiming;
import io.mosql.sql.parser.ast.ddl.IndexDefinition;
import io.mosql.sql.parser.ast.ddl.SequenceOptions;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Runs ALTER TABLE and CREATE INDEX: each action changes the definition, then fills or verifies the
 * affected rows and entries.
 */
final class TableAlteration {
  private final CatalogWriter change;
  private final ColumnCreation columns;
  private final ConstraintCreation constraints;
  private final TableBackfill build;

  /** Whether the statement has a single action, so that index builds may be deferred. */
  private boolean single = true;

  TableAlteration(CatalogWriter change) {
    this.change = change;
    this.columns = new ColumnCreation(change);
    this.constraints = new ConstraintCreation(change);
    this.build =
        new TableBackfill(
            change.transaction(),
            change.builds().sorting(),
            change.expressions().tableExpressions());
  }

  void alter(AlterTable statement) {
    AlterView ofView = statement.ofView();
    if (ofView != null && change.names().isView(statement.table())) {
      new ViewStatements(change).rename(ofView);
      return;
    }
    if (statement.ifExists() && change.names().tableOrNull(statement.table()) == null) {
      return;
    }
    long id = change.names().table(statement.table()).id();
    single = statement.actions().size() == 1;
    for (AlterAction action : statement.actions()) {
      TableDef table = java.util.Objects.requireNonNull(change.catalog().table(id));
      apply(table, action);
    }
  }

  private void apply(TableDef table, AlterAction action) {
    if (action instanceof AlterAction.AddConstraint add) {
      addConstraint(table, add.constraint());
    } else if (action instanceof AlterAction.AddColumn add) {
      addColumn(table, add);
    } else if (action instanceof AlterAction.DropColumn drop) {
      dropColumn(table, drop);
    } else if (action instanceof AlterAction.DropConstraint drop) {
      dropConstraint(table, drop);
    } else if (action instanceof AlterAction.AlterConstraint alter) {
      alterConstraint(table, alter);
    } else if (action instanceof AlterAction.DropIndex drop) {
      new TableDrops(change).dropConstraint(table, NameResolver.last(drop.name()), false, false);
    } else if (action instanceof AlterAction.DropPrimaryKey) {
      dropPrimaryKey(table, false);
    } else if (action instanceof AlterAction.SetDefault set) {
      setDefault(table, set.column(), set.value());
    } else if (action instanceof AlterAction.DropDefault drop) {
      setDefault(table, drop.column(), null);
    } else if (action instanceof AlterAction.SetNotNull set) {
      setNotNull(table, set.column(), set.notNull());
    } else if (action instanceof AlterAction.SetType set) {
      SqlNode using = set.using();
      retyping()
          .retype(
              table,
              NameResolver.column(table, set.column()),
              set.type(),
              using == null ? null : MosqlParser.toSql(using));
    } else if (action instanceof AlterAction.ModifyColumn redefine) {
      redefine(table, redefine);
    } else if (action instanceof AlterAction.RenameTable rename) {
      rename(table, rename.name());
    } else if (action instanceof AlterAction.RenameColumn rename) {
      renameColumn(table, rename.column(), rename.name().getSimple());
    } else if (action instanceof AlterAction.RenameConstraint rename) {
      renameConstraint(table, rename.constraint().getSimple(), rename.name().getSimple());
    } else if (action instanceof AlterAction.AddIdentity add) {
      addIdentity(table, add);
    } else if (action instanceof AlterAction.SetIdentity set) {
      setIdentity(table, set);
    } else if (action instanceof AlterAction.DropIdentity drop) {
      dropIdentity(table, drop);
    } else if (action instanceof AlterAction.SetStorage set) {
      NameResolver.column(table, set.column());
    } else if (action instanceof AlterAction.SetComment set) {
      change.comment(CommentTarget.whole(table.id()), set.comment());
    }
  }

  /** Changes when a foreign key is checked. */
  private void alterConstraint(TableDef table, AlterAction.AlterConstraint alter) {
    String name = alter.name().getSimple();
    boolean known = false;
    List<ForeignKeyDef> keys = new ArrayList<>();
    for (ForeignKeyDef key : table.foreignKeys()) {
      boolean named = key.name().equals(name);
      known |= named;
      keys.add(named ? key.withDeferrability(ConstraintCreation.timing(alter.timing())) : key);
    }
    if (!known) {
      boolean other =
          table.checks().stream().anyMatch(check -> check.name().equals(name))
              || table.primary().name().equals(name)
              || table.indexes().stream().anyMatch(i -> i.isKey() && i.name().equals(name));
      throw (other ? SqlErrorMessage.NOT_A_FOREIGN_KEY : SqlErrorMessage.UNDEFINED_CONSTRAINT)
          .error(name, table.name());
    }
    change.write(table.withForeignKeys(keys));
  }

  private ColumnTypeChange retyping() {
    return new ColumnTypeChange(change, build);
  }

  /** Runs MySQL's MODIFY COLUMN: properties that the new definition omits are removed. */
  private void redefine(TableDef table, AlterAction.ModifyColumn redefine) {
    ColumnDefinition definition = redefine.definition();
    int index = NameResolver.column(table, redefine.column());
    ColumnDef column = table.columns().get(index);
    if (definition.generated() != null
        || column.generated()
        || (definition.numbering() != null) != column.autoIncrement()) {
      throw SqlErrorMessage.COLUMN_NUMBERING_CHANGE.error();
    }
    String to = definition.name().getSimple();
    if (!to.equals(column.name())) {
      renameColumn(table, redefine.column(), to);
    }
    long id = table.id();
    if (!column.autoIncrement()) {
      setDefault(current(id), definition.name(), null); // The old default may not fit the new type.
    }
    retyping().retype(current(id), index, definition.type(), null);
    boolean inKey = isInPrimaryKey(table, index);
    boolean notNull = definition.notNull() || inKey || column.autoIncrement();
    if (notNull == column.nullable()) {
      setNotNull(current(id), definition.name(), notNull);
    }
    if (definition.defaultValue() != null) {
      setDefault(current(id), definition.name(), definition.defaultValue());
    }
    change.comment(CommentTarget.column(id, column.ordinal()), definition.comment());
  }

  private TableDef current(long id) {
    return java.util.Objects.requireNonNull(change.catalog().table(id));
  }

  void createIndex(
      TableDef table,
      @Nullable SqlIdentifier name,
      IndexDefinition body,
      boolean unique,
      @Nullable String comment) {
    IndexDef unfinished = unfinished(table, name);
    TableDraft draft = new TableDraft(table);
    IndexCreation parts = new IndexCreation(change);
    IndexCreation.IndexLayout shape = parts.shape(draft, body, unique);
    if (unfinished != null
        && unfinished.unique() == unique
        && unfinished.columns().equals(shape.columns())
        && unfinished.extent().equals(shape.extent())) {
      resume(table, unfinished);
      return;
    }
    IndexDef index = parts.add(draft, name, unique, body, shape);
    change.comment(CommentTarget.index(table.id(), index.name()), comment);
    if (single && change.builds().isDeferred(rows(table))) {
      draft.replaceIndex(index, index.withWriteOnly(true));
      change.createTree(index);
      change.write(draft.table());
      change.builds().add(table.id(), index.id());
    } else {
      fill(draft, index);
    }
  }

  /** The number of rows, not recorded as read, to avoid conflicts with writers. */
  private long rows(TableDef table) {
    return change.transaction().estimates().count(table.rowTree(), null, null);
  }

  /** Whether the name is that of an index with an interrupted or running build. */
  boolean isUnfinished(TableDef table, @Nullable SqlIdentifier name) {
    return unfinished(table, name) != null;
  }

  private static @Nullable IndexDef unfinished(TableDef table, @Nullable SqlIdentifier name) {
    for (IndexDef index : table.indexes()) {
      if (name != null && index.writeOnly() && index.name().equals(NameResolver.last(name))) {
        return index;
      }
    }
    return null;
  }

  /** Restarts an interrupted index build. */
  private void resume(TableDef table, IndexDef index) {
    if (single && change.builds().mayDefer()) {
      change.builds().add(table.id(), index.id());
      return;
    }
    TableDraft draft = new TableDraft(table);
    IndexDef whole = index.withWriteOnly(false);
    draft.replaceIndex(index, whole);
    change.transaction().truncateTree(index.id());
    change.write(draft.table());
    build.fillIndex(draft.table(), whole, change.catalog());
  }

  private void fill(TableDraft draft, IndexDef index) {
    TableDef table = draft.table();
    change.createTree(index);
    change.write(table);
    build.fillIndex(table, index, change.catalog());
  }

  private void addConstraint(TableDef table, TableConstraint constraint) {
    TableDraft draft = new TableDraft(table);
    if (constraint instanceof TableConstraint.PrimaryKey key) {
      addPrimaryKey(table, key);
    } else if (constraint instanceof TableConstraint.Unique unique
        && unique.timing() != ConstraintTiming.NOT_DEFERRABLE) {
      IndexDef index = constraints.addUnique(draft, unique);
      change.comment(CommentTarget.index(table.id(), index.name()), unique.comment());
      fill(draft, index);
    } else if (constraint instanceof TableConstraint.Unique unique) {
      createIndex(table, unique.name(), IndexDefinition.of(unique.parts()), true, unique.comment());
    } else if (constraint instanceof TableConstraint.Index index) {
      createIndex(table, index.name(), index.body(), index.unique(), index.comment());
    } else if (constraint instanceof TableConstraint.ForeignKey key) {
      IndexDef brought = constraints.addForeignKey(draft, key);
      if (brought != null) {
        fill(draft, brought);
      } else {
        change.write(draft.table());
      }
      build.verifyForeignKeys(draft.table(), change.catalog());
    } else if (constraint instanceof TableConstraint.Check check) {
      constraints.addCheck(draft, check);
      change.write(draft.table());
      verify(draft.table(), draft.checks.get(draft.checks.size() - 1));
    }
  }

  private void verify(TableDef table, CheckDef check) {
    build.verify(
        table,
        check,
        ColumnReferences.in(check.sql(), table),
        change
            .expressions()
            .violationTest(check.sql(), table, change.catalog(), change.transaction()));
  }

  /**
   * Moves the rows to a tree ordered by the new key, and rebuilds all index entries, which contain
   * keys.
   */
  private void addPrimaryKey(TableDef table, TableConstraint.PrimaryKey key) {
    if (table.primaryKey() != null) {
      throw SqlErrorMessage.MULTIPLE_PRIMARY_KEYS.error(table.name());
    }
    TableDraft draft = new TableDraft(table);
    if (key.timing() != ConstraintTiming.NOT_DEFERRABLE) {
      IndexDef index = constraints.addDeferrablePrimaryKey(draft, key);
      for (KeyColumn part : index.columns()) {
        build.verifyNotNull(table, part.column());
      }
      change.comment(CommentTarget.index(table.id(), index.name()), key.comment());
      fill(draft, index);
      return;
    }
    int hidden = table.primary().columns().get(0).column();
    constraints.setPrimaryKey(draft, key);
    long rowIds = draft.columns.get(hidden).sequenceId();
    draft.removeColumn(hidden);
    change.removeSequence(java.util.Objects.requireNonNull(change.catalog().sequence(rowIds)));
    change.comment(CommentTarget.index(table.id(), draft.primary.name()), key.comment());
    new TableRewrite(change, build).move(table, draft, Map.of());
  }

  private void dropConstraint(TableDef table, AlterAction.DropConstraint drop) {
    String name = NameResolver.last(drop.name());
    if (!table.keyless() && table.primary().name().equals(name)) {
      dropPrimaryKey(table, drop.cascade());
    } else {
      new TableDrops(change).dropConstraint(table, name, drop.ifExists(), drop.cascade());
    }
  }

  private void dropPrimaryKey(TableDef table, boolean cascade) {
    IndexDef key = table.primaryKey();
    if (key == null) {
      throw SqlErrorMessage.TABLE_WITHOUT_PRIMARY_KEY.error(table.name());
    }
    if (key.deferrable() != null) {
      new TableDrops(change).dropIndex(table, key, cascade);
      return;
    }
    TableDraft draft = new TableDraft(table);
    long rows = change.transaction().certified().count(table.rowTree(), null, null);
    int rowId = columns.addRowId(draft, rows + 1); // The rows that are there get 1 to rows.
    draft.primary =
        new IndexDef(
            change.newId(),
            draft.name + "_rowid",
            true,
            true,
            List.of(new KeyColumn(rowId, false)));
    constraints.indexForeignKeys(draft);
    new TableDrops(change).releaseIndex(table.primary(), draft, cascade);
    change.comment(CommentTarget.index(table.id(), table.primary().name()), null);
    change.comment(CommentTarget.constraint(table.id(), table.primary().name()), null);
    new TableRewrite(change, build).move(table, draft, Map.of());
    new ViewStatements(change).revalidateReaders(table.id(), table.primary().name(), cascade);
  }

  private void addColumn(TableDef table, AlterAction.AddColumn add) {
    String name = add.column().name().getSimple();
    if (add.ifNotExists() && table.columnIndex(name) >= 0) {
      return;
    }
    boolean filled = build.holdsRows(table);
    TableDraft draft = new TableDraft(table);
    int added = draft.insertionPoint();
    columns.add(draft, add.column(), filled);
    if (add.place() != null) {
      SqlIdentifier after = add.place().after();
      int place = after == null ? 0 : NameResolver.column(table, after) + 1;
      draft.moveNewColumn(added, place);
      added = place;
    }
    if (draft.columns.get(added).canOverflow()) {
      change.provideOverflowTree(draft);
    }
    columns.checkGenerated(draft.table());
    if (filled && draft.columns.get(added).generated()) {
      retyping().addGeneratedColumn(table, draft, added);
    } else if (filled && draft.columns.get(added).autoIncrement()) {
      retyping().addNumberedColumn(table, draft, added);
    } else {
      change.write(draft.table());
    }
    change.comment(
        CommentTarget.column(table.id(), draft.columns.get(added).ordinal()),
        add.column().comment());
    for (TableConstraint constraint : add.constraints()) {
      addConstraint(
          java.util.Objects.requireNonNull(change.catalog().table(table.id())), constraint);
    }
  }

  private void dropColumn(TableDef table, AlterAction.DropColumn drop) {
    if (drop.ifExists() && table.columnIndex(drop.column().getSimple()) < 0) {
      return;
    }
    if (drop.cascade()) {
      dropGeneratedFrom(table, drop.column());
      table = current(table.id());
    }
    int column = NameResolver.column(table, drop.column());
    if (TableDrops.uses(table, table.primary(), column)) {
      dropPrimaryKey(table, drop.cascade());
      table = current(table.id());
    }
    change.comment(CommentTarget.column(table.id(), table.columns().get(column).ordinal()), null);
    new TableDrops(change).releaseColumn(table, column, drop.cascade());
    TableDef freed = java.util.Objects.requireNonNull(change.catalog().table(table.id()));
    TableDraft draft = new TableDraft(freed);
    draft.removeColumn(column);
    if (draft.columns.stream().allMatch(ColumnDef::hidden)) {
      throw SqlErrorMessage.LAST_COLUMN.error();
    }
    if (freed.columns().get(column).canOverflow()) {
      freeLargeValues(freed, column, draft);
    }
    change.write(draft.table());
    new SequenceStatements(change).dropOwned(freed, freed.columns().get(column), drop.cascade());
    new ViewStatements(change)
        .revalidateReaders(table.id(), freed.columns().get(column).name(), drop.cascade());
  }

  /** Drops the columns generated from a column that is dropped with CASCADE. */
  private void dropGeneratedFrom(TableDef table, SqlIdentifier name) {
    for (ColumnDef other : table.columns()) {
      String formula = other.generatedSql();
      if (formula != null
          && !other.virtual()
          && ColumnReferences.mentions(formula, name.getSimple())) {
        SqlIdentifier generated = new SqlIdentifier(other.name(), name.getParserPosition());
        dropColumn(current(table.id()), new AlterAction.DropColumn(generated, false, true));
      }
    }
  }

  /**
   * Deletes the large values of a dropped column, or drops their tree with the last such column.
   */
  private void freeLargeValues(TableDef table, int column, TableDraft draft) {
    if (draft.columns.stream().anyMatch(ColumnDef::canOverflow)) {
      build.deleteLargeValues(table, column);
    } else if (draft.overflowTree != 0) {
      change.transaction().dropTree(draft.overflowTree);
      draft.overflowTree = 0;
    }
  }

  private void setDefault(TableDef table, SqlIdentifier name, @Nullable SqlNode value) {
    int index = NameResolver.column(table, name);
    ColumnDef c = table.columns().get(index);
    if (c.generated() || c.sequenceId() != 0) {
      throw SqlErrorMessage.COLUMN_IS_GENERATED.error(c.name(), table.name());
    }
    String sql = ColumnCreation.defaultSql(value);
    if (sql != null) {
      change.expressions().constantDefault(sql, c.type(), change.catalog(), change.transaction());
    }
    replace(table, index, c.withDefault(sql));
  }

  private void addIdentity(TableDef table, AlterAction.AddIdentity add) {
    int index = NameResolver.column(table, add.column());
    ColumnDef column = table.columns().get(index);
    if (column.nullable()) {
      throw SqlErrorMessage.IDENTITY_OF_NULLABLE_COLUMN.error(column.name(), table.name());
    }
    if (column.sequenceId() != 0) {
      throw SqlErrorMessage.ALREADY_IDENTITY.error(column.name(), table.name());
    }
    if (column.defaultSql() != null || column.generated()) {
      throw SqlErrorMessage.IDENTITY_WITH_DEFAULT.error(column.name(), table.name());
    }
    if (!column.type().kind().isInteger()) {
      throw SqlErrorMessage.IDENTITY_TYPE.error();
    }
    TableDraft draft = new TableDraft(table);
    ColumnDefinition.Numbering numbering = add.numbering();
    long sequence = columns.number(draft, column.name(), column.type(), numbering);
    draft.replaceColumn(index, column.withSequence(sequence).withAlways(numbering.always()));
    change.write(draft.table());
  }

  private void setIdentity(TableDef table, AlterAction.SetIdentity set) {
    int index = NameResolver.column(table, set.column());
    ColumnDef column = numbered(table, index);
    if (set.always() != null) {
      replace(table, index, column.withAlways(set.always()));
    }
    if (!set.options().equals(SequenceOptions.NONE)) {
      new SequenceStatements(change)
          .change(
              java.util.Objects.requireNonNull(change.catalog().sequence(column.sequenceId())),
              set.options());
    }
  }

  private void dropIdentity(TableDef table, AlterAction.DropIdentity drop) {
    int index = NameResolver.column(table, drop.column());
    if (drop.ifExists() && table.columns().get(index).sequenceId() == 0) {
      return;
    }
    ColumnDef column = numbered(table, index);
    replace(table, index, column.withSequence(0).withAlways(false));
    new SequenceStatements(change).dropOwned(table, column, false);
  }

  private static ColumnDef numbered(TableDef table, int index) {
    ColumnDef column = table.columns().get(index);
    if (column.sequenceId() == 0) {
      throw SqlErrorMessage.NOT_AN_IDENTITY_COLUMN.error(column.name(), table.name());
    }
    return column;
  }

  private void setNotNull(TableDef table, SqlIdentifier name, boolean notNull) {
    int index = NameResolver.column(table, name);
    if (!notNull && table.columns().get(index).sequenceId() != 0) {
      throw SqlErrorMessage.COLUMN_IS_IDENTITY.error(name.getSimple(), table.name());
    }
    if (notNull) {
      build.verifyNotNull(table, index);
    } else if (isInPrimaryKey(table, index)) {
      throw SqlErrorMessage.COLUMN_IN_PRIMARY_KEY.error(name.getSimple());
    }
    replace(table, index, table.columns().get(index).withNullable(!notNull));
  }

  private static boolean isInPrimaryKey(TableDef table, int column) {
    IndexDef key = table.primaryKey();
    return key != null && key.columns().stream().anyMatch(part -> part.column() == column);
  }

  private void renameColumn(TableDef table, SqlIdentifier name, String to) {
    int index = NameResolver.column(table, name);
    if (table.columnIndex(to) >= 0) {
      throw SqlErrorMessage.DUPLICATE_COLUMN_OF_TABLE.error(to, table.name());
    }
    TableDraft draft = new TableDraft(table);
    draft.renameColumn(index, to);
    change.write(draft.table());
  }

  /** Renames a constraint, key or index of the table, with its comments. */
  void renameConstraint(TableDef table, String from, String to) {
    Set<String> used = NameResolver.usedConstraintNames(table);
    if (!used.contains(from) || table.keyless() && table.primary().name().equals(from)) {
      throw SqlErrorMessage.UNDEFINED_CONSTRAINT_OR_INDEX.error(from, table.name());
    }
    if (used.contains(to)) {
      throw SqlErrorMessage.DUPLICATE_CONSTRAINT_OR_INDEX.error(to, table.name());
    }
    TableDraft draft = new TableDraft(table);
    if (draft.primary.name().equals(from)) {
      draft.primary = draft.primary.withName(to);
    }
    draft.indexes.replaceAll(
        index -> index.name().equals(from) ? renamed(index, table, to) : index);
    draft.checks.replaceAll(check -> check.name().equals(from) ? check.withName(to) : check);
    draft.foreignKeys.replaceAll(key -> key.name().equals(from) ? key.withName(to) : key);
    change.write(draft.table());
    moveComment(CommentTarget.index(table.id(), from), CommentTarget.index(table.id(), to));
    moveComment(
        CommentTarget.constraint(table.id(), from), CommentTarget.constraint(table.id(), to));
  }

  private static IndexDef renamed(IndexDef index, TableDef table, String to) {
    if (index.writeOnly()) {
      throw SqlErrorMessage.INDEX_BEING_BUILT.error(index.name(), table.name());
    }
    return index.withName(to);
  }

  private void moveComment(CommentTarget from, CommentTarget to) {
    String text = change.catalog().comment(from);
    if (text != null) {
      change.comment(from, null);
      change.comment(to, text);
    }
  }

  private void replace(TableDef table, int index, ColumnDef column) {
    TableDraft draft = new TableDraft(table);
    draft.replaceColumn(index, column);
    change.write(draft.table());
  }

  void rename(TableDef table, SqlIdentifier to) {
    NameResolver.QualifiedName name =
        change.names().qualifiedForCreate(NameResolver.within(table.schema(), to));
    change.requireFree(name);
    TableDraft draft = new TableDraft(table);
    draft.name = name.name();
    draft.schema = name.schema();
    change.write(draft.table());
    if (!name.schema().equals(table.schema())) {
      new SequenceStatements(change).move(table, name.schema());
    }
  }
}
