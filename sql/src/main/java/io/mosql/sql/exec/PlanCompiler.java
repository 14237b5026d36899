package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.function.RowFunction;
import io.mosql.sql.plan.KeyBounds;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.PlannedStatement;
import io.mosql.storage.Transaction;
import io.mosql.storage.tree.PageFigures;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Compiles plans into operators. Not thread-safe; one for each plan. */
public final class PlanCompiler {
  /** Correlation variables that a constant sub-query may have. */
  private static final int CONSTANT_SLOTS = 16;

  private final Catalog catalog;
  private final CorrelationSlots slots = new CorrelationSlots();
  private final ExpressionCompiler expressions;
  private final Scans scans;
  private final @Nullable PlanMeter meter;

  /**
   * @param catalog that the plan was made under
   * @param formulas of tables that a change may reach by foreign keys
   */
  public PlanCompiler(Catalog catalog, TableFormulas formulas) {
    this(catalog, formulas, null);
  }

  /**
   * @param catalog that the plan was made under
   * @param formulas of tables that a change may reach by foreign keys
   * @param meter measures a run of the plan, the only one then; null for none
   */
  public PlanCompiler(Catalog catalog, TableFormulas formulas, @Nullable PlanMeter meter) {
    this.catalog = catalog;
    this.meter = meter;
    this.expressions = new ExpressionCompiler(slots, formulas);
    this.scans = new Scans(expressions);
  }

  /**
   * Compiles a planned statement.
   *
   * @throws MosqlException 0A000 for an expression or operator that we do not have
   */
  public CompiledPlan compile(PlannedStatement statement) {
    PlanNode root = statement.root();
    return root.changesRows()
        ? modification(statement, change(root))
        : new CompiledPlan(statement, operator(root), null, slots);
  }

  private Modifications.Modification change(PlanNode node) {
    if (node instanceof PlanNode.Insert insert) {
      return insert.source() instanceof PlanNode.Values values && meter == null
          ? Modifications.insertValues(insert, values, catalog, expressions)
          : Modifications.insert(insert, operator(insert.source()), catalog, expressions);
    } else if (node instanceof PlanNode.Update update) {
      return new UpdateOperation(update, operator(update.source()), catalog, expressions);
    } else if (node instanceof PlanNode.Delete delete) {
      return new DeleteOperation(delete, operator(delete.source()), catalog, expressions);
    } else if (node instanceof PlanNode.Merge merge) {
      return new MergeOperation(merge, operator(merge.source()), catalog, expressions);
    }
    PlanNode.With with = (PlanNode.With) node;
    return new WithOperation(
        with.items().stream().map(item -> part(item.plan())).toList(), part(with.body()));
  }

  private WithOperation.Part part(PlanNode plan) {
    return plan.changesRows()
        ? WithOperation.Part.change(metered(plan, change(plan)), plan)
        : WithOperation.Part.query(operator(plan), plan);
  }

  /**
   * Compiles an INSERT of one row of VALUES so that it inserts all rows of a stream instead: each
   * gives the values of the parameters, in their order and of the columns' types. What else the
   * INSERT says, such as defaults, is evaluated for each row.
   */
  public CompiledPlan compileFed(PlannedStatement statement, RowStream parameters) {
    if (!(statement.root() instanceof PlanNode.Insert insert
        && insert.source() instanceof PlanNode.Values values
        && values.tuples().size() == 1)) {
      throw new IllegalArgumentException("not an INSERT of one row");
    }
    List<RexNode> tuple = values.tuples().get(0);
    return modification(
        statement,
        Modifications.insert(
            insert, FedRows.of(tuple, parameters, expressions), catalog, expressions));
  }

  /** Rows for which a CHECK is false, over the table's full width. */
  public java.util.function.Predicate<@Nullable Object[]> failing(
      RexNode check, ExecutionContext context) {
    ExpressionCompiler.Predicate fails =
        java.util.Objects.requireNonNull(Modifications.checks(List.of(check), expressions).get(0));
    return row -> fails.test(row, context);
  }

