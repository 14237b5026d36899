package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.information.CreateStatementText;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.CreateTable.Included;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The LIKE clause of CREATE TABLE: replaces it by columns and constraints of the source table,
 * parsed from its CREATE TABLE text. Foreign keys are never taken over. Pure.
 */
final class TableLikeClause {
  private final Catalog catalog;
  private final String currentSchema;

  TableLikeClause(Catalog catalog, String currentSchema) {
    this.catalog = catalog;
    this.currentSchema = currentSchema;
  }

  /**
   * The statement without LIKE.
   *
   * @throws MosqlException 42P01 for a table that does not exist
   */
  CreateTable expanded(CreateTable create) {
    if (create.likes().isEmpty()) {
      return create;
    }
    List<ColumnDefinition> columns = new ArrayList<>();
    List<TableConstraint> constraints = new ArrayList<>(create.constraints());
    String comment = create.comment();
    int declared = 0;
    for (CreateTable.Like like : create.likes()) {
      columns.addAll(create.columns().subList(declared, like.at()));
      declared = like.at();
      CreateTable source = source(like.table());
      source.columns().forEach(column -> columns.add(column(column, like.included())));
      for (TableConstraint constraint : source.constraints()) {
        TableConstraint taken = constraint(constraint, like.included());
        if (taken != null) {
          constraints.add(taken);
        }
      }
      if (comment == null && like.included().contains(Included.COMMENTS)) {
        comment = source.comment();
      }
    }
    columns.addAll(create.columns().subList(declared, create.columns().size()));
    return new CreateTable(
        create.getParserPosition(),
        create.name(),
        create.ifNotExists(),
        columns,
        constraints,
        List.of(),
        comment);
  }

  private CreateTable source(SqlIdentifier name) {
    boolean qualified = name.names.size() > 1;
    String schema = qualified ? name.names.get(name.names.size() - 2) : currentSchema;
    String simple = name.names.get(name.names.size() - 1);
    TableDef table = name.names.size() > 2 ? null : catalog.table(schema, simple);
    if (table == null) {
      throw catalog.hasRelation(schema, simple)
          ? SqlErrorMessage.NOT_A_TABLE.error(simple)
          : SqlErrorMessage.UNDEFINED_TABLE.error(String.join(".", name.names));
    }
    return (CreateTable) MosqlParser.parse(CreateStatementText.of(table, catalog));
  }

  private static ColumnDefinition column(ColumnDefinition column, Set<Included> included) {
    return new ColumnDefinition(
        column.name(),
        column.type(),
        column.notNull() || column.numbering() != null,
        included.contains(Included.DEFAULTS) ? column.defaultValue() : null,
        included.contains(Included.IDENTITY) ? column.numbering() : null,
        included.contains(Included.GENERATED) ? column.generated() : null,
        included.contains(Included.COMMENTS) ? column.comment() : null);
  }

  /** The constraint; keys get names after their new table. Null when it is not taken over. */
  private static @Nullable TableConstraint constraint(
      TableConstraint constraint, Set<Included> included) {
    boolean indexes = included.contains(Included.INDEXES);
    boolean comments = included.contains(Included.COMMENTS);
    if (constraint instanceof TableConstraint.PrimaryKey key) {
      return indexes
          ? new TableConstraint.PrimaryKey(
              null, key.parts(), comments ? key.comment() : null, key.timing())
          : null;
    }
    if (constraint instanceof TableConstraint.Unique unique) {
      return indexes
          ? new TableConstraint.Unique(
              null, unique.parts(), comments ? unique.comment() : null, unique.timing())
          : null;
    }
    if (constraint instanceof TableConstraint.Index index) {
      return indexes
          ? new TableConstraint.Index(
              index.name(), index.unique(), index.body(), comments ? index.comment() : null)
          : null;
    }
    return constraint instanceof TableConstraint.Check && included.contains(Included.CONSTRAINTS)
        ? constraint
        : null;
  }
}
