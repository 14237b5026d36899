package io.mosql.sql.exec;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.LargeObject;
import io.mosql.sql.algebra.KeySpans;
import io.mosql.sql.algebra.LargeType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlanVisitor;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.exec.aggregate.GroupAggregate;
import io.mosql.sql.exec.aggregate.HashAggregate;
import io.mosql.sql.exec.batch.BatchCompiler;
import io.mosql.sql.exec.dml.DeleteOperation;
import io.mosql.sql.exec.dml.MergeOperation;
import io.mosql.sql.exec.dml.ModificationCompiler;
import io.mosql.sql.exec.dml.StreamedInsertRows;
import io.mosql.sql.exec.dml.UpdateOperation;
import io.mosql.sql.exec.dml.WithOperation;
import io.mosql.sql.exec.expression.CorrelationSlots;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.join.JoinCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.Parallelism;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.sql.exec.scan.CompiledKeyBounds;
import io.mosql.sql.exec.scan.ScanCompiler;
import io.mosql.sql.exec.scan.ScanLocking;
import io.mosql.sql.exec.scan.TableAccess;
import io.mosql.sql.exec.set.RecursiveUnion;
import io.mosql.sql.exec.set.SetOperations;
import io.mosql.sql.exec.set.SharedScanOperator;
import io.mosql.sql.exec.sort.SortCompiler;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.TreeSizeEstimator;
import io.mosql.sql.exec.tablefunction.IntegerSeries;
import io.mosql.sql.exec.tablefunction.SteppedSeries;
import io.mosql.sql.exec.tablefunction.TableFunctionRows;
import io.mosql.sql.exec.window.WindowOperator;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.PageStatistics;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Compiles plans into operators. Not thread-safe; one instance for each plan. */
public final class PlanCompiler {
  /** Rows from which aggregations run in batches, unless a test says otherwise. */
  private static final double BATCH_ROWS = 500;

  /** Maximum number of correlation variables of a constant sub-query. */
  private static final int CONSTANT_SLOTS = 16;

  private final Catalog catalog;
  private final CorrelationSlots slots = new CorrelationSlots();
  private final ExpressionCompiler expressions;
  private final ScanCompiler scans;
  private final BatchCompiler batches;
  private final OperatorVisitor operators = new OperatorVisitor();
  private final Map<Object, SharedScanOperator> shared = new IdentityHashMap<>();
  private final @Nullable PlanInstrumentation meter;

  /**
   * Creates a compiler.
   *
   * @param catalog under which the plan was made
   * @param formulas of tables that a change may reach by foreign keys
   */
  public PlanCompiler(Catalog catalog, TableExpressionProvider formulas) {
    this(catalog, formulas, BATCH_ROWS, null);
  }

  /**
   * Creates a compiler.
   *
   * @param catalog under which the plan was made
   * @param formulas of tables that a change may reach by foreign keys
   * @param batchRows estimated rows of a scan from which an aggregation of them runs in batches
   * @param meter measures the only run of the plan; null for none
   */
  public PlanCompiler(
      Catalog catalog,
      TableExpressionProvider formulas,
      double batchRows,
      @Nullable PlanInstrumentation meter) {
    this.catalog = catalog;
    this.meter = meter;
    this.expressions = new ExpressionCompiler(slots, formulas);
    this.scans = new ScanCompiler(expressions);
    this.batches =
        new BatchCompiler(
            expressions,
            scans::range,
            scans::storedRows,
            slots::slot,
            this::operator,
            batchRows,
            meter);
  }

  /**
   * Compiles a planned statement.
   *
   * @throws MosqlException 0A000 for an unsupported expression or operator
   */
  public CompiledPlan compile(PlannedStatement statement) {
    PlanNode root = statement.root();
    return root.changesRows()
        ? modification(statement, change(root))
        : new CompiledPlan(statement, operator(root), null, slots);
  }