  /** Works out an expression over rows of the table's full width. */
  public java.util.function.Function<@Nullable Object[], @Nullable Object> values(
      RexNode expression, ExecutionContext context) {
    Expression value = expressions.compile(expression);
    return row -> value.evaluate(row, context);
  }

  /** The value of an expression without input. */
  public @Nullable Object value(RexNode expression, ExecutionContext context) {
    return expressions.compile(expression).evaluate(new Object[0], context);
  }

  /** A context for expressions and plans without parameters. */
  public ExecutionContext context(
      Transaction transaction,
      Catalog seen,
      SequenceAccess sequences,
      ExecutionContext.Session session,
      java.util.function.BooleanSupplier cancelled) {
    return new ExecutionContext(
        transaction,
        seen,
        new Object[0],
        sequences,
        session,
        cancelled,
        MemoryAccount.unlimited(),
        CONSTANT_SLOTS,
        false);
  }

  private CompiledPlan modification(
      PlannedStatement statement, Modifications.Modification modification) {
    return new CompiledPlan(statement, null, metered(statement.root(), modification), slots);
  }

  private Modifications.Modification metered(
      PlanNode node, Modifications.Modification modification) {
    return meter == null ? modification : meter.meteredChange(node, modification);
  }

  private Operator operator(PlanNode node) {
    Operator operator = unmetered(node);
    return meter == null ? operator : meter.metered(node, operator);
  }

  private Operator unmetered(PlanNode node) {
    if (node instanceof PlanNode.TableScan scan) {
      return scans.scan(scan);
    }
    if (node instanceof PlanNode.MultiLookup lookup) {
      return scans.multiLookup(lookup);
    }
    if (node instanceof PlanNode.ViewScan view) {
      return viewScan(view.view());
    }
    if (node instanceof PlanNode.Values values) {
      return values(values);
    }
    if (node instanceof PlanNode.Filter filter) {
      return filter(operator(filter.input()), expressions.condition(filter.condition()));
    }
    if (node instanceof PlanNode.Project project) {
      return project(operator(project.input()), expressions.compileAll(project.expressions()));
    }
    if (node instanceof PlanNode.Correlate correlate) {
      int slot = slots.slot(correlate.variable());
      return Joins.correlate(
          correlate,
          operator(correlate.left()),
          operator(correlate.right()),
          slot,
          expressions.condition(correlate.condition()));
    }
    if (node instanceof PlanNode.Join join) {
      return Joins.join(
          join,
          operator(join.left()),
          operator(join.right()),
          expressions.condition(join.condition()));
    }
    if (node instanceof PlanNode.HoldRows hold) {
      return ClaimedRows.later(hold, operator(hold.input()));
    }
    if (node instanceof PlanNode.Sort sort) {
      return Sorts.compile(
          operator(sort.input()),
          sort.collations().isEmpty()
              ? null
              : Comparisons.order(sort.collations(), FieldCollations.of(sort.input().rowType())),
          compile(sort.offset()),
          compile(sort.fetch()),
          sort.ties().isEmpty()
              ? null
              : Comparisons.order(sort.ties(), FieldCollations.of(sort.input().rowType())));
    }
    if (node instanceof PlanNode.Aggregate aggregate) {
      Operator counted = countOfTable(aggregate);
      return counted != null ? counted : Aggregates.compile(aggregate, operator(aggregate.input()));
    }
    if (node instanceof PlanNode.Window window) {
      return Windows.compile(window, operator(window.input()), expressions);
    }
    if (node instanceof PlanNode.Series series) {
      if (series.function() instanceof RowFunction function) {
        return RowCalls.compile(function, series, expressions.compileAll(series.arguments()));
      }
      return SteppedSeries.isOne(series)
          ? SteppedSeries.compile(series, expressions)
          : Series.compile(series, expressions.compileAll(series.arguments()));
    }
    if (node instanceof PlanNode.Recursion recursion) {
      return Recursions.compile(recursion, operator(recursion.seed()), operator(recursion.step()));
    }
    if (node instanceof PlanNode.RecursionScan scan) {
      return Recursions.scan(scan.id());
    }
    if (node instanceof PlanNode.CteScan scan) {
      return context -> context.part(scan.item());
    }
    if (node instanceof PlanNode.SetOperation set) {
      return SetOperations.compile(set, set.inputs().stream().map(this::operator).toList());
    }
    throw new IllegalStateException(
        "a modification below another operator: " + node.getClass().getSimpleName());
  }

