package io.mosql.sql.planner;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.dml.DataModifyingWith;
import io.mosql.sql.parser.ast.query.LockingQuery;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.planner.cost.CardinalityEstimator;
import io.mosql.sql.planner.cost.TableStatistics;
import io.mosql.sql.planner.dml.AssignmentCasts;
import io.mosql.sql.planner.dml.DataModifyingWithPlanner;
import io.mosql.sql.planner.dml.DmlPlanner;
import io.mosql.sql.planner.dml.PrivilegeCollector;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.explain.ExplainFormatter;
import io.mosql.sql.planner.expression.MosqlRexBuilder;
import io.mosql.sql.planner.expression.MosqlTypeFactory;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.logical.LogicalPlanBuilder;
import io.mosql.sql.planner.optimize.AlgebraOptimizer;
import io.mosql.sql.planner.physical.ColumnPruner;
import io.mosql.sql.planner.physical.CostedPlan;
import io.mosql.sql.planner.physical.IndexExpressions;
import io.mosql.sql.planner.physical.PhysicalPlanner;
import io.mosql.sql.planner.physical.PlanContext;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.planner.physical.TableExpressionPlanner;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.simple.SimplePlanner;
import io.mosql.sql.planner.validate.CteTables;
import io.mosql.sql.planner.validate.QueryAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The planner of queries and DML statements.
 *
 * <pre>
 * parsed tree --SyntaxTreeRewrite--> --MosqlValidator--> --SqlToRelConverter--> algebra
 *   --LogicalPlanBuilder--> blocks --PhysicalPlanner--> plan --ColumnPruner--> plan with columns
 * </pre>
 *
 * Thread-safe. Every failure is a {@link MosqlException}: 42xxx with the position in the text for
 * an invalid statement, 0A000 for an unsupported one, 54001 for one that is nested too deeply,
 * XX000 for an internal error.
 */
public final class Planner {
  private final TableStatistics statistics;
  private final PlannerMethods methods;

  /** Loaded when the first statement needs Calcite's types. */
  private static final class Types {
    private static final RelDataTypeFactory FACTORY = new MosqlTypeFactory();
  }

  public Planner(TableStatistics statistics) {
    this(statistics, PlannerMethods.CHEAPEST);
  }

  /** Creates a planner that prefers some methods. */
  public Planner(TableStatistics statistics, PlannerMethods methods) {
    this.statistics = statistics;
    this.methods = methods;
  }

  /** The methods that plans may use. */
  public PlannerMethods methods() {
    return methods;
  }

  /** Returns a planner that prefers other methods; this one for the choice by cost. */
  public Planner with(PlannerMethods others) {
    return others.equals(PlannerMethods.CHEAPEST) ? this : new Planner(statistics, others);
  }

  /** Plans a parsed statement without cancellation. */
  public PlannedStatement plan(
      @Nullable String sql,
      SqlNode parsed,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes) {
    return plan(sql, parsed, catalog, currentSchema, boundTypes, () -> false);
  }

  /**
   * Plans a parsed statement; the tree is modified and must not be used afterwards.
   *
   * @param sql the text of the statement, for positions in errors; null when not available
   * @param parsed a query (also FOR UPDATE) or a DML statement
   * @param boundTypes types of the values bound to parameters, null for parameters with the type
   *     inferred from the statement; ignored where a parameter is assigned to a column
   * @param cancelled whether to abort, with 57014
   */
  public PlannedStatement plan(
      @Nullable String sql,
      SqlNode parsed,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes,
      BooleanSupplier cancelled) {
    Interrupts cancellation = Interrupts.part(cancelled);
    Interrupts before = cancellation.begin();
    try {
      return guarded(
          sql,
          () -> plan(parsed, catalog, currentSchema, boundTypes, new CteTables(), cancellation));
    } finally {
      Interrupts.end(before);
    }
  }

  /**
   * Plans a statement of a simple form from its text; returns null when it must be parsed and
   * planned.
   */
  public @Nullable PlannedStatement planSimple(
      String sql,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes) {
    return methods.access() == PlannerMethods.AccessMethod.CHEAPEST
        ? SimplePlanner.plan(sql, catalog, currentSchema, boundTypes)
        : null;
  }