  private ModificationCompiler.Modification change(PlanNode node) {
    if (node instanceof PlanNode.Insert insert) {
      return insert.source() instanceof PlanNode.Values values && meter == null
          ? ModificationCompiler.insertValues(insert, values, catalog, expressions)
          : ModificationCompiler.insert(insert, operator(insert.source()), catalog, expressions);
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

  private WithOperation.CompiledWithItem part(PlanNode plan) {
    return plan.changesRows()
        ? WithOperation.CompiledWithItem.change(instrumented(plan, change(plan)), plan)
        : WithOperation.CompiledWithItem.query(operator(plan), plan);
  }

  /**
   * Compiles an INSERT of one row of VALUES so that it inserts all rows of a stream instead. Each
   * row of the stream contains the values of the parameters, in their order and of the types of the
   * columns. Other expressions of the INSERT, such as defaults, are evaluated for each row.
   */
  public CompiledPlan compileStreamedInsert(PlannedStatement statement, RowStream parameters) {
    if (!(statement.root() instanceof PlanNode.Insert insert
        && insert.source() instanceof PlanNode.Values values
        && values.tuples().size() == 1)) {
      throw new InvariantViolation("a plan of one tuple is an INSERT of one row");
    }
    List<RexNode> tuple = values.tuples().get(0);
    return modification(
        statement,
        ModificationCompiler.insert(
            insert, StreamedInsertRows.of(tuple, parameters, expressions), catalog, expressions));
  }

  /** Returns a predicate for the rows that violate a CHECK, over the full width of the table. */
  public java.util.function.Predicate<@Nullable Object[]> checkViolation(
      RexNode check, ExecutionContext context) {
    ExpressionCompiler.Predicate fails =
        java.util.Objects.requireNonNull(
            ModificationCompiler.checks(List.of(check), expressions).get(0));
    return row -> fails.test(row, context);
  }

  /** Returns the evaluation of an expression over rows of the full width of the table. */
  public java.util.function.Function<@Nullable Object[], @Nullable Object> values(
      RexNode expression, ExecutionContext context) {
    Expression value = expressions.compile(expression);
    return row -> value.evaluate(row, context);
  }

  /** Evaluates an expression without input. */
  public @Nullable Object value(RexNode expression, ExecutionContext context) {
    return expressions.compile(expression).evaluate(new Object[0], context);
  }

  /** Creates a context for expressions and plans without parameters. */
  public ExecutionContext context(
      Transaction transaction,
      Catalog seen,
      SequenceAccess sequences,
      ExecutionContext.SessionEnvironment session,
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
      PlannedStatement statement, ModificationCompiler.Modification modification) {
    return new CompiledPlan(statement, null, instrumented(statement.root(), modification), slots);
  }

  private ModificationCompiler.Modification instrumented(
      PlanNode node, ModificationCompiler.Modification modification) {
    return meter == null ? modification : meter.instrumentModification(node, modification);
  }

  private Operator operator(PlanNode node) {
    Operator operator = node.accept(operators);
    return meter == null ? operator : meter.instrument(node, operator);
  }

  /** Returns the comparison of a sort's rows by some of its keys; null for none. */
  private static @Nullable Comparator<@Nullable Object[]> order(
      List<RelFieldCollation> keys, PlanNode.Sort sort) {
    return keys.isEmpty()
        ? null
        : ValueComparisons.order(keys, FieldCollations.of(sort.input().rowType()));
  }

  /** Compiles an input whose large objects are loaded where a function computes with them. */
  private Operator withLoadedArguments(PlanNode input, List<AggregateCall> calls) {
    Operator rows = operator(input);
    int[] fields =
        calls.stream()
            .filter(call -> call.getAggregation().getKind() != SqlKind.COUNT || call.isDistinct())
            .flatMap(call -> call.getArgList().stream())
            .filter(field -> LargeType.is(input.rowType().getFieldList().get(field).getType()))
            .distinct()
            .mapToInt(Integer::intValue)
            .toArray();
    if (fields.length == 0) {
      return rows;
    }
    return context -> {
      RowStream source = rows.open(context);
      return () -> {
        Object[] row = source.next();
        if (row != null) {
          row = row.clone();
          for (int field : fields) {
            row[field] = LargeObject.loaded(row[field]);
          }
        }
        return row;
      };
    };
  }

  private @Nullable Expression compile(@Nullable RexNode node) {
    return node == null ? null : expressions.compile(node);
  }

  /** Compiles {@code COUNT(*)} of a range without a scan: the tree stores the count. */
  private @Nullable Operator tableRowCount(PlanNode.Aggregate aggregate) {
    if (!aggregate.isRowCount()) {
      return null;
    }
    PlanNode.TableScan scan = (PlanNode.TableScan) aggregate.input();
    CompiledKeyBounds range =
        new CompiledKeyBounds(
            new KeyEncoder(scan.table(), scan.index()), scan.bounds(), expressions);
    long tree = scan.index().id();
    int width = aggregate.calls().size();
    return context -> {
      long count = 0;
      for (KeySpans.Span span : range.spans(context).spans()) {
        byte[] from = span.from().length == 0 ? null : span.from();
        count += context.reads().count(tree, from, span.to());
      }
      Object[] row = new Object[width];
      java.util.Arrays.fill(row, count);
      return new TableAccess.SingleRow(row);
    };
  }

  /**
   * How many workers an operator of a plan asks for, by estimate.
   *
   * @param batchRows as in the constructor
   */
  public static int workers(PlanNode node, double batchRows, @Nullable Parallelism limits) {
    return limits == null
            || !(node instanceof PlanNode.Aggregate aggregate)
            || aggregate.sorted()
            || aggregate.isRowCount()
        ? 0
        : BatchCompiler.workers(aggregate, batchRows, limits);
  }

  private static Operator filter(Operator input, ExpressionCompiler.Predicate condition) {
    return context -> {
      RowStream rows = input.open(context);
      return new RowStream() {
        @Override
        public @Nullable Object @Nullable [] next() {
          for (Object[] row = rows.next(); row != null; row = rows.next()) {
            if (condition.test(row, context)) {
              return row;
            }
          }
          return null;
        }

        @Override
        public boolean isKnownEmpty() {
          return rows.isKnownEmpty();
        }
      };
    };
  }

  private static Operator project(Operator input, Expression[] expressions) {
    return context -> {
      RowStream rows = input.open(context);
      return new RowStream() {
        @Override
        public @Nullable Object @Nullable [] next() {
          Object[] row = rows.next();
          if (row == null) {
            return null;
          }
          Object[] projected = new Object[expressions.length];
          for (int i = 0; i < projected.length; i++) {
            projected[i] = expressions[i].evaluate(row, context);
          }
          return projected;
        }

        @Override
        public boolean isKnownEmpty() {
          return rows.isKnownEmpty();
        }
      };
    };
  }

  private Operator values(PlanNode.Values values) {
    List<Expression[]> tuples = values.tuples().stream().map(expressions::compileValues).toList();
    return context -> {
      Iterator<Expression[]> rest = tuples.iterator();
      return new RowStream() {
        @Override
        public @Nullable Object @Nullable [] next() {
          if (!rest.hasNext()) {
            return null;
          }
          Expression[] tuple = rest.next();
          Object[] row = new Object[tuple.length];
          for (int i = 0; i < row.length; i++) {
            row[i] = tuple[i].evaluate(new Object[0], context);
          }
          return row;
        }

        @Override
        public boolean isKnownEmpty() {
          return !rest.hasNext();
        }
      };
    };
  }

  private static Operator viewScan(SystemView view) {
    return context -> {
      Iterator<@Nullable Object[]> rows =
          view.rows().rows(new ViewRequest(view, context)).iterator();
      return () -> {
        context.step();
        return rows.hasNext() ? rows.next() : null;
      };
    };
  }

  /** Compiles one operator and its inputs. */
  private final class OperatorVisitor implements PlanVisitor<Operator> {
    @Override
    public Operator visit(PlanNode.TableScan scan) {
      return scans.scan(scan);
    }

    @Override
    public Operator visit(PlanNode.ViewScan view) {
      return viewScan(view.view());
    }

    @Override
    public Operator visit(PlanNode.Values values) {
      return PlanCompiler.this.values(values);
    }

    @Override
    public Operator visit(PlanNode.Filter filter) {
      return filter(operator(filter.input()), expressions.condition(filter.condition()));
    }

    @Override
    public Operator visit(PlanNode.Project project) {
      return project(operator(project.input()), expressions.compileValues(project.expressions()));
    }

    @Override
    public Operator visit(PlanNode.Correlate correlate) {
      int slot = slots.slot(correlate.variable());
      if (correlate.type() == JoinRelType.LEFT_MARK) {
        return JoinCompiler.markedLookups(
            correlate,
            operator(correlate.left()),
            operator(correlate.right()),
            slot,
            compile(correlate.condition()));
      }
      return JoinCompiler.correlate(
          correlate,
          operator(correlate.left()),
          operator(correlate.right()),
          slot,
          expressions.condition(correlate.condition()));
    }

    @Override
    public Operator visit(PlanNode.Join join) {
      return JoinCompiler.join(
          join,
          operator(join.left()),
          operator(join.right()),
          expressions.condition(join.condition()));
    }

    @Override
    public Operator visit(PlanNode.DisjunctiveJoin join) {
      return JoinCompiler.disjunctiveJoin(
          join, operator(join.left()), operator(join.right()), expressions);
    }

    @Override
    public Operator visit(PlanNode.SharedScan scan) {
      SharedScanOperator operator =
          shared.computeIfAbsent(scan.key(), unused -> new SharedScanOperator());
      PlanNode query = scan.query();
      if (query != null) {
        operator.setQuery(operator(query));
      }
      return operator;
    }

    @Override
    public Operator visit(PlanNode.MarkJoin join) {
      return JoinCompiler.markJoin(
          join, operator(join.left()), operator(join.right()), expressions);
    }

    @Override
    public Operator visit(PlanNode.LockRows hold) {
      return ScanLocking.lockingOperator(hold, operator(hold.input()));
    }

    @Override
    public Operator visit(PlanNode.Sort sort) {
      return SortCompiler.compile(
          operator(sort.input()),
          order(sort.collations(), sort),
          order(sort.collations().subList(0, sort.presorted()), sort),
          compile(sort.offset()),
          compile(sort.fetch()),
          order(sort.ties(), sort));
    }

    @Override
    public Operator visit(PlanNode.Aggregate aggregate) {
      Operator counted = tableRowCount(aggregate);
      Operator whole =
          counted == null && !aggregate.sorted() ? batches.aggregate(aggregate) : counted;
      if (whole != null) {
        return whole;
      }
      Operator rows = withLoadedArguments(aggregate.input(), aggregate.calls());
      return aggregate.sorted()
          ? GroupAggregate.compile(aggregate, rows)
          : HashAggregate.compile(aggregate, rows);
    }

    @Override
    public Operator visit(PlanNode.Window window) {
      List<AggregateCall> calls = window.calls().stream().map(PlanNode.WindowCall::call).toList();
      return WindowOperator.compile(
          window, withLoadedArguments(window.input(), calls), expressions);
    }

    @Override
    public Operator visit(PlanNode.FunctionScan series) {
      if (series.function() instanceof RowFunction function) {
        return TableFunctionRows.compile(
            function, series, expressions.compileAll(series.arguments()));
      }
      return SteppedSeries.isOne(series)
          ? SteppedSeries.compile(series, expressions)
          : IntegerSeries.compile(series, expressions.compileAll(series.arguments()));
    }

    @Override
    public Operator visit(PlanNode.Recursion recursion) {
      return RecursiveUnion.compile(
          recursion, operator(recursion.seed()), operator(recursion.step()));
    }

    @Override
    public Operator visit(PlanNode.RecursionScan scan) {
      return RecursiveUnion.scanWorkingTable(scan.id());
    }

    @Override
    public Operator visit(PlanNode.CteScan scan) {
      return context -> context.openWithItem(scan.item());
    }

    @Override
    public Operator visit(PlanNode.SetOperation set) {
      return SetOperations.compile(
          set, set.inputs().stream().map(PlanCompiler.this::operator).toList());
    }

    @Override
    public Operator visit(PlanNode.With with) {
      throw misplaced(with);
    }

    @Override
    public Operator visit(PlanNode.Insert insert) {
      throw misplaced(insert);
    }

    @Override
    public Operator visit(PlanNode.Update update) {
      throw misplaced(update);
    }

    @Override
    public Operator visit(PlanNode.Delete delete) {
      throw misplaced(delete);
    }

    @Override
    public Operator visit(PlanNode.Merge merge) {
      throw misplaced(merge);
    }

    private InvariantViolation misplaced(PlanNode change) {
      return new InvariantViolation(
          "a modification is the root of its plan, found below another operator: "
              + change.getClass().getSimpleName());
    }
  }

  private record ViewRequest(SystemView view, ExecutionContext context)
      implements SystemView.Request {
    @Override
    public Catalog catalog() {
      return context
          .session()
          .visible(view.isIntrospection() ? context.catalogUnrecorded() : context.catalog());
    }

    @Override
    public AccountPrivileges privileges() {
      return context.session().privileges();
    }

    @Override
    public long rowCount(long tree) {
      return context.transaction().estimates().count(tree, null, null);
    }

    @Override
    public long rowBytes(long tree) {
      return TreeSizeEstimator.estimateBytes(context.transaction(), tree);
    }

    @Override
    public PageStatistics pages(long tree) {
      return context.transaction().estimates().pages(tree);
    }
  }
}
