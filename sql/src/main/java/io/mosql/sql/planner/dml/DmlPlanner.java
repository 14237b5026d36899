package io.mosql.sql.planner.dml;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.dml.DeleteRows;
import io.mosql.sql.parser.ast.dml.InsertRows;
import io.mosql.sql.parser.ast.dml.MergeRows;
import io.mosql.sql.parser.ast.dml.UpdateRows;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.physical.PhysicalPlanner;
import io.mosql.sql.planner.physical.TableExpressionPlanner;
import io.mosql.sql.planner.validate.CteTables;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import io.mosql.sql.view.UpdatableView;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The planner of one INSERT, UPDATE, DELETE or MERGE. UPDATE and DELETE are planned as a query for
 * the keys of the target rows and the new values ({@link TargetRowQuery}), so they use all access
 * paths of queries.
 */
public final class DmlPlanner {
  private final BiFunction<QueryAnalyzer, Catalog, PhysicalPlanner> planner;
  private final RelDataTypeFactory types;
  private final Catalog catalog;
  private final String currentSchema;
  private final List<? extends @Nullable SqlType> boundTypes;
  private final CteTables ctes;
  private final Interrupts cancellation;

  public DmlPlanner(
      BiFunction<QueryAnalyzer, Catalog, PhysicalPlanner> planner,
      RelDataTypeFactory types,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes,
      CteTables ctes,
      Interrupts cancellation) {
    this.planner = planner;
    this.types = types;
    this.catalog = catalog;
    this.currentSchema = currentSchema;
    this.boundTypes = boundTypes;
    this.ctes = ctes;
    this.cancellation = cancellation;
  }

  public PlannedStatement plan(Statement statement) {
    if (statement instanceof InsertRows insert) {
      return new InsertPlanner(this, insert).plan();
    } else if (statement instanceof UpdateRows update) {
      return new UpdatePlanner(this).plan(update);
    } else if (statement instanceof MergeRows merge) {
      return new MergePlanner(this, merge).plan();
    }
    return delete((DeleteRows) statement);
  }

  /** Whether the statement is a DML statement. */
  public static boolean isDml(SqlNode statement) {
    return statement instanceof InsertRows
        || statement instanceof UpdateRows
        || statement instanceof DeleteRows
        || statement instanceof MergeRows;
  }

  QueryAnalyzer analyzer(@Nullable TableDef target) {
    return new QueryAnalyzer(catalog, currentSchema, target, types, boundTypes, ctes, cancellation);
  }

  /**
   * Returns an analyzer of the statement's queries.
   *
   * @param filtered whether a target view has only its own rows instead of all rows of its table
   */
  QueryAnalyzer analyzer(@Nullable DmlTarget target, boolean filtered) {
    return new QueryAnalyzer(
        catalog, currentSchema, target, filtered, types, boundTypes, ctes, cancellation);
  }

  PhysicalPlanner physical(QueryAnalyzer analyzer) {
    return planner.apply(analyzer, catalog);
  }

  RelDataTypeFactory types() {
    return types;
  }

  Catalog catalog() {
    return catalog;
  }

  TableExpressionPlanner tableExpressions() {
    return new TableExpressionPlanner(types, catalog);
  }

  /**
   * Returns the target: the table that the statement names, or the base table of a view that it
   * names.
   *
   * @param verb for messages: {@code insert into}, {@code update}, {@code delete from}
   */
  DmlTarget target(SqlNode node, String verb) {
    ViewDef view =
        node instanceof SqlIdentifier id && id.names.size() <= 2
            ? catalog.view(
                id.names.size() == 2 ? id.names.get(0) : currentSchema,
                id.names.get(id.names.size() - 1))
            : null;
    if (view == null) {
      return new DmlTarget(target(node), null, verb);
    }
    String reason;
    try {
      UpdatableView updatable = UpdatableView.of(view, catalog);
      if (updatable.hasUpdatableColumns() || verb.startsWith("delete")) {
        return new DmlTarget(updatable.table(), updatable, verb);
      }
      reason = "views that have no updatable columns are not updatable";
    } catch (UpdatableView.NotUpdatable e) {
      reason = e.reason();
    }
    throw PlanErrors.at(
        SqlErrorMessage.VIEW_NOT_UPDATABLE, node.getParserPosition(), verb, view.name(), reason);
  }

  /** Returns the table that the statement names. */
  TableDef target(SqlNode node) {
    if (!(node instanceof SqlIdentifier id) || id.names.size() > 2) {
      throw PlanErrors.at(SqlErrorMessage.TABLE_NAME_EXPECTED, node.getParserPosition());
    }
    String schema = id.names.size() == 2 ? id.names.get(0) : currentSchema;
    String name = id.names.get(id.names.size() - 1);
    TableDef table = catalog.table(schema, name);
    if (table == null && catalog.view(schema, name) != null) {
      throw PlanErrors.at(
          CoreErrorMessage.UNSUPPORTED, id.getParserPosition(), "MERGE into a view");
    }
    if (table == null) {
      boolean view = catalog.systemView(schema, name) != null;
      throw view
          ? PlanErrors.at(SqlErrorMessage.SYSTEM_VIEW_NOT_UPDATABLE, id.getParserPosition(), id)
          : PlanErrors.at(SqlErrorMessage.UNDEFINED_TABLE, id.getParserPosition(), id);
    }
    return table;
  }

