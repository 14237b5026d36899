package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlanVisitor;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.function.library.SqlQuoting;
import io.mosql.sql.planner.validate.DmlTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The names of a plan's relations and fields, as a user would write them: a field of a table is its
 * column, of which the relation is named where another relation has a column of that name; a
 * computed field is its expression. Relations have the aliases of the query, with a number where
 * several would be the same. Used by one thread.
 */
final class PlanNames {
  /** Length of an expression beyond which a field is called by its name. */
  private static final int LONGEST = 400;

  private final Map<PlanNode, String> relations = new IdentityHashMap<>();
  private final Map<PlanNode, List<String>> fields = new IdentityHashMap<>();
  private final Map<CorrelationId, PlanNode> variables = new HashMap<>();
  private final Map<Integer, List<String>> recursions = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Map<String, Integer> columns = new HashMap<>();
  private final ExpressionFormatter expressions = new ExpressionFormatter(this::outer);
  private final Fields visitor = new Fields();

  PlanNames(PlanNode root) {
    collect(root);
  }

  private void collect(PlanNode node) {
    if (node instanceof PlanNode.Correlate join) {
      variables.put(join.variable(), join.left());
    }
    String alias = alias(node);
    if (alias != null && !relations.containsKey(node)) {
      String name = alias;
      for (int i = 1; !used.add(name); i++) {
        name = alias + "_" + i;
      }
      relations.put(node, name);
    }
    if (node instanceof PlanNode.Leaf leaf && !(node instanceof PlanNode.Values)) {
      leaf.rowType().getFieldNames().forEach(column -> columns.merge(column, 1, Integer::sum));
    }
    if (node instanceof PlanNode.RecursionScan scan) {
      recursions.putIfAbsent(scan.id(), scan.rowType().getFieldNames());
    }
    node.inputs().forEach(this::collect);
  }

  private static @Nullable String alias(PlanNode node) {
    if (node instanceof PlanNode.TableScan scan) {
      return scan.alias();
    }
    if (node instanceof PlanNode.ViewScan view) {
      return view.alias();
    }
    if (node instanceof PlanNode.CteScan cte) {
      return cte.alias();
    }
    if (node instanceof PlanNode.SharedScan scan) {
      return scan.name();
    }
    boolean marks =
        node instanceof PlanNode.MarkJoin
            || node instanceof PlanNode.Correlate join && join.type() == JoinRelType.LEFT_MARK;
    return marks
        ? "mark"
        : node instanceof PlanNode.RecursionScan recursion ? recursion.name() : null;
  }

  /** Returns the unique name of a relation that a leaf scans, or of the mark of a join. */
  String relation(PlanNode leaf) {
    return relations.getOrDefault(leaf, "");
  }

  ExpressionFormatter expressions() {
    return expressions;
  }

  /** Returns the names of the fields that an operator returns. */
  List<String> of(PlanNode node) {
    List<String> known = fields.get(node);
    if (known == null) {
      known = node.accept(visitor);
      fields.put(node, known);
    }
    return known;
  }

