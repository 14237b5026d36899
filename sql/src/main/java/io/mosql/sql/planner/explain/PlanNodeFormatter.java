package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.MergeWhenClause;
import io.mosql.sql.algebra.OnConflictAction;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlanVisitor;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.library.SqlQuoting;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Formats each operator of a plan as a line of text. One per plan; used by one thread. */
final class PlanNodeFormatter implements PlanVisitor<String> {
  private final PlanNames fields;
  private final ExpressionFormatter expressions;

  PlanNodeFormatter(PlanNames fields) {
    this.fields = fields;
    this.expressions = fields.expressions();
  }

  String line(PlanNode node) {
    return node.accept(this);
  }

  /** Returns the name of the operator, with which its line begins. */
  static String operator(String line) {
    int space = line.indexOf(' ');
    return space < 0 ? line : line.substring(0, space);
  }

  @Override
  public String visit(PlanNode.TableScan scan) {
    return scan(scan, PlanNames.own(scan));
  }

  @Override
  public String visit(PlanNode.ViewScan view) {
    return "ViewScan "
        + view.view().schema()
        + "."
        + view.view().name()
        + alias(view, view.view().name());
  }

  @Override
  public String visit(PlanNode.Values values) {
    List<String> names = fields.ofInputs(values);
    return values.tuples().isEmpty()
        ? "Empty"
        : "Values "
            + values.tuples().stream()
                .map(tuple -> expressions.row(tuple, names))
                .collect(Collectors.joining(", "));
  }

  @Override
  public String visit(PlanNode.Filter filter) {
    List<String> names = fields.ofInputs(filter);
    return "Filter " + expressions.text(filter.condition(), names);
  }

  @Override
  public String visit(PlanNode.Project project) {
    List<String> names = fields.ofInputs(project);
    return "Project " + expressions.row(project.expressions(), names);
  }

  @Override
  public String visit(PlanNode.Correlate join) {
    List<String> names = fields.ofInputs(join);
    boolean marks = join.type() == JoinRelType.LEFT_MARK;
    String condition =
        join.condition() == null
            ? ""
            : (marks ? " compares " : " on ") + expressions.text(join.condition(), names);
    return "LookupJoin " + join.type() + (marks ? " as " + fields.relation(join) : "") + condition;
  }

  @Override
  public String visit(PlanNode.DisjunctiveJoin join) {
    return "HashJoin "
        + join.type()
        + " on "
        + expressions.text(join.condition(), fields.ofInputs(join));
  }

  @Override
  public String visit(PlanNode.SharedScan scan) {
    return "SharedScan " + scan.name() + alias(scan, scan.name());
  }

  @Override
  public String visit(PlanNode.MarkJoin join) {
    List<String> names = fields.ofInputs(join);
    List<String> keys = joinKeys(join);
    List<String> group = new ArrayList<>(keys.subList(0, join.groupKeys()));
    List<String> compared = keys.subList(join.groupKeys(), keys.size());
    if (join.condition() != null) {
      group.add(expressions.text(join.condition(), names));
    }
    RexNode comparison = join.compared();
    if (comparison != null && compared.size() < RelOptUtil.conjunctions(comparison).size()) {
      compared = List.of(expressions.text(comparison, names));
    }
    return (join.leftKeys().isEmpty() ? "NestedLoops " : "HashJoin ")
        + JoinRelType.LEFT_MARK
        + " as "
        + fields.relation(join)
        + (group.isEmpty() ? "" : " on " + String.join(" and ", group))
        + (compared.isEmpty() ? "" : " compares " + String.join(" and ", compared))
        + (join.materialized() ? " materialized right side" : "");
  }