  private @Nullable Expression compile(@Nullable RexNode node) {
    return node == null ? null : expressions.compile(node);
  }

  /** {@code COUNT(*)} of a range needs no walk: the tree knows. */
  private @Nullable Operator countOfTable(PlanNode.Aggregate aggregate) {
    if (!aggregate.groupFields().isEmpty()
        || !aggregate.isSimple()
        || !(aggregate.input() instanceof PlanNode.TableScan scan)
        || scan.filter() != null
        || aggregate.calls().isEmpty()) {
      return null;
    }
    for (AggregateCall call : aggregate.calls()) {
      if (call.getAggregation().getKind() != SqlKind.COUNT
          || !call.getArgList().isEmpty()
          || call.hasFilter()) {
        return null;
      }
    }
    KeyRange range =
        new KeyRange(new KeyEncoder(scan.table(), scan.index()), scan.bounds(), expressions);
    long tree = scan.index().id();
    int width = aggregate.calls().size();
    boolean everything = scan.bounds().equals(KeyBounds.ALL);
    return context -> {
      KeyRange.Range keys = everything ? new KeyRange.Range(null, null) : range.range(context);
      long count = keys == null ? 0 : context.reads().count(tree, keys.from(), keys.to());
      Object[] row = new Object[width];
      java.util.Arrays.fill(row, count);
      return new TableAccess.Single(row);
    };
  }

  private static Operator filter(Operator input, ExpressionCompiler.Predicate condition) {
    return context -> {
      RowStream rows = input.open(context);
      return () -> {
        for (Object[] row = rows.next(); row != null; row = rows.next()) {
          if (condition.test(row, context)) {
            return row;
          }
        }
        return null;
      };
    };
  }

  private static Operator project(Operator input, Expression[] expressions) {
    return context -> {
      RowStream rows = input.open(context);
      return () -> {
        Object[] row = rows.next();
        if (row == null) {
          return null;
        }
        Object[] projected = new Object[expressions.length];
        for (int i = 0; i < projected.length; i++) {
          projected[i] = expressions[i].evaluate(row, context);
        }
        return projected;
      };
    };
  }

  private Operator values(PlanNode.Values values) {
    List<Expression[]> tuples = values.tuples().stream().map(expressions::compileAll).toList();
    return context -> {
      Iterator<Expression[]> rest = tuples.iterator();
      return () -> {
        if (!rest.hasNext()) {
          return null;
        }
        Expression[] tuple = rest.next();
        Object[] row = new Object[tuple.length];
        for (int i = 0; i < row.length; i++) {
          row[i] = tuple[i].evaluate(new Object[0], context);
        }
        return row;
      };
    };
  }

  private static Operator viewScan(SystemView view) {
    return context -> {
      Iterator<@Nullable Object[]> rows = view.rows().rows(new ViewRequest(context)).iterator();
      return () -> {
        context.step();
        return rows.hasNext() ? rows.next() : null;
      };
    };
  }

  private record ViewRequest(ExecutionContext context) implements SystemView.Request {
    @Override
    public Catalog catalog() {
      return context.session().visible(context.catalog());
    }

    @Override
    public Standing standing() {
      return context.session().standing();
    }

    @Override
    public long rowCount(long tree) {
      return context.transaction().estimates().count(tree, null, null);
    }

    @Override
    public long rowBytes(long tree) {
      return TreeSample.bytes(context.transaction(), tree);
    }

    @Override
    public PageFigures pages(long tree) {
      return context.transaction().estimates().pages(tree);
    }
  }
}