  /** Returns the error for a value given to a generated column. */
  static RuntimeException notWritable(ColumnDef column, SqlNode at) {
    return PlanErrors.at(
        column.generated()
            ? SqlErrorMessage.GENERATED_COLUMN_ASSIGNED
            : SqlErrorMessage.IDENTITY_COLUMN_ASSIGNED,
        at.getParserPosition(),
        column.name());
  }

  RelDataType columnType(ColumnDef column) {
    return RelTypes.relType(types, column.type(), true);
  }

  /** Returns the value of SET column = DEFAULT: the next sequence value for an identity column. */
  RexNode newValue(ColumnDef column, QueryAnalyzer analyzer) {
    if (column.sequenceId() == 0) {
      return defaultValue(column, analyzer);
    }
    RexBuilder rex = analyzer.cluster().getRexBuilder();
    RexNode id = rex.makeBigintLiteral(BigDecimal.valueOf(column.sequenceId()));
    return new AssignmentCasts(rex)
        .assign(
            rex.makeCall(MosqlOperatorTable.NEXT_NUMBER, id),
            column.type(),
            column.name(),
            SqlParserPos.ZERO);
  }

  /** Returns the default value of a column, before the cast. */
  RexNode defaultValue(ColumnDef column, QueryAnalyzer analyzer) {
    String sql = column.defaultSql();
    if (sql == null) {
      return analyzer.cluster().getRexBuilder().makeNullLiteral(columnType(column));
    }
    RexNode value =
        new TableExpressionPlanner(types, catalog).constant(MosqlParser.parseExpression(sql));
    return new AssignmentCasts(analyzer.cluster().getRexBuilder())
        .assign(value, column.type(), column.name(), SqlParserPos.ZERO);
  }

  /** Returns the CHECK constraints over the table's full row, in declared order. */
  List<RexNode> checks(TableDef table) {
    if (table.checks().isEmpty()) {
      return List.of();
    }
    List<SqlNode> parsed = new ArrayList<>();
    for (CheckDef check : table.checks()) {
      parsed.add(MosqlParser.parseExpression(check.sql()));
    }
    return new TableExpressionPlanner(types, catalog).over(table, parsed, true);
  }

  /** Returns the CHECK constraints, followed by the check options of views. */
  List<RexNode> checks(DmlTarget target, QueryAnalyzer analyzer) {
    List<RexNode> checks = new ArrayList<>(checks(target.table()));
    boolean cascaded = false;
    for (UpdatableView level = target.view(); level != null; level = level.inner()) {
      ViewDef.CheckOption option = level.view().checkOption();
      if ((cascaded || option != ViewDef.CheckOption.NONE) && level.condition() != null) {
        checks.add(
            WithCheckOption.of(
                condition(level, analyzer),
                level.view().name(),
                analyzer.cluster().getRexBuilder()));
      }
      cascaded |= option == ViewDef.CheckOption.CASCADED;
    }
    return checks;
  }

  /**
   * Returns the condition of a view over the rows of its table.
   *
   * @throws MosqlException 0A000 when the condition reads other rows
   */
  private static RexNode condition(UpdatableView view, QueryAnalyzer analyzer) {
    LogicalPlan.Block block =
        new LogicalPlanBuilder(analyzer.cluster()).block(analyzer.condition(view));
    if (block.sources().size() != 1
        || !(block.sources().get(0).input() instanceof LogicalPlan.Scan)) {
      throw CoreErrorMessage.UNSUPPORTED.error("a sub-query in a view WITH CHECK OPTION");
    }
    return block.outputs().get(0);
  }

  /** Returns the type of the rows that the statement returns, or of its row count. */
  RelDataType rowType(ReturningList returning) {
    return returning.rowType(types, types.builder().add("rowcount", SqlTypeName.BIGINT).build());
  }

  PlannedStatement statement(
      PlanNode root,
      QueryAnalyzer analyzer,
      Statement statement,
      DmlTarget target,
      ReturningList returning) {
    Set<Long> tables = new HashSet<>(analyzer.referencedRelations().all());
    target.addRelations(tables);
    ForeignKeyRelations.add(catalog, target.table(), tables);
    List<RequiredPrivilege> own =
        PrivilegeCollector.ofChange(
            statement, target.id(), analyzer.referencedRelations().direct());
    List<RequiredPrivilege> required = new ArrayList<>();
    for (RequiredPrivilege need : own) {
      if (need.relation() == target.id()) {
        required.addAll(target.ownerPrivileges(need.privileges()));
      }
    }
    required.addAll(analyzer.referencedRelations().withOwnerPrivileges(own));
    return new PlannedStatement(
        root,
        returning.columns(),
        analyzer.parameters(statement),
        analyzer.parameterUses(statement),
        List.copyOf(tables),
        required);
  }

  private PlannedStatement delete(DeleteRows delete) {
    DmlTarget target = target(delete.rows().table(), "delete from");
    TableDef table = target.table();
    QueryAnalyzer analyzer = analyzer(target, true);
    TargetRowQuery.PlannedTargets found =
        new TargetRowQuery(
                physical(analyzer),
                analyzer,
                target,
                delete.rows(),
                List.of(),
                new MultiColumnSetQueries(),
                delete.returning())
            .find(new BitSet());
    ReturningList returning = found.returning();
    PlanNode root =
        new PlanNode.Delete(
            table,
            found.pruned(List.of(), analyzer),
            found.keyFields(),
            returning.expressions(),
            rowType(returning));
    return statement(root, analyzer, delete, target, returning);
  }
}