  private PlannedStatement plan(
      SqlNode parsed,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes,
      CteTables ctes,
      Interrupts cancellation) {
    if (parsed instanceof DataModifyingWith with) {
      return new DataModifyingWithPlanner(
              types(),
              (part, items) -> plan(part, catalog, currentSchema, boundTypes, items, cancellation))
          .plan(with);
    }
    if (parsed instanceof Statement change && DmlPlanner.isDml(change)) {
      return new DmlPlanner(
              this::physical, types(), catalog, currentSchema, boundTypes, ctes, cancellation)
          .plan(change);
    }
    SqlNode query = parsed instanceof LockingQuery locking ? locking.query() : parsed;
    if (!query.isA(SqlKind.QUERY)) {
      throw SqlErrorMessage.NOT_A_QUERY.error(query.getKind());
    }
    SqlNode rewritten = SyntaxTreeRewrite.rewrite(query);
    QueryAnalyzer analyzer =
        new QueryAnalyzer(catalog, currentSchema, null, types(), boundTypes, ctes, cancellation);
    QueryAnalyzer.Query converted = analyzer.convertQuery(rewritten);
    Map<MosqlTableScan, LockingClause> locks =
        parsed instanceof LockingQuery locking
            ? LockingClauseResolver.of(locking, converted.validated(), converted.rel())
            : Map.of();
    AlgebraOptimizer.Tables optional =
        locks.isEmpty() && !analyzer.isAfterChanges()
            ? AlgebraOptimizer.Tables.UNUSED
            : AlgebraOptimizer.Tables.NONE;
    RelNode rel = AlgebraOptimizer.optimize(converted.rel(), optional, cancellation);
    LogicalPlan logical = new LogicalPlanBuilder(analyzer.cluster(), locks).build(rel);
    PhysicalPlanner physical = physical(analyzer, catalog);
    CostedPlan planned = physical.plan(logical, PhysicalPlanner.PlanRequest.all(logical, Map.of()));
    PlanNode root = physical.exact(planned, converted.rel().getRowType());
    return new PlannedStatement(
        ColumnPruner.prune(root, analyzer.cluster().getRexBuilder()),
        converted.columns(),
        analyzer.parameters(query),
        analyzer.parameterUses(query),
        List.copyOf(analyzer.referencedRelations().all()),
        analyzer
            .referencedRelations()
            .withOwnerPrivileges(
                PrivilegeCollector.ofQuery(analyzer.referencedRelations().direct(), locks)));
  }

  /** Returns the factory of expression types. */
  public RelDataTypeFactory types() {
    return Types.FACTORY;
  }

  PhysicalPlanner physical(QueryAnalyzer analyzer, Catalog catalog) {
    return new PhysicalPlanner(
        new PlanContext(
            analyzer.cluster(),
            new CardinalityEstimator(statistics, catalog),
            new IndexExpressions(new TableExpressionPlanner(types(), catalog)),
            methods,
            analyzer.cancellation()));
  }

  /**
   * Plans a condition, such as a CHECK, over a whole row of the table including the hidden column.
   * The table need not be in the catalog yet.
   */
  public RexNode planCheck(String expression, TableDef table, Catalog catalog) {
    return guarded(
        expression,
        () ->
            new TableExpressionPlanner(types(), catalog)
                .over(table, List.of(MosqlParser.parseExpression(expression)), true)
                .get(0));
  }

  /** Plans an expression over a whole row of the table. */
  public RexNode planExpression(String expression, TableDef table, Catalog catalog) {
    return guarded(
        expression,
        () ->
            new TableExpressionPlanner(types(), catalog)
                .over(table, List.of(MosqlParser.parseExpression(expression)), false)
                .get(0));
  }

  /**
   * Plans an expression over a whole row of the table, with a cast to the column that stores it.
   */
  public RexNode planFormula(String expression, ColumnDef column, TableDef table, Catalog catalog) {
    return guarded(
        expression,
        () -> {
          SqlNode parsed = MosqlParser.parseExpression(expression);
          return new AssignmentCasts(new MosqlRexBuilder(types(), Interrupts.never()))
              .assign(
                  new TableExpressionPlanner(types(), catalog)
                      .over(table, List.of(parsed), false)
                      .get(0),
                  column.type(),
                  column.name(),
                  SqlParserPos.ZERO);
        });
  }

  /** Plans an expression without input, such as a DEFAULT. */
  public RexNode planDefault(String expression, Catalog catalog) {
    return guarded(
        expression,
        () ->
            new TableExpressionPlanner(types(), catalog)
                .constant(MosqlParser.parseExpression(expression)));
  }

  /**
   * Plans the expression of a column's DEFAULT with an assignment cast to the column's type; fails
   * when the types do not match.
   */
  public RexNode planDefault(String expression, SqlType column, Catalog catalog) {
    return guarded(
        expression,
        () -> {
          SqlNode parsed = MosqlParser.parseExpression(expression);
          return new AssignmentCasts(new MosqlRexBuilder(types(), Interrupts.never()))
              .assign(
                  new TableExpressionPlanner(types(), catalog).constant(parsed),
                  column,
                  "DEFAULT",
                  parsed.getParserPosition());
        });
  }

  /** Returns the plan as indented text without costs; equal plans have equal texts. */
  public static String explain(PlanNode root) {
    return new ExplainFormatter(Explain.Options.USUAL.with(Explain.Option.COSTS, false), null)
        .format(root);
  }

  // Calcite reports invalid input also by AssertionError, ExceptionInInitializerError and the like
  @SuppressWarnings("CatchAndPrintStackTrace")
  private static <T> T guarded(@Nullable String sql, Supplier<T> work) {
    try {
      return work.get();
    } catch (VirtualMachineError e) {
      if (e instanceof StackOverflowError) {
        throw PlanErrors.translate(e, sql);
      }
      throw e;
    } catch (RuntimeException | Error e) {
      throw PlanErrors.translate(e, sql);
    }
  }
}