  /** Returns the equalities of the keys of a mark join. */
  List<String> joinKeys(PlanNode.MarkJoin join) {
    List<String> leftNames = fields.of(join.left());
    List<String> rightNames = fields.of(join.right());
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      keys.add(
          expressions.text(join.leftKeys().get(i), leftNames)
              + " = "
              + expressions.text(join.rightKeys().get(i), rightNames));
    }
    return keys;
  }

  @Override
  public String visit(PlanNode.Join join) {
    List<String> names = fields.ofInputs(join);
    return join(join, names);
  }

  @Override
  public String visit(PlanNode.LockRows lock) {
    LockingClause locking = lock.scan().locking();
    return "LockRows" + (locking == null ? "" : " " + locking.toSql());
  }

  @Override
  public String visit(PlanNode.Sort sort) {
    List<String> names = fields.ofInputs(sort);
    return sort(sort, names);
  }

  @Override
  public String visit(PlanNode.Aggregate aggregate) {
    List<String> names = fields.ofInputs(aggregate);
    return aggregate(aggregate, names);
  }

  @Override
  public String visit(PlanNode.Window window) {
    List<String> names = fields.ofInputs(window);
    return window(window, names);
  }

  @Override
  public String visit(PlanNode.FunctionScan series) {
    List<String> names = fields.ofInputs(series);
    String name =
        series.function() instanceof RowFunction function
            ? function.getName().toLowerCase(Locale.ROOT)
            : "Series";
    return name + " " + expressions.row(series.arguments(), names);
  }

  @Override
  public String visit(PlanNode.Recursion recursion) {
    return "Recursion " + recursion.name() + (recursion.all() ? " ALL" : "");
  }

  @Override
  public String visit(PlanNode.RecursionScan scan) {
    return "RecursionScan " + scan.name() + alias(scan, scan.name());
  }

  @Override
  public String visit(PlanNode.With with) {
    return "With "
        + with.items().stream().map(PlanNode.With.Item::name).collect(Collectors.joining(", "));
  }

  @Override
  public String visit(PlanNode.CteScan scan) {
    return "CteScan " + scan.name() + alias(scan, scan.name());
  }

  @Override
  public String visit(PlanNode.SetOperation operation) {
    return operation.order().isEmpty()
        ? operation.kind() + (operation.all() ? " ALL" : "")
        : "MergeAppend " + keys(operation.order(), fields.of(operation));
  }

  @Override
  public String visit(PlanNode.Insert insert) {
    return "Insert "
        + qualified(insert.table())
        + conflict(insert)
        + returning(insert.returning(), PlanNames.ofColumns(insert.table()));
  }

  @Override
  public String visit(PlanNode.Update update) {
    List<String> names = fields.ofInputs(update);
    return update(update, names);
  }

  @Override
  public String visit(PlanNode.Merge merge) {
    List<String> names = fields.ofInputs(merge);
    return merge(merge, names);
  }

  @Override
  public String visit(PlanNode.Delete delete) {
    return "Delete "
        + qualified(delete.table())
        + returning(delete.returning(), fields.ofReturning(delete.table(), delete.source()));
  }

  private String merge(PlanNode.Merge merge, List<String> names) {
    StringBuilder text = new StringBuilder("Merge " + qualified(merge.table()));
    for (MergeWhenClause step : merge.cases()) {
      text.append(step.matched() ? " matched " : " not matched ");
      if (step.condition() != null) {
        text.append(expressions.text(step.condition(), names)).append(' ');
      }
      text.append(
          switch (step.action()) {
            case UPDATE -> assignments(step.assignments(), merge.table(), names);
            case DELETE -> "delete";
            case INSERT -> "insert " + expressions.row(step.row(), names);
            case NOTHING -> "nothing";
          });
    }
    return text + returning(merge.returning(), fields.ofReturning(merge.table(), merge.source()));
  }

  private String conflict(PlanNode.Insert insert) {
    OnConflictAction conflict = insert.conflict();
    if (conflict == null) {
      return "";
    }
    String keys =
        conflict.keys().stream()
            .map(IndexDef::name)
            .collect(Collectors.joining(", ", " on conflict (", ") "));
    return switch (conflict.kind()) {
      case SKIP -> keys + "do nothing";
      case REPLACE -> keys + "replace";
      case UPDATE, UPDATE_AGAIN -> {
        List<String> names = new ArrayList<>(PlanNames.ofColumns(insert.table()));
        names.addAll(names.stream().map(name -> "excluded." + name).toList());
        String condition =
            conflict.condition() == null
                ? ""
                : " where " + expressions.text(conflict.condition(), names);
        yield keys + assignments(conflict.assignments(), insert.table(), names) + condition;
      }
    };
  }

  private String returning(List<RexNode> nodes, List<String> names) {
    return nodes.isEmpty() ? "" : " returning " + expressions.row(nodes, names);
  }

  private String update(PlanNode.Update update, List<String> names) {
    return "Update "
        + qualified(update.table())
        + " "
        + assignments(update.assignments(), update.table(), names)
        + returning(update.returning(), fields.ofReturning(update.table(), update.source()));
  }

  private String assignments(List<Assignment> assignments, TableDef table, List<String> names) {
    List<String> parts = new ArrayList<>();
    for (Assignment assignment : assignments) {
      String column = SqlQuoting.identifier(table.columns().get(assignment.column()).name());
      if (assignment instanceof Assignment.Set set) {
        parts.add("set " + column + " = " + expressions.bare(set.value(), names));
      } else {
        parts.add("add " + column + addition((Assignment.Add) assignment, names));
      }
    }
    return String.join(", ", parts);
  }

  private String addition(Assignment.Add add, List<String> names) {
    StringBuilder text = new StringBuilder();
    for (Assignment.Term term : add.terms()) {
      text.append(term.negative() ? " - " : " + ").append(expressions.text(term.value(), names));
    }
    if (add.low() != null || add.high() != null) {
      text.append(" within [")
          .append(add.low() == null ? "" : add.low().toPlainString())
          .append(", ")
          .append(add.high() == null ? "" : add.high().toPlainString())
          .append(']');
    }
    return text.toString();
  }

  private String join(PlanNode.Join join, List<String> names) {
    List<String> keys = joinKeys(join);
    if (join.condition() != null) {
      keys.add(expressions.text(join.condition(), names));
    }
    String method =
        join.isMergeJoin()
            ? "MergeJoin "
            : join.leftKeys().isEmpty() ? "NestedLoops " : "HashJoin ";
    return method
        + join.type()
        + (keys.isEmpty() ? "" : " on " + String.join(" and ", keys))
        + (join.materialized() ? " materialized right side" : "");
  }

  /** Returns the equalities of the keys of a join. */
  List<String> joinKeys(PlanNode.Join join) {
    List<String> left = fields.of(join.left());
    List<String> right = fields.of(join.right());
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      keys.add(left.get(join.leftKeys().get(i)) + " = " + right.get(join.rightKeys().get(i)));
    }
    return keys;
  }

  private static String keys(List<RelFieldCollation> collations, List<String> names) {
    return String.join(", ", ExpressionFormatter.keys(collations, names));
  }

  private String sort(PlanNode.Sort sort, List<String> names) {
    String keys = keys(sort.collations(), names);
    String presorted = keys(sort.collations().subList(0, sort.presorted()), names);
    return (keys.isEmpty()
            ? "Limit"
            : presorted.isEmpty()
                ? "Sort " + keys
                : "IncrementalSort " + keys + " presorted " + presorted)
        + (sort.offset() == null ? "" : " offset " + expressions.text(sort.offset(), names))
        + (sort.fetch() == null ? "" : " fetch " + expressions.text(sort.fetch(), names))
        + (sort.ties().isEmpty() ? "" : " with ties " + keys(sort.ties(), names));
  }

  /** Returns the grouping keys, or the grouping sets. */
  List<String> groupKeys(PlanNode.Aggregate aggregate) {
    List<String> inputs = fields.of(aggregate.input());
    List<String> keys =
        aggregate.groupFields().stream()
            .map(field -> ExpressionFormatter.bare(inputs.get(field)))
            .toList();
    return aggregate.isSimple()
        ? keys
        : aggregate.sets().stream()
            .map(set -> set.stream().map(keys::get).collect(Collectors.joining(", ", "(", ")")))
            .toList();
  }

  private String aggregate(PlanNode.Aggregate aggregate, List<String> names) {
    List<String> parts = new ArrayList<>(groupKeys(aggregate));
    aggregate.calls().forEach(call -> parts.add(expressions.aggregate(call, names)));
    return (aggregate.sorted() ? "GroupAggregate " : "Aggregate ") + String.join(", ", parts);
  }

  private String window(PlanNode.Window window, List<String> names) {
    String calls =
        window.calls().stream()
            .map(call -> expressions.aggregate(call.call(), names))
            .collect(Collectors.joining(", "));
    PlanNode.RunCondition run = window.run();
    String condition =
        run == null
            ? ""
            : " while "
                + expressions.aggregate(window.calls().get(run.call()).call(), names)
                + " <= "
                + expressions.text(run.limit(), names);
    return ("Window " + calls + " " + expressions.window(window, names)).strip() + condition;
  }

  private String scan(PlanNode.TableScan scan, List<String> names) {
    List<String> keys = keys(scan, names);
    KeyBounds bounds = scan.bounds();
    boolean bound = bounds.columns() > 0 || !bounds.searches().isEmpty();
    String operator = scan.isPoint() ? "Point " : bound ? "RangeScan " : "FullScan ";
    return operator
        + table(scan.table(), scan, scan.index())
        + (keys.isEmpty() ? "" : " [" + String.join(", ", keys) + "]")
        + (scan.reverse() ? " reverse" : "")
        + (scan.covering() ? " covering" : "")
        + (scan.distinct() == 0
            ? ""
            : " distinct(" + String.join(", ", keyNames(scan).subList(0, scan.distinct())) + ")")
        + columns(scan.table(), scan.columns())
        + filter(scan.filter(), names)
        + locking(scan.locking());
  }

  /** Returns the conditions that the bounds of a scan meet. */
  List<String> keys(PlanNode.TableScan scan, List<String> names) {
    return new KeyBoundsFormatter(expressions, names).all(scan.bounds(), keyNames(scan));
  }

  private static List<String> keyNames(PlanNode.TableScan scan) {
    return scan.table().entryColumns(scan.index()).stream()
        .map(column -> scan.table().keyName(column.column()))
        .toList();
  }

  private String table(TableDef table, PlanNode scan, IndexDef index) {
    return qualified(table)
        + alias(scan, table.name())
        + (index.primary() ? "" : " by " + index.name());
  }

  private static String qualified(TableDef table) {
    return SqlQuoting.identifier(table.schema()) + "." + SqlQuoting.identifier(table.name());
  }

  private String alias(PlanNode scan, String name) {
    String relation = fields.relation(scan);
    return relation.equals(name) ? "" : " " + SqlQuoting.identifier(relation);
  }

  private static String columns(TableDef table, ColumnSet columns) {
    List<String> names = new ArrayList<>();
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      names.add(SqlQuoting.identifier(table.columns().get(i).name()));
    }
    return " columns(" + String.join(", ", names) + ")";
  }

  private String filter(@Nullable RexNode filter, List<String> names) {
    return filter == null ? "" : " filter " + expressions.text(filter, names);
  }

  private static String locking(@Nullable LockingClause locking) {
    return locking == null || !locking.locksRows() ? "" : " " + locking.toSql();
  }
}
