package io.mosql.sql.planner;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.LockingQuery;
import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.WithStatement;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.PlannedStatement;
import io.mosql.sql.plan.RowClaim;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Plans queries and changes of rows.
 *
 * <pre>
 * parsed tree --TreeRewrite--> --TypingValidator--> --SqlToRelConverter--> algebra
 *   --LogicalBuilder--> blocks --PhysicalPlanner--> plan --ColumnPruner--> plan with columns
 * </pre>
 *
 * Thread-safe. Whatever goes wrong comes out as a {@link MosqlException}: 42xxx with the position
 * in the text for a statement that means nothing, 0A000 for one that we cannot run, 54001 for one
 * that is nested too deeply, XX000 for a fault of ours.
 */
public final class Planner {
  private final TableStatistics statistics;
  private final PlanShape shape;
  private final RelDataTypeFactory types = new MosqlTypeFactory();

  public Planner(TableStatistics statistics) {
    this(statistics, PlanShape.CHEAPEST);
  }

  /** One that makes plans of some shape, for tests. */
  public Planner(TableStatistics statistics, PlanShape shape) {
    this.statistics = statistics;
    this.shape = shape;
  }

  /** Plans a parsed statement that nobody cancels. */
  public PlannedStatement plan(
      @Nullable String sql,
      SqlNode parsed,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes) {
    return plan(sql, parsed, catalog, currentSchema, boundTypes, () -> false);
  }

  /**
   * Plans a parsed statement; the tree is used up.
   *
   * @param sql its text, for positions in errors; null when not at hand
   * @param parsed a query (also FOR UPDATE) or a change of rows
   * @param boundTypes types of the values bound to parameters, null for those that take the type
   *     that the statement gives them; they do not count where a parameter is assigned
   * @param cancelled whether to give up, with 57014
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

  private PlannedStatement plan(
      SqlNode parsed,
      Catalog catalog,
      String currentSchema,
      List<? extends @Nullable SqlType> boundTypes,
      CteTables ctes,
      Interrupts cancellation) {
    if (parsed instanceof WithStatement with) {
      return new WithChanges(
              types,
              (part, items) -> plan(part, catalog, currentSchema, boundTypes, items, cancellation))
          .plan(with);
    }
    if (parsed instanceof Statement change && Modifications.isChange(change)) {
      return new Modifications(this::physical, types, catalog, currentSchema, boundTypes, ctes, cancellation)
          .plan(change);
    }
    SqlNode query = parsed instanceof LockingQuery locking ? locking.query() : parsed;
    if (!query.isA(SqlKind.QUERY)) {
      throw new MosqlException(
          SqlState.FEATURE_NOT_SUPPORTED, "not a query or a change of rows: " + query.getKind());
    }
    SqlNode rewritten = TreeRewrite.rewrite(query);
    Frontend frontend =
        new Frontend(catalog, currentSchema, null, types, boundTypes, ctes, cancellation);
    Frontend.Query converted = frontend.convertQuery(rewritten);
    Map<TableRel, RowClaim> claims =
        parsed instanceof LockingQuery locking
            ? RowLocks.of(locking, converted.validated(), converted.rel())
            : Map.of();
    Logical logical = new LogicalBuilder(frontend.cluster(), claims).build(converted.rel());
    PhysicalPlanner physical = physical(frontend, catalog);
    Planned planned = physical.plan(logical, PhysicalPlanner.Request.all(logical, Map.of()));
    PlanNode root = physical.exact(planned, converted.rel().getRowType());
    return new PlannedStatement(
        ColumnPruner.prune(root, frontend.cluster().getRexBuilder()),
        converted.columns(),
        frontend.parameters(query),
        frontend.parameterUses(query),
        List.copyOf(frontend.reach().all()),
        frontend.reach().needs(Needs.ofQuery(frontend.reach().named(), claims)));
  }

  /** What makes the types of expressions. */
  public RelDataTypeFactory types() {
    return types;
  }

  PhysicalPlanner physical(Frontend frontend, Catalog catalog) {
    return new PhysicalPlanner(
        new PlanContext(
            frontend.cluster(),
            new Estimates(statistics, catalog),
            new IndexExpressions(new TableExpressions(types, catalog)),
            shape,
            frontend.cancellation()));
  }

  /**
   * A condition over a whole row of the table, hidden column included, such as a CHECK; the table
   * need not be in the catalog yet.
   */
  public RexNode planCheck(String expression, TableDef table, Catalog catalog) {
    return guarded(
        expression,
        () ->
            new TableExpressions(types, catalog)
                .over(table, List.of(MosqlParser.parseExpression(expression)), true)
                .get(0));
  }

  /** An expression over a whole row of the table. */
  public RexNode planExpression(String expression, TableDef table, Catalog catalog) {
    return guarded(
        expression,
        () ->
            new TableExpressions(types, catalog)
                .over(table, List.of(MosqlParser.parseExpression(expression)), false)
                .get(0));
  }

  /** An expression over a whole row of the table, as it will be stored into the column. */
  public RexNode planFormula(String expression, ColumnDef column, TableDef table, Catalog catalog) {
    return guarded(
        expression,
        () -> {
          SqlNode parsed = MosqlParser.parseExpression(expression);
          return new Assignments(new MosqlRexBuilder(types, Interrupts.never()))
              .assign(
                  new TableExpressions(types, catalog).over(table, List.of(parsed), false).get(0),
                  column.type(),
                  column.name(),
                  SqlParserPos.ZERO);
        });
  }

  /** An expression without input, such as a DEFAULT. */
  public RexNode planDefault(String expression, Catalog catalog) {
    return guarded(
        expression,
        () ->
            new TableExpressions(types, catalog).constant(MosqlParser.parseExpression(expression)));
  }

  /**
   * The expression of a column's DEFAULT as it will be stored into the column: checks that the
   * types agree.
   */
  public RexNode planDefault(String expression, SqlType column, Catalog catalog) {
    return guarded(
        expression,
        () -> {
          SqlNode parsed = MosqlParser.parseExpression(expression);
          return new Assignments(new MosqlRexBuilder(types, Interrupts.never()))
              .assign(
                  new TableExpressions(types, catalog).constant(parsed),
                  column,
                  "DEFAULT",
                  parsed.getParserPosition());
        });
  }

  /** The plan as indented text without costs, the same for the same plan. */
  public static String explain(PlanNode root) {
    return new PlanReport(false, false, null).text(root);
  }

  // Calcite answers bad input also by AssertionError, ExceptionInInitializerError and the like
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
