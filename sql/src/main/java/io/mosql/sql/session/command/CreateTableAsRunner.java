package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.dml.InsertRows;
import io.mosql.sql.session.prepare.ParameterCounter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Runs CREATE TABLE .. AS: derives the table definition from the query and inserts its rows. One
 * object for each execution, in the session's transaction.
 */
final class CreateTableAsRunner {
  private static final Object[] NO_PARAMETERS = {};

  private final CommandContext session;
  private final CreateTableAs statement;
  private final @Nullable PlanMeter meter;

  /**
   * @param meter measures the plan that inserts the rows; null for none
   */
  CreateTableAsRunner(CommandContext session, CreateTableAs statement, @Nullable PlanMeter meter) {
    if (ParameterCounter.count(statement) > 0) {
      throw SqlErrorMessage.CREATE_TABLE_AS_WITH_PARAMETERS.error();
    }
    this.session = session;
    this.statement = statement;
    this.meter = meter;
  }

  /** Whether a relation of this name exists already, so that IF NOT EXISTS does nothing. */
  boolean relationExists(Catalog catalog) {
    List<String> names = statement.name().names;
    String schema = names.size() > 1 ? names.get(names.size() - 2) : session.schema();
    String name = names.get(names.size() - 1);
    return statement.ifNotExists() && catalog.hasRelation(schema, name);
  }

  /**
   * The statement that creates the table.
   *
   * @throws MosqlException 42501 for a query that the account may not run
   */
  CreateTable table(Catalog catalog) {
    PlannedStatement query = session.rights().planning(catalog, seen -> plan(copy(), seen));
    session.rights().require(query.requiredPrivileges(), catalog);
    List<SqlIdentifier> named = statement.columns();
    if (named.size() > query.columns().size()) {
      throw SqlErrorMessage.COLUMN_NAMES_COUNT.error(named.size(), query.columns().size());
    }
    List<ColumnDefinition> columns = new ArrayList<>();
    for (int i = 0; i < query.columns().size(); i++) {
      ColumnInfo column = query.columns().get(i);
      SqlIdentifier name =
          i < named.size() ? named.get(i) : new SqlIdentifier(column.label(), SqlParserPos.ZERO);
      columns.add(new ColumnDefinition(name, type(column), false, null, null, null, null));
    }
    return new CreateTable(
        statement.getParserPosition(),
        statement.name(),
        false,
        columns,
        List.of(),
        List.of(),
        null);
  }

  /** The type of the column; computed texts have no length limit. */
  private static SqlType type(ColumnInfo column) {
    return column.table().isEmpty() && column.type().kind().isText()
        ? SqlType.TEXT.withCollation(column.type().collation())
        : column.type();
  }

  private SqlNode copy() {
    return MosqlParser.parse(MosqlParser.toSql(statement.query()));
  }

  private PlannedStatement plan(SqlNode node, Catalog catalog) {
    try {
      return session
          .preparer()
          .planner()
          .with(session.settings().postgres().methods())
          .plan(null, node, catalog, session.schema(), List.of(), session.interruption());
    } catch (MosqlException e) {
      // The position of the error refers to the copy of the text.
      throw e.withMessage(String.valueOf(e.getMessage()));
    }
  }

  /** Inserts the query's rows into the table, which has been created; returns their number. */
  long insertRows() {
    if (!statement.withData() && meter == null) {
      return 0;
    }
    InsertRows insert =
        new InsertRows(
            statement.getParserPosition(),
            statement.name(),
            null,
            null,
            InsertRows.Overriding.NOTHING,
            copy(),
            null,
            List.of());
    if (meter != null) {
      meter.begin();
    }
    Catalog catalog = session.transaction().catalogToPlan();
    PlanCompiler compiler =
        meter == null ? session.preparer().compiler(catalog) : meter.compiler(catalog);
    CompiledPlan plan = compiler.compile(plan(insert, catalog));
    if (meter != null) {
      meter.planned(plan.statement().root().inputs().get(0));
    }
    if (!statement.withData()) {
      return 0;
    }
    ExecutionContext context = session.plans().context(plan, NO_PARAMETERS, false);
    return plan.modify(context);
  }
}
