package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.MergeWhenClause;
import io.mosql.sql.algebra.OnConflictAction;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlanVisitor;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.planner.validate.DmlTarget;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Formats one operator of a plan as a line of text. */
final class PlanNodeFormatter implements PlanVisitor<String> {
  private static final PlanNodeFormatter FORMATTER = new PlanNodeFormatter();

  private PlanNodeFormatter() {}

  static String line(PlanNode node) {
    return node.accept(FORMATTER);
  }

  @Override
  public String visit(PlanNode.TableScan scan) {
    return scan(scan);
  }

  @Override
  public String visit(PlanNode.MultiLookup lookup) {
    List<String> names = inputNames(lookup);
    String tuples =
        lookup.tuples().stream()
            .map(tuple -> expressions(tuple, names))
            .collect(Collectors.joining(", "));
    return "MultiLookup "
        + table(lookup.table(), lookup.index())
        + " in ["
        + tuples
        + "]"
        + columns(lookup.table(), lookup.columns())
        + filter(lookup.filter(), names)
        + locking(lookup.locking());
  }

  @Override
  public String visit(PlanNode.ViewScan view) {
    return "ViewScan " + view.view().schema() + "." + view.view().name();
  }

  @Override
  public String visit(PlanNode.Values values) {
    List<String> names = inputNames(values);
    return "Values "
        + values.tuples().stream()
            .map(tuple -> expressions(tuple, names))
            .collect(Collectors.joining(", "));
  }

  @Override
  public String visit(PlanNode.Filter filter) {
    List<String> names = inputNames(filter);
    return "Filter " + expression(filter.condition(), names);
  }

  @Override
  public String visit(PlanNode.Project project) {
    List<String> names = inputNames(project);
    return "Project " + expressions(project.expressions(), names);
  }

  @Override
  public String visit(PlanNode.Correlate join) {
    List<String> names = inputNames(join);
    String condition = join.condition() == null ? "" : " on " + expression(join.condition(), names);
    return "LookupJoin " + join.type() + " " + join.variable() + condition;
  }

  @Override
  public String visit(PlanNode.Join join) {
    List<String> names = inputNames(join);
    return join(join, names);
  }

  @Override
  public String visit(PlanNode.LockRows lock) {
    return lockRows(lock);
  }

  @Override
  public String visit(PlanNode.Sort sort) {
    List<String> names = inputNames(sort);
    return sort(sort, names);
  }

  @Override
  public String visit(PlanNode.Aggregate aggregate) {
    List<String> names = inputNames(aggregate);
    return aggregate(aggregate, names);
  }

  @Override
  public String visit(PlanNode.Window window) {
    List<String> names = inputNames(window);
    return window(window, names);
  }

  @Override
  public String visit(PlanNode.FunctionScan series) {
    List<String> names = inputNames(series);
    String name =
        series.function() instanceof RowFunction function
            ? function.getName().toLowerCase(Locale.ROOT)
            : "Series";
    return name + " " + expressions(series.arguments(), names);
  }

  @Override
  public String visit(PlanNode.Recursion recursion) {
    return "Recursion " + (recursion.id() + 1) + (recursion.all() ? " ALL" : "");
  }

  @Override
  public String visit(PlanNode.RecursionScan scan) {
    return "RecursionScan " + (scan.id() + 1);
  }

  @Override
  public String visit(PlanNode.With with) {
    return "With "
        + with.items().stream().map(PlanNode.With.Item::name).collect(Collectors.joining(", "));
  }

  @Override
  public String visit(PlanNode.CteScan scan) {
    return "CteScan " + scan.name();
  }

  @Override
  public String visit(PlanNode.SetOperation operation) {
    return operation.kind() + (operation.all() ? " ALL" : "");
  }

  @Override
  public String visit(PlanNode.Insert insert) {
    return "Insert "
        + insert.table().qualifiedName()
        + conflict(insert)
        + returning(insert.returning(), insert.table(), List.of());
  }

