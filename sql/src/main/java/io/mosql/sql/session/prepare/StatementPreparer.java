package io.mosql.sql.session.prepare;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementKind;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.ddl.SchemaStatements;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.PlanInstrumentation;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.admin.AccountStatement;
import io.mosql.sql.parser.ast.query.LockingQuery;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.privilege.GrantStatements;
import io.mosql.storage.transaction.ConflictHistory;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the statements of a database, from text to plan: parses, classifies, plans and compiles
 * them, and caches the result. Thread-safe.
 */
public final class StatementPreparer {
  private static final int PLANS = 1_000;

  /** Divisor of the heap size for the estimated bytes of cached plans. */
  private static final int PLANS_OF_HEAP = 16;

  private final PlanCache plans =
      new PlanCache(PLANS, Runtime.getRuntime().maxMemory() / PLANS_OF_HEAP);
  private final String database;
  private final Planner planner;
  private final PlannedTableExpressions formulas;
  private final Function<SqlNode, List<ColumnInfo>> commandColumns;

  /**
   * @param database name of the database
   * @param commandColumns gives the columns of the result of a command
   */
  public StatementPreparer(
      String database, Planner planner, Function<SqlNode, List<ColumnInfo>> commandColumns) {
    this.database = database;
    this.planner = planner;
    this.formulas = new PlannedTableExpressions(planner);
    this.commandColumns = commandColumns;
  }

  /** Number of plans in the cache. */
  public int cachedPlans() {
    return plans.size();
  }

  /** Prepares a statement under the catalog, from the cache where possible. */
  public Prepared prepare(
      String sql,
      Catalog catalog,
      String schema,
      PlannerMethods methods,
      List<@Nullable SqlType> parameterTypes,
      BooleanSupplier cancelled,
      MemoryAccount memory) {
    PlanCache.Key key =
        new PlanCache.Key(
            sql, schema, catalog.version(), Prepared.typesKey(parameterTypes), methods);
    if (catalog.version() >= 0) {
      Prepared known = plans.get(key);
      if (known != null) {
        return known;
      }
    }
    if (MosqlParser.isEmpty(sql)) {
      return new Prepared.Empty();
    }
    Prepared made = simple(sql, catalog, schema, methods, parameterTypes);
    if (made == null) {
      made = parsed(sql, catalog, schema, methods, parameterTypes, cancelled, memory);
    }
    // Texts with passwords are not cached.
    boolean secret =
        made instanceof Prepared.Command command && command.statement() instanceof AccountStatement;
    if (catalog.version() >= 0 && !secret) {
      plans.put(key, made, PlanningMemory.estimate(sql));
    }
    return made;
  }

  /** Prepares a statement of a simple form; null for others. */
  private @Nullable Prepared simple(
      String sql,
      Catalog catalog,
      String schema,
      PlannerMethods methods,
      List<@Nullable SqlType> parameterTypes) {
    PlannedStatement planned =
        planner.with(methods).planSimple(sql, catalog, schema, parameterTypes);
    if (planned == null) {
      return null;
    }
    StatementKind kind = planned.returnsRows() ? StatementKind.READ : StatementKind.WRITE;
    return prepared(planned, catalog, schema, compiler(catalog), kind, false, false);
  }

  private Prepared parsed(
      String sql,
      Catalog catalog,
      String schema,
      PlannerMethods methods,
      List<@Nullable SqlType> parameterTypes,
      BooleanSupplier cancelled,
      MemoryAccount memory) {
    try (PlanningMemory planning = PlanningMemory.begin(sql, memory, cancelled)) {
      return classify(sql, catalog, schema, methods, parameterTypes, planning);
    }
  }

  private Prepared classify(
      String sql,
      Catalog catalog,
      String schema,
      PlannerMethods methods,
      List<@Nullable SqlType> parameterTypes,
      BooleanSupplier cancelled) {
    SqlNode node = MosqlParser.parse(sql, database);
    if (SchemaStatements.handles(node) || GrantStatements.handles(node)) {
      return new Prepared.SchemaStatement(node);
    }
    if (node.isA(SqlKind.QUERY) || node.isA(SqlKind.DML) || node instanceof LockingQuery) {
      return planned(
          sql, node, catalog, schema, methods, parameterTypes, compiler(catalog), cancelled);
    }
    return new Prepared.Command(sql, node, commandColumns.apply(node));
  }

  /**
   * Plans a statement, for one use.
   *
   * @param methods methods that the planner prefers
   * @param compiler for this plan alone
   * @param cancelled whether to give up
   */
  public Prepared.Planned planned(
      String sql,
      SqlNode node,
      Catalog catalog,
      String schema,
      PlannerMethods methods,
      List<@Nullable SqlType> parameterTypes,
      PlanCompiler compiler,
      BooleanSupplier cancelled) {
    // Determined before planning, which modifies the tree.
    boolean eager = SequenceCallFinder.occurIn(node);
    boolean locking = node instanceof LockingQuery;
    StatementKind kind = StatementClassifier.of(node);
    PlannedStatement statement =
        planner.with(methods).plan(sql, node, catalog, schema, parameterTypes, cancelled);
    return prepared(statement, catalog, schema, compiler, kind, eager, locking);
  }

  private static Prepared.Planned prepared(
      PlannedStatement statement,
      Catalog catalog,
      String schema,
      PlanCompiler compiler,
      StatementKind kind,
      boolean eager,
      boolean locking) {
    return new Prepared.Planned(
        compiler.compile(statement),
        catalog.version(),
        schema,
        ParameterConversion.of(statement),
        kind,
        eager,
        locking,
        new ConflictHistory(),
        PlanDependencies.keys(catalog, statement));
  }

  public Planner planner() {
    return planner;
  }

  /** The planned expressions of tables. */
  public PlannedTableExpressions formulas() {
    return formulas;
  }

  public PlanCompiler compiler(Catalog catalog) {
    return new PlanCompiler(catalog, formulas, planner.methods().batchRows(), null);
  }

  /** A compiler for a plan that is run once, with instrumentation. */
  public PlanCompiler compiler(Catalog catalog, PlanInstrumentation meter) {
    return new PlanCompiler(catalog, formulas, planner.methods().batchRows(), meter);
  }
}
