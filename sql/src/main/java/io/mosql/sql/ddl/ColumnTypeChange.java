package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.sql.exec.table.TableBackfill;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.SequenceOptions;
import io.mosql.storage.version.ColumnSet;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Changes the type of a column, or fills a new generated or auto-increment column. All rows are
 * rewritten, except when the stored form stays the same and rows are only verified: a text with
 * another length limit and the same collation.
 */
final class ColumnTypeChange {
  private final CatalogWriter change;
  private final TableBackfill build;

  ColumnTypeChange(CatalogWriter change, TableBackfill build) {
    this.change = change;
    this.build = build;
  }

  /**
   * Changes the type.
   *
   * @param using expression over the row; null for the old value
   * @throws MosqlException 42804 for a value that needs a USING, 22xxx for one that does not fit,
   *     0A000, 23505, 23514, 2BP01
   */
  void retype(TableDef table, int index, SqlType type, @Nullable String using) {
    ColumnDef column = table.columns().get(index);
    if (column.type().equals(type) && using == null) {
      return;
    }
    requireUnreferenced(table, index);
    if (column.sequenceId() != 0 && !type.kind().isInteger()) {
      throw SqlErrorMessage.NUMBERED_COLUMN_TYPE.error(column.name());
    }
    String defaultSql = column.defaultSql();
    if (defaultSql != null) {
      change
          .expressions()
          .constantDefault(defaultSql, type, change.catalog(), change.transaction());
    }
    TableDraft draft = new TableDraft(table);
    ColumnDef retyped = column.withType(type);
    draft.replaceColumn(index, retyped);
    if (retyped.canOverflow()) {
      change.provideOverflowTree(draft);
    }
    boolean kept =
        new IndexCreation(change).retype(draft, index)
            && column.type().collation() == type.collation();
    if (using == null && kept && isStoredAlike(column.type(), type)) {
      requireFits(table, index, type);
      change.write(draft.table());
    } else {
      rewrite(table, draft, index, using == null ? quoted(column.name()) : using);
    }
    TableDef now = Objects.requireNonNull(change.catalog().table(table.id()));
    for (CheckDef check : now.checks()) {
      if (ColumnReferences.mentions(check.sql(), column.name())) {
        verify(now, check);
      }
    }
    SequenceDef sequence = change.catalog().sequence(column.sequenceId());
    if (sequence != null) {
      new SequenceStatements(change).change(sequence, SequenceOptions.of(type));
    }
    new ViewStatements(change).revalidateReaders(table.id(), column.name(), false);
  }

  /** Adds the generated column of the draft, and computes its values in existing rows. */
  void addGeneratedColumn(TableDef table, TableDraft draft, int added) {
    TableDef wanted = draft.table();
    ColumnDef column = wanted.columns().get(added);
    // Evaluated over old rows, which have all inputs of the expression.
    Function<@Nullable Object[], @Nullable Object> value =
        change
            .expressions()
            .values(
                Objects.requireNonNull(column.generatedSql()),
                column,
                table,
                change.catalog(),
                change.transaction());
    moveAll(table, draft, Map.of(added, value));
  }

  /**
   * Adds the auto-increment column of the draft, and numbers the rows in the order of their key.
   */
  void addNumberedColumn(TableDef table, TableDraft draft, int added) {
    ColumnDef column = draft.columns.get(added);
    SequenceDef sequence = Objects.requireNonNull(change.catalog().sequence(column.sequenceId()));
    SequenceAccess sequences = change.expressions().sequences();
    moveAll(
        table,
        draft,
        Map.of(added, row -> Coercion.assign(sequences.nextInternal(sequence), column.type())));
  }

  private void rewrite(TableDef table, TableDraft draft, int index, String using) {
    Function<@Nullable Object[], @Nullable Object> value =
        change
            .expressions()
            .values(using, draft.columns.get(index), table, change.catalog(), change.transaction());
    // values for fields missing in old rows have the old type; new rows have all fields
    draft.replaceColumn(index, draft.columns.get(index).withoutMissingField());
    moveAll(table, draft, Map.of(index, value));
  }

  private void moveAll(
      TableDef table,
      TableDraft draft,
      Map<Integer, Function<@Nullable Object[], @Nullable Object>> worked) {
    IndexDef old = draft.primary;
    draft.primary = new IndexDef(change.newId(), old.name(), true, old.unique(), old.columns());
    new TableRewrite(change, build).move(table, draft, worked);
  }

  /**
   * Refuses the change of a generated column, and of a column that generated columns or foreign
   * keys use.
   */
  private void requireUnreferenced(TableDef table, int index) {
    ColumnDef column = table.columns().get(index);
    boolean used = column.generated();
    for (ColumnDef other : table.columns()) {
      used |=
          other.generatedSql() != null
              && !other.virtual()
              && ColumnReferences.mentions(other.generatedSql(), column.name());
    }
    if (used) {
      throw unsupported("a generated column, or of a column that such a column uses");
    }
    boolean refers = table.foreignKeys().stream().anyMatch(k -> k.columns().contains(index));
    for (long childId : table.referencedBy()) {
      TableDef child = Objects.requireNonNull(change.catalog().table(childId));
      for (ForeignKeyDef key : child.foreignKeys()) {
        IndexDef target = key.parentId() == table.id() ? table.index(key.parentIndexId()) : null;
        refers |= target != null && target.columns().stream().anyMatch(c -> c.column() == index);
      }
    }
    if (refers) {
      throw unsupported("a column in a foreign key");
    }
  }

  private static MosqlException unsupported(String what) {
    return SqlErrorMessage.COLUMN_TYPE_CHANGE.error(what);
  }

  /** Whether values of both types are stored in the same way, except for large objects. */
  private static boolean isStoredAlike(SqlType from, SqlType to) {
    return isText(from) && isText(to) || from.kind().isBytes() && to.kind().isBytes();
  }

  private static boolean isText(SqlType type) {
    return type.kind().isText() && type.kind() != TypeKind.CHAR;
  }

  private void requireFits(TableDef table, int index, SqlType type) {
    build.forEachRow(
        table,
        ColumnSet.of(index),
        (key, row) -> {
          if (row[index] instanceof LargeObject && !type.kind().isLarge()) {
            throw SqlErrorMessage.LARGE_VALUE_REWRITE.error(table.columns().get(index).name());
          }
          Coercion.assign(row[index], type);
        });
  }

  private void verify(TableDef table, CheckDef check) {
    Predicate<@Nullable Object[]> failing =
        change
            .expressions()
            .violationTest(check.sql(), table, change.catalog(), change.transaction());
    build.verify(table, check, ColumnReferences.in(check.sql(), table), failing);
  }

  private static String quoted(String name) {
    return MosqlParser.toSql(new SqlIdentifier(name, SqlParserPos.ZERO));
  }
}