  @Override
  public String visit(PlanNode.Update update) {
    List<String> names = inputNames(update);
    return update(update, names);
  }

  @Override
  public String visit(PlanNode.Merge merge) {
    List<String> names = inputNames(merge);
    return merge(merge, names);
  }

  @Override
  public String visit(PlanNode.Delete delete) {
    List<String> names = inputNames(delete);
    return "Delete "
        + delete.table().qualifiedName()
        + returning(delete.returning(), delete.table(), names);
  }

  private static String merge(PlanNode.Merge merge, List<String> names) {
    StringBuilder text = new StringBuilder("Merge " + merge.table().qualifiedName());
    for (MergeWhenClause step : merge.cases()) {
      text.append(step.matched() ? " matched " : " not matched ");
      if (step.condition() != null) {
        text.append(expression(step.condition(), names)).append(' ');
      }
      text.append(
          switch (step.action()) {
            case UPDATE -> assignments(step.assignments(), merge.table(), names);
            case DELETE -> "delete";
            case INSERT -> "insert " + expressions(step.row(), names);
            case NOTHING -> "nothing";
          });
    }
    return text + returning(merge.returning(), merge.table(), names);
  }

  private static String conflict(PlanNode.Insert insert) {
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
        List<String> names = new ArrayList<>(columnNames(insert.table()));
        columnNames(insert.table()).forEach(name -> names.add("excluded." + name));
        String condition =
            conflict.condition() == null ? "" : " where " + expression(conflict.condition(), names);
        yield keys + assignments(conflict.assignments(), insert.table(), names) + condition;
      }
    };
  }

  private static List<String> columnNames(TableDef table) {
    return table.columns().stream().map(ColumnDef::name).toList();
  }

  private static String returning(
      List<RexNode> expressions, TableDef table, List<String> sourceNames) {
    if (expressions.isEmpty()) {
      return "";
    }
    List<String> names = new ArrayList<>(columnNames(table));
    names.addAll(sourceNames);
    return " returning " + expressions(expressions, names);
  }

  private static String update(PlanNode.Update update, List<String> names) {
    return "Update "
        + update.table().qualifiedName()
        + " "
        + assignments(update.assignments(), update.table(), names)
        + returning(update.returning(), update.table(), names);
  }

  private static String assignments(
      List<Assignment> assignments, TableDef table, List<String> names) {
    List<String> parts = new ArrayList<>();
    for (Assignment assignment : assignments) {
      String column = table.columns().get(assignment.column()).name();
      if (assignment instanceof Assignment.Set set) {
        parts.add("set " + column + " = " + expression(set.value(), names));
      } else {
        parts.add("add " + column + addition((Assignment.Add) assignment, names));
      }
    }
    return String.join(", ", parts);
  }

  private static String addition(Assignment.Add add, List<String> names) {
    StringBuilder text = new StringBuilder();
    for (Assignment.Term term : add.terms()) {
      text.append(term.negative() ? " - " : " + ").append(expression(term.value(), names));
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

  private static String join(PlanNode.Join join, List<String> names) {
    int leftWidth = join.left().rowType().getFieldCount();
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      keys.add(
          name(join.leftKeys().get(i), names)
              + " = "
              + name(leftWidth + join.rightKeys().get(i), names));
    }
    if (join.condition() != null) {
      keys.add(expression(join.condition(), names));
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

  private static String keys(List<RelFieldCollation> collations, List<String> names) {
    return collations.stream()
        .map(
            key -> name(key.getFieldIndex(), names) + (key.direction.isDescending() ? " desc" : ""))
        .collect(Collectors.joining(", "));
  }

  private static String sort(PlanNode.Sort sort, List<String> names) {
    String keys = keys(sort.collations(), names);
    return (keys.isEmpty() ? "Limit" : "Sort " + keys)
        + (sort.offset() == null ? "" : " offset " + expression(sort.offset(), names))
        + (sort.fetch() == null ? "" : " fetch " + expression(sort.fetch(), names))
        + (sort.ties().isEmpty() ? "" : " with ties " + keys(sort.ties(), names));
  }

  private static String aggregate(PlanNode.Aggregate aggregate, List<String> names) {
    List<String> parts = new ArrayList<>();
    if (aggregate.isSimple()) {
      aggregate.groupFields().forEach(field -> parts.add(name(field, names)));
    } else {
      for (List<Integer> set : aggregate.sets()) {
        parts.add(
            set.stream()
                .map(number -> name(aggregate.groupFields().get(number), names))
                .collect(Collectors.joining(", ", "(", ")")));
      }
    }
    aggregate
        .calls()
        .forEach(
            call ->
                parts.add(
                    call.getAggregation().getName().toLowerCase(Locale.ROOT)
                        + "("
                        + (call.isDistinct() ? "distinct " : "")
                        + call.getArgList().stream()
                            .map(argument -> name(argument, names))
                            .collect(Collectors.joining(", "))
                        + (call.getCollation().getFieldCollations().isEmpty()
                            ? ""
                            : " order by " + keys(call.getCollation().getFieldCollations(), names))
                        + ")"
                        + (call.hasFilter() ? " filter " + name(call.filterArg, names) : "")));
    return "Aggregate " + String.join(", ", parts);
  }

  private static String window(PlanNode.Window window, List<String> names) {
    List<String> calls = new ArrayList<>();
    for (PlanNode.WindowCall call : window.calls()) {
      calls.add(
          call.call().getAggregation().getName().toLowerCase(Locale.ROOT)
              + "("
              + (call.call().isDistinct() ? "distinct " : "")
              + call.call().getArgList().stream()
                  .map(argument -> name(argument, names))
                  .collect(Collectors.joining(", "))
              + ")");
    }
    String partition =
        window.partition().stream().map(i -> name(i, names)).collect(Collectors.joining(", "));
    String order =
        window.order().stream()
            .map(
                key ->
                    name(key.getFieldIndex(), names)
                        + (key.direction.isDescending() ? " desc" : ""))
            .collect(Collectors.joining(", "));
    return "Window "
        + String.join(", ", calls)
        + (partition.isEmpty() ? "" : " partition by " + partition)
        + (order.isEmpty() ? "" : " order by " + order);
  }

  private static String scan(PlanNode.TableScan scan) {
    List<String> names = scan.rowType().getFieldNames();
    KeyBounds bounds = scan.bounds();
    List<String> keys = new ArrayList<>();
    List<String> keyNames =
        scan.index().columns().stream()
            .map(column -> scan.table().keyName(column.column()))
            .toList();
    for (int i = 0; i < bounds.prefix().size(); i++) {
      keys.add(keyNames.get(i) + " = " + expression(bounds.prefix().get(i), names));
    }
    KeyBounds.Bound lower = bounds.lower();
    KeyBounds.Bound upper = bounds.upper();
    if (lower != null) {
      keys.add(
          keyNames.get(bounds.prefix().size())
              + (lower.inclusive() ? " >= " : " > ")
              + expression(lower.value(), names));
    }
    if (upper != null) {
      keys.add(
          keyNames.get(bounds.prefix().size())
              + (upper.inclusive() ? " <= " : " < ")
              + expression(upper.value(), names));
    }
    if (bounds.excludeNulls() && lower == null && upper == null) {
      keys.add(keyNames.get(bounds.prefix().size()) + " is not null");
    }
    for (List<KeyBounds.Search> alternatives : bounds.searches()) {
      keys.add(
          alternatives.stream()
              .map(
                  s ->
                      keyNames.get(0)
                          + " "
                          + s.operator().sign()
                          + " "
                          + expression(s.value(), names))
              .collect(Collectors.joining(" or ")));
    }
    String operator = scan.isPoint() ? "Point " : keys.isEmpty() ? "FullScan " : "RangeScan ";
    return operator
        + table(scan.table(), scan.index())
        + (keys.isEmpty() ? "" : " [" + String.join(", ", keys) + "]")
        + (scan.reverse() ? " reverse" : "")
        + (scan.covering() ? " covering" : "")
        + columns(scan.table(), scan.columns())
        + filter(scan.filter(), names)
        + locking(scan.locking());
  }

  private static String table(TableDef table, IndexDef index) {
    return table.qualifiedName() + (index.primary() ? "" : " by " + index.name());
  }

  private static String columns(TableDef table, ColumnSet columns) {
    List<String> names = new ArrayList<>();
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      names.add(table.columns().get(i).name());
    }
    return " columns(" + String.join(", ", names) + ")";
  }

  private static String filter(@Nullable RexNode filter, List<String> names) {
    return filter == null ? "" : " filter " + expression(filter, names);
  }

  private static String locking(@Nullable LockingClause locking) {
    return locking == null || !locking.locksRows() ? "" : " " + locking.toSql();
  }

  private static String lockRows(PlanNode.LockRows lock) {
    LockingClause locking =
        lock.scan() instanceof PlanNode.TableScan scan
            ? scan.locking()
            : ((PlanNode.MultiLookup) lock.scan()).locking();
    return "LockRows" + (locking == null ? "" : " " + locking.toSql());
  }

  private static List<String> inputNames(PlanNode node) {
    if (node instanceof PlanNode.MultiLookup lookup) {
      return lookup.rowType().getFieldNames();
    }
    List<String> names = new ArrayList<>();
    node.inputs().forEach(input -> names.addAll(input.rowType().getFieldNames()));
    return names;
  }

  private static String name(int field, List<String> names) {
    return field < names.size()
        ? names.get(field).replace(DmlTarget.INTERNAL_PREFIX, "")
        : "$" + field;
  }

  private static String expressions(List<RexNode> nodes, List<String> names) {
    return nodes.stream()
        .map(node -> expression(node, names))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String expression(RexNode node, List<String> names) {
    if (node instanceof RexInputRef ref) {
      return name(ref.getIndex(), names);
    } else if (node instanceof RexDynamicParam parameter) {
      return "?" + (parameter.getIndex() + 1);
    } else if (node instanceof RexFieldAccess access) {
      return access.getReferenceExpr() + "." + access.getField().getName();
    } else if (node instanceof RexLiteral literal) {
      return literal(literal);
    } else if (node instanceof RexCall call) {
      return call(call, names);
    }
    return node.toString();
  }

  private static String literal(RexLiteral literal) {
    if (literal.isNull()) {
      return "null";
    }
    if (literal.getTypeName() == SqlTypeName.CHAR) {
      return "'" + String.valueOf(literal.getValueAs(String.class)).replace("'", "''") + "'";
    }
    if (literal.getTypeName() == SqlTypeName.SYMBOL) {
      return String.valueOf(literal.getValue()).toLowerCase(Locale.ROOT);
    }
    String text = literal.toString();
    int type = text.lastIndexOf(':');
    boolean clock = literal.getTypeName() != SqlTypeName.DECIMAL;
    return type < 0 || clock ? text : text.substring(0, type);
  }

  private static String call(RexCall call, List<String> names) {
    List<String> operands =
        call.getOperands().stream().map(operand -> expression(operand, names)).toList();
    String operator = call.getOperator().getName();
    if (call.getKind() == SqlKind.CAST) {
      return "cast(" + operands.get(0) + " as " + call.getType() + ")";
    } else if (call.getOperator().getSyntax() == SqlSyntax.BINARY && operands.size() > 1) {
      return operands.stream().collect(Collectors.joining(" " + operator + " ", "(", ")"));
    } else if (call.getOperator().getSyntax() == SqlSyntax.POSTFIX) {
      return "(" + operands.get(0) + " " + operator + ")";
    }
    return operator.toLowerCase(Locale.ROOT) + "(" + String.join(", ", operands) + ")";
  }
}
