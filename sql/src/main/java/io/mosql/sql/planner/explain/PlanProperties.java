package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.OnConflictAction;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlanVisitor;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The properties of each operator of a plan, by the names that PostgreSQL's EXPLAIN (FORMAT JSON)
 * has for them, in its order; values are texts, lists of texts, and Booleans. The node types are
 * those of PostgreSQL that come closest, so that tools know them; {@code Operator} is MoSQL's name.
 * One per plan; used by one thread.
 */
final class PlanProperties implements PlanVisitor<Map<String, Object>> {
  static final String NODE_TYPE = "Node Type";
  static final String OPERATOR = "Operator";

  private final PlanNames fields;
  private final ExpressionFormatter expressions;
  private final PlanNodeFormatter lines;

  PlanProperties(PlanNames fields, PlanNodeFormatter lines) {
    this.fields = fields;
    this.expressions = fields.expressions();
    this.lines = lines;
  }

  Map<String, Object> of(PlanNode node) {
    Map<String, Object> properties = node.accept(this);
    properties.put(OPERATOR, PlanNodeFormatter.operator(lines.line(node)));
    return properties;
  }

  private static Map<String, Object> node(String type) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(NODE_TYPE, type);
    return properties;
  }

  private static void putUnlessEmpty(Map<String, Object> properties, String name, List<String> of) {
    if (!of.isEmpty()) {
      properties.put(name, of);
    }
  }

  private void putCondition(
      Map<String, Object> properties,
      String name,
      @Nullable RexNode condition,
      List<String> names) {
    if (condition != null) {
      properties.put(name, expressions.text(condition, names));
    }
  }

  private void putRelation(Map<String, Object> properties, TableDef table, PlanNode scan) {
    properties.put("Relation Name", table.name());
    properties.put("Schema", table.schema());
    properties.put("Alias", fields.relation(scan));
  }

  private static void putLocking(Map<String, Object> properties, @Nullable LockingClause locking) {
    if (locking != null && locking.locksRows()) {
      properties.put("Locking", locking.toSql());
    }
  }

  @Override
  public Map<String, Object> visit(PlanNode.TableScan scan) {
    boolean all = scan.bounds().equals(KeyBounds.ALL) && scan.distinct() == 0;
    Map<String, Object> properties =
        node(
            scan.covering() && !scan.index().primary()
                ? "Index Only Scan"
                : all && scan.index().primary() ? "Seq Scan" : "Index Scan");
    if (!all || !scan.index().primary() || scan.reverse()) {
      properties.put("Scan Direction", scan.reverse() ? "Backward" : "Forward");
      properties.put("Index Name", scan.index().name());
    }
    putRelation(properties, scan.table(), scan);
    List<String> names = PlanNames.own(scan);
    List<String> keys = lines.keys(scan, names);
    if (!keys.isEmpty()) {
      properties.put("Index Cond", "(" + String.join(" AND ", keys) + ")");
    }
    putCondition(properties, "Filter", scan.filter(), names);
    putLocking(properties, scan.locking());
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.ViewScan scan) {
    Map<String, Object> properties = node("Seq Scan");
    properties.put("Relation Name", scan.view().name());
    properties.put("Schema", scan.view().schema());
    properties.put("Alias", fields.relation(scan));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Values values) {
    return node(values.tuples().size() == 1 ? "Result" : "Values Scan");
  }

  @Override
  public Map<String, Object> visit(PlanNode.FunctionScan scan) {
    Map<String, Object> properties = node("Function Scan");
    String name = scan.function().getName().toLowerCase(Locale.ROOT);
    properties.put("Function Name", name);
    properties.put("Function Call", name + expressions.row(scan.arguments(), List.of()));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Filter filter) {
    Map<String, Object> properties = node("Result");
    putCondition(properties, "Filter", filter.condition(), fields.ofInputs(filter));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Project project) {
    return node("Result");
  }

  @Override
  public Map<String, Object> visit(PlanNode.Correlate join) {
    Map<String, Object> properties = node("Nested Loop");
    properties.put("Join Type", capitalized(join.type().name()));
    putCondition(properties, "Join Filter", join.condition(), fields.ofInputs(join));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Join join) {
    boolean keys = !join.leftKeys().isEmpty();
    Map<String, Object> properties =
        node(join.isMergeJoin() ? "Merge Join" : keys ? "Hash Join" : "Nested Loop");
    properties.put("Join Type", capitalized(join.type().name()));
    if (keys) {
      List<String> equal = lines.joinKeys(join);
      properties.put(
          join.isMergeJoin() ? "Merge Cond" : "Hash Cond", "(" + String.join(" AND ", equal) + ")");
    }
    putCondition(properties, "Join Filter", join.condition(), fields.ofInputs(join));
    if (join.materialized()) {
      properties.put("Materialized", true);
    }
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.DisjunctiveJoin join) {
    Map<String, Object> properties = node("Hash Join");
    properties.put("Join Type", capitalized(join.type().name()));
    putCondition(properties, "Hash Cond", join.condition(), fields.ofInputs(join));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.MarkJoin join) {
    List<String> keys = lines.joinKeys(join);
    Map<String, Object> properties = node(keys.isEmpty() ? "Nested Loop" : "Hash Join");
    properties.put("Join Type", "Mark");
    if (!keys.isEmpty()) {
      properties.put("Hash Cond", "(" + String.join(" AND ", keys) + ")");
    }
    putCondition(properties, "Join Filter", join.condition(), fields.ofInputs(join));
    putCondition(properties, "Compared", join.compared(), fields.ofInputs(join));
    if (join.materialized()) {
      properties.put("Materialized", true);
    }
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.LockRows lock) {
    Map<String, Object> properties = node("LockRows");
    putLocking(properties, lock.scan().locking());
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Sort sort) {
    boolean sorts = !sort.collations().isEmpty();
    Map<String, Object> properties = node(sorts ? "Sort" : "Limit");
    List<String> names = fields.ofInputs(sort);
    putUnlessEmpty(properties, "Sort Key", ExpressionFormatter.keys(sort.collations(), names));
    if (sort.offset() != null) {
      properties.put("Offset", expressions.bare(sort.offset(), names));
    }
    if (sort.fetch() != null) {
      properties.put("Limit", expressions.bare(sort.fetch(), names));
    }
    putUnlessEmpty(properties, "Ties", ExpressionFormatter.keys(sort.ties(), names));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Aggregate aggregate) {
    Map<String, Object> properties = node("Aggregate");
    properties.put("Strategy", aggregate.groupFields().isEmpty() ? "Plain" : "Hashed");
    properties.put("Partial Mode", "Simple");
    if (aggregate.isSimple()) {
      putUnlessEmpty(properties, "Group Key", lines.groupKeys(aggregate));
    } else {
      properties.put("Grouping Sets", lines.groupKeys(aggregate));
    }
    List<String> inputs = fields.of(aggregate.input());
    putUnlessEmpty(
        properties,
        "Aggregates",
        aggregate.calls().stream().map(call -> expressions.aggregate(call, inputs)).toList());
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Window window) {
    Map<String, Object> properties = node("WindowAgg");
    List<String> names = fields.of(window.input());
    properties.put(
        "Functions",
        window.calls().stream().map(call -> expressions.aggregate(call.call(), names)).toList());
    properties.put("Window", expressions.window(window, names));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Recursion recursion) {
    Map<String, Object> properties = node("Recursive Union");
    properties.put("CTE Name", recursion.name());
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.RecursionScan scan) {
    Map<String, Object> properties = node("WorkTable Scan");
    properties.put("CTE Name", scan.name());
    properties.put("Alias", fields.relation(scan));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.CteScan scan) {
    Map<String, Object> properties = node("CTE Scan");
    properties.put("CTE Name", scan.name());
    properties.put("Alias", fields.relation(scan));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.SharedScan scan) {
    Map<String, Object> properties = node("CTE Scan");
    properties.put("CTE Name", scan.name());
    properties.put("Alias", fields.relation(scan));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.SetOperation operation) {
    if (operation.all() && operation.kind() == PlanNode.SetOperation.Kind.UNION) {
      return node("Append");
    }
    Map<String, Object> properties = node("SetOp");
    properties.put("Strategy", "Hashed");
    properties.put(
        "Command", capitalized(operation.kind().name()) + (operation.all() ? " All" : ""));
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.With with) {
    return node("Result");
  }

  private static Map<String, Object> change(String operation, TableDef table) {
    Map<String, Object> properties = node("ModifyTable");
    properties.put("Operation", operation);
    properties.put("Relation Name", table.name());
    properties.put("Schema", table.schema());
    properties.put("Alias", table.name());
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Insert insert) {
    Map<String, Object> properties = change("Insert", insert.table());
    OnConflictAction conflict = insert.conflict();
    if (conflict != null) {
      properties.put(
          "Conflict Resolution",
          switch (conflict.kind()) {
            case SKIP -> "NOTHING";
            case REPLACE -> "REPLACE";
            case UPDATE, UPDATE_AGAIN -> "UPDATE";
          });
      putUnlessEmpty(
          properties,
          "Conflict Arbiter Indexes",
          conflict.keys().stream().map(IndexDef::name).toList());
    }
    return properties;
  }

  @Override
  public Map<String, Object> visit(PlanNode.Update update) {
    return change("Update", update.table());
  }

  @Override
  public Map<String, Object> visit(PlanNode.Delete delete) {
    return change("Delete", delete.table());
  }

  @Override
  public Map<String, Object> visit(PlanNode.Merge merge) {
    return change("Merge", merge.table());
  }

  private static String capitalized(String word) {
    return word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT);
  }

  /** Returns how an input is related to its operator. */
  static String relationship(PlanNode node, int input) {
    if (node instanceof PlanNode.SetOperation) {
      return "Member";
    }
    if (node instanceof PlanNode.With with) {
      return input < with.items().size() ? "InitPlan" : "Outer";
    }
    return input == 0 ? "Outer" : "Inner";
  }

  /** Returns the name of an input that is a part of a WITH; null for others. */
  static @Nullable String subplan(PlanNode node, int input) {
    return node instanceof PlanNode.With with && input < with.items().size()
        ? "CTE " + with.items().get(input).name()
        : null;
  }
}