  /** Returns what an operator returns, without the columns that a scan leaves out. */
  List<String> output(PlanNode node) {
    List<String> names = of(node);
    List<String> output = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!(node instanceof PlanNode.TableScan scan) || scan.output().contains(i)) {
        output.add(ExpressionFormatter.bare(names.get(i)));
      }
    }
    return output;
  }

  /** Returns the names of the fields of all inputs. */
  List<String> ofInputs(PlanNode node) {
    List<String> names = new ArrayList<>();
    node.inputs().forEach(input -> names.addAll(of(input)));
    return names;
  }

  /** Returns the names of a table's columns, without the table. */
  static List<String> ofColumns(TableDef table) {
    return table.columns().stream().map(ColumnDef::name).map(PlanNames::written).toList();
  }

  /** Returns the names of the fields of a scan within itself. */
  static List<String> own(PlanNode scan) {
    return scan.rowType().getFieldNames().stream().map(PlanNames::written).toList();
  }

  /** Returns the names for a RETURNING list: the table's row, then the source's. */
  List<String> ofReturning(TableDef table, PlanNode source) {
    List<String> names = new ArrayList<>(ofColumns(table));
    names.addAll(of(source));
    return names;
  }

  private static String written(String name) {
    return SqlQuoting.identifier(name.replace(DmlTarget.INTERNAL_PREFIX, ""));
  }

  private String outer(CorrelationId variable, int field, String name) {
    PlanNode row = variables.get(variable);
    return row == null ? written(name) : of(row).get(field);
  }

  private final class Fields implements PlanVisitor<List<String>> {
    private List<String> ofRelation(PlanNode leaf) {
      String relation = SqlQuoting.identifier(relation(leaf));
      List<String> names = new ArrayList<>();
      for (String name : leaf.rowType().getFieldNames()) {
        String column = written(name);
        names.add(columns.getOrDefault(name, 0) > 1 ? relation + "." + column : column);
      }
      return names;
    }

    private List<String> texts(List<RexNode> nodes, List<String> inputs, PlanNode of) {
      List<String> names = new ArrayList<>();
      for (RexNode node : nodes) {
        names.add(orName(expressions.text(node, inputs), of, names.size()));
      }
      return names;
    }

    private String orName(String text, PlanNode node, int field) {
      return text.length() <= LONGEST
          ? text
          : written(node.rowType().getFieldList().get(field).getName());
    }

    @Override
    public List<String> visit(PlanNode.TableScan scan) {
      return ofRelation(scan);
    }

    @Override
    public List<String> visit(PlanNode.ViewScan scan) {
      return ofRelation(scan);
    }

    @Override
    public List<String> visit(PlanNode.Values values) {
      return values.tuples().size() == 1
          ? texts(values.tuples().get(0), List.of(), values)
          : own(values);
    }

    @Override
    public List<String> visit(PlanNode.FunctionScan scan) {
      return own(scan);
    }

    @Override
    public List<String> visit(PlanNode.Filter filter) {
      return of(filter.input());
    }

    @Override
    public List<String> visit(PlanNode.Project project) {
      return texts(project.expressions(), of(project.input()), project);
    }

    private List<String> marked(PlanNode join) {
      List<String> names = new ArrayList<>(of(join.inputs().get(0)));
      names.add(relation(join));
      return names;
    }

    @Override
    public List<String> visit(PlanNode.DisjunctiveJoin join) {
      return join.type().projectsRight() ? ofInputs(join) : of(join.left());
    }

    @Override
    public List<String> visit(PlanNode.SharedScan scan) {
      String name = SqlQuoting.identifier(relation(scan));
      return scan.rowType().getFieldNames().stream()
          .map(column -> name + "." + written(column))
          .toList();
    }

    @Override
    public List<String> visit(PlanNode.MarkJoin join) {
      return marked(join);
    }

    @Override
    public List<String> visit(PlanNode.Correlate join) {
      if (join.type() == JoinRelType.LEFT_MARK) {
        return marked(join);
      }
      return join.type().projectsRight() ? ofInputs(join) : of(join.left());
    }

    @Override
    public List<String> visit(PlanNode.Join join) {
      return join.type().projectsRight() ? ofInputs(join) : of(join.left());
    }

    @Override
    public List<String> visit(PlanNode.LockRows lock) {
      return of(lock.input());
    }

    @Override
    public List<String> visit(PlanNode.Sort sort) {
      return of(sort.input());
    }

    @Override
    public List<String> visit(PlanNode.Aggregate aggregate) {
      List<String> inputs = of(aggregate.input());
      List<String> names = new ArrayList<>();
      aggregate.groupFields().forEach(field -> names.add(inputs.get(field)));
      for (AggregateCall call : aggregate.calls()) {
        names.add(orName(expressions.aggregate(call, inputs), aggregate, names.size()));
      }
      return names;
    }

    @Override
    public List<String> visit(PlanNode.Window window) {
      List<String> inputs = of(window.input());
      List<String> names = new ArrayList<>(inputs);
      String over = " OVER (" + expressions.window(window, inputs) + ")";
      for (PlanNode.WindowCall call : window.calls()) {
        names.add(orName(expressions.aggregate(call.call(), inputs) + over, window, names.size()));
      }
      return names;
    }

    @Override
    public List<String> visit(PlanNode.Recursion recursion) {
      String name = SqlQuoting.identifier(recursion.name());
      List<String> columns =
          recursions.getOrDefault(recursion.id(), recursion.rowType().getFieldNames());
      return columns.stream().map(column -> name + "." + written(column)).toList();
    }

    @Override
    public List<String> visit(PlanNode.RecursionScan scan) {
      return ofRelation(scan);
    }

    @Override
    public List<String> visit(PlanNode.CteScan scan) {
      return ofRelation(scan);
    }

    @Override
    public List<String> visit(PlanNode.SetOperation operation) {
      return of(operation.inputs().get(0));
    }

    @Override
    public List<String> visit(PlanNode.With with) {
      return of(with.body());
    }

    @Override
    public List<String> visit(PlanNode.Insert insert) {
      return texts(insert.returning(), ofColumns(insert.table()), insert);
    }

    @Override
    public List<String> visit(PlanNode.Update update) {
      return texts(update.returning(), ofReturning(update.table(), update.source()), update);
    }

    @Override
    public List<String> visit(PlanNode.Delete delete) {
      return texts(delete.returning(), ofReturning(delete.table(), delete.source()), delete);
    }

    @Override
    public List<String> visit(PlanNode.Merge merge) {
      return texts(merge.returning(), ofReturning(merge.table(), merge.source()), merge);
    }
  }
}
