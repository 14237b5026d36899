package io.mosql.sql.session.command;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogWithTemporaryTables;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.ddl.IndexBuildPlan;
import io.mosql.sql.ddl.SchemaExpressions;
import io.mosql.sql.ddl.SchemaStatements;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.ddl.AlterSequence;
import io.mosql.sql.parser.ast.ddl.AlterTable;
import io.mosql.sql.parser.ast.ddl.CommentOn;
import io.mosql.sql.parser.ast.ddl.CreateIndex;
import io.mosql.sql.parser.ast.ddl.CreateSequence;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.ddl.CreateTemporary;
import io.mosql.sql.parser.ast.ddl.DropObjects;
import io.mosql.sql.parser.ast.ddl.RenameTables;
import io.mosql.sql.parser.ast.ddl.TruncateTables;
import io.mosql.sql.session.transaction.SessionTransaction;
import io.mosql.sql.session.transaction.TemporaryTables;
import io.mosql.storage.transaction.Transaction;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Runs schema statements on temporary tables and sequences: those that create some, and those that
 * name some, in the private store of the session. A statement on objects of both kinds is refused.
 */
final class TemporarySchemaRunner {
  private static final String SCHEMA = CatalogWithTemporaryTables.SCHEMA;

  private final CommandContext session;
  private final SchemaExpressions expressions;

  TemporarySchemaRunner(CommandContext session, SchemaExpressions expressions) {
    this.session = session;
    this.expressions = expressions;
  }

  /**
   * Whether the statement is on temporary objects.
   *
   * @throws io.mosql.core.error.MosqlException 0A000 when it is on others, too
   */
  static boolean handles(SqlNode statement, CommandContext session) {
    if (statement instanceof CreateTemporary) {
      return true;
    }
    List<SqlIdentifier> names = names(statement);
    if (names.isEmpty()) {
      return false;
    }
    if (creates(statement)) {
      return isQualified(names.get(0));
    }
    if (!session.transaction().hasTemporaryTables()) {
      return false;
    }
    Predicate<SqlIdentifier> isTemporary =
        session
            .transaction()
            .inspectCatalog(catalog -> name -> isTemporary(name, statement, catalog));
    long temporary = names.stream().filter(isTemporary).count();
    if (temporary > 0 && temporary < names.size()) {
      throw SqlErrorMessage.TEMPORARY_WITH_OTHERS.error();
    }
    return temporary > 0;
  }

  private static boolean creates(SqlNode statement) {
    return statement instanceof CreateTable
        || statement instanceof CreateTableAs
        || statement instanceof CreateSequence;
  }

  private static boolean isQualified(SqlIdentifier name) {
    return name.names.size() == 2 && name.names.get(0).equals(SCHEMA);
  }

  /** The objects that a statement creates or changes; empty for one that has no temporary form. */
  private static List<SqlIdentifier> names(SqlNode statement) {
    if (statement instanceof CreateTable create) {
      return List.of(create.name());
    }
    if (statement instanceof CreateTableAs create) {
      return List.of(create.name());
    }
    if (statement instanceof CreateSequence create) {
      return List.of(create.name());
    }
    if (statement instanceof AlterTable alter) {
      return List.of(alter.table());
    }
    if (statement instanceof CreateIndex create) {
      return List.of(create.table());
    }
    if (statement instanceof AlterSequence alter) {
      return List.of(alter.name());
    }
    if (statement instanceof TruncateTables truncate) {
      return truncate.tables();
    }
    if (statement instanceof RenameTables rename) {
      return rename.renamings().stream().map(RenameTables.Renaming::table).toList();
    }
    if (statement instanceof CommentOn comment) {
      return switch (comment.kind()) {
        case TABLE, COLUMN, SEQUENCE -> List.of(comment.name());
        default -> List.of();
      };
    }
    if (statement instanceof DropObjects drop) {
      SqlIdentifier table = drop.table();
      return table != null ? List.of(table) : drop.names();
    }
    return List.of();
  }

  private static boolean isTemporary(SqlIdentifier name, SqlNode statement, Catalog catalog) {
    List<String> names = name.names;
    boolean ofColumn =
        statement instanceof CommentOn comment && comment.kind() == CommentOn.Kind.COLUMN;
    int last = names.size() - (ofColumn ? 2 : 1);
    if (last < 0 || last > 1 || last == 1 && !names.get(0).equals(SCHEMA)) {
      return false;
    }
    if (statement instanceof DropObjects drop
        && drop.kind() == DropObjects.Kind.INDEX
        && drop.table() == null) {
      return catalog.tables().stream()
          .filter(table -> table.schema().equals(SCHEMA))
          .anyMatch(table -> hasIndex(table, names.get(last)));
    }
    return catalog.table(SCHEMA, names.get(last)) != null
        || catalog.sequence(SCHEMA, names.get(last)) != null;
  }

  private static boolean hasIndex(TableDef table, String name) {
    return table.indexes().stream().anyMatch(index -> index.name().equals(name));
  }

  /**
   * Runs a statement in the open transaction.
   *
   * @param meter measures the plan that fills a table; null for none
   */
  SchemaRunner.Done run(SqlNode given, @Nullable PlanMeter meter) {
    SessionTransaction transaction = session.transaction();
    TemporaryTables tables = transaction.temporaryTables();
    Transaction part = transaction.temporaryPart();
    SqlNode statement = given;
    CreateTemporary.OnCommit onCommit = CreateTemporary.OnCommit.PRESERVE_ROWS;
    if (given instanceof CreateTemporary create) {
      List<String> names = create.name().names;
      if (names.size() > 1 && !isQualified(create.name())) {
        throw SqlErrorMessage.TEMPORARY_IN_OTHER_SCHEMA.error();
      }
      statement = create.object();
      onCommit = create.onCommit();
    }
    @Nullable CreateTableAsRunner filled = null;
    if (statement instanceof CreateTableAs create) {
      filled = new CreateTableAsRunner(session, create, meter);
      List<String> names = create.name().names;
      String name = names.get(names.size() - 1);
      if (create.ifNotExists() && tables.catalog(part).hasRelation(SCHEMA, name)) {
        return SchemaRunner.Done.NOTHING;
      }
      statement = filled.table(transaction.catalogToPlan());
    }
    if (statement instanceof CreateTable create) {
      statement =
          new TableLikeClause(transaction.catalogToPlan(), session.schema()).expanded(create);
    }
    new SchemaStatements(
            part,
            () -> tables.catalog(part),
            SCHEMA,
            expressions,
            IndexBuildPlan.immediate(session.services().builds().sorting()),
            session.rights().privileges().account())
        .run(statement);
    transaction.invalidateCatalog();
    if (statement instanceof CreateTable create) {
      List<String> names = create.name().names;
      TableDef made = tables.catalog(part).table(SCHEMA, names.get(names.size() - 1));
      if (made != null) {
        tables.setAction(made.id(), onCommit);
      }
    }
    return new SchemaRunner.Done(List.of(), filled == null ? 0 : filled.insertRows());
  }
}
