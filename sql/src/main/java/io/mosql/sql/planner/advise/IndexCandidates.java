package io.mosql.sql.planner.advise;

import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.KeyCondition;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The indexes that could help a plan: combinations of the columns that it compares, joins, sorts
 * and groups by, of each scan on its own. Used by one thread.
 */
final class IndexCandidates {
  /** Number of columns of a candidate. */
  private static final int LONGEST = 4;

  /** Number of candidates of one table. */
  private static final int MOST = 40;

  private final Map<PlanNode, Use> uses = new IdentityHashMap<>();
  private final List<Use> inOrder = new ArrayList<>();
  private final Map<CorrelationId, PlanNode> variables = new HashMap<>();

  /** How a statement uses the columns of one scan. */
  private static final class Use {
    private final TableDef table;
    private final Set<Integer> equal = new LinkedHashSet<>();
    private final Set<Integer> joined = new LinkedHashSet<>();
    private final Set<Integer> ranges = new LinkedHashSet<>();
    private final List<KeyColumn> order = new ArrayList<>();
    private final List<Integer> groups = new ArrayList<>();

    Use(TableDef table) {
      this.table = table;
    }
  }

  /** A field of a scan. */
  private record Origin(Use use, int column) {}

  private IndexCandidates() {}

  /** Returns the columns of candidates by table, those of fewer columns first. */
  static Map<TableDef, List<List<KeyColumn>>> of(PlanNode root) {
    IndexCandidates candidates = new IndexCandidates();
    candidates.collect(root);
    Map<TableDef, List<List<KeyColumn>>> byTable = new LinkedHashMap<>();
    for (Use use : candidates.inOrder) {
      List<List<KeyColumn>> all = byTable.computeIfAbsent(use.table, t -> new ArrayList<>());
      for (List<KeyColumn> columns : combinations(use)) {
        if (all.size() < MOST && !all.contains(columns) && isNew(columns, use.table)) {
          all.add(columns);
        }
      }
    }
    byTable.values().removeIf(List::isEmpty);
    byTable.values().forEach(all -> all.sort((a, b) -> Integer.compare(a.size(), b.size())));
    return byTable;
  }

  private static Set<List<KeyColumn>> combinations(Use use) {
    Set<List<KeyColumn>> all = new LinkedHashSet<>();
    List<KeyColumn> equal = ascending(use.equal);
    List<KeyColumn> joined = ascending(use.joined);
    List<KeyColumn> ranges = ascending(use.ranges);
    List<KeyColumn> groups = ascending(use.groups);
    for (List<KeyColumn> singles : List.of(equal, joined, ranges)) {
      singles.forEach(column -> add(all, use.table, List.of(column)));
    }
    List<List<KeyColumn>> prefixes = new ArrayList<>();
    prefixes.add(List.of());
    prefixes.add(equal);
    prefixes.add(joined);
    for (KeyColumn column : equal) {
      prefixes.add(List.of(column));
    }
    for (KeyColumn column : joined) {
      prefixes.add(List.of(column));
      prefixes.add(concat(equal, List.of(column)));
      prefixes.add(concat(List.of(column), equal));
    }
    prefixes.add(concat(equal, joined));
    for (List<KeyColumn> prefix : prefixes) {
      add(all, use.table, prefix);
      add(all, use.table, concat(prefix, use.order));
      add(all, use.table, concat(prefix, groups));
      for (KeyColumn range : ranges) {
        add(all, use.table, concat(prefix, List.of(range)));
      }
    }
    return all;
  }

  private static List<KeyColumn> ascending(Collection<Integer> columns) {
    return columns.stream().map(column -> new KeyColumn(column, false)).toList();
  }

  /** Returns both lists, each column once. */
  private static List<KeyColumn> concat(List<KeyColumn> first, List<KeyColumn> second) {
    List<KeyColumn> all = new ArrayList<>(first);
    for (KeyColumn key : second) {
      if (all.stream().noneMatch(known -> known.column() == key.column())) {
        all.add(key);
      }
    }
    return all;
  }

  private static void add(Set<List<KeyColumn>> all, TableDef table, List<KeyColumn> columns) {
    boolean fits =
        !columns.isEmpty()
            && columns.size() <= LONGEST
            && columns.stream().allMatch(key -> canBeIndexed(table, key.column()));
    if (fits) {
      all.add(List.copyOf(columns));
    }
  }

  private static boolean canBeIndexed(TableDef table, int column) {
    ColumnDef definition = table.columns().get(column);
    TypeKind kind = definition.type().kind();
    return !definition.hidden()
        && !definition.virtual()
        && !table.isJson(definition)
        && kind != TypeKind.JSONB
        && kind != TypeKind.BLOB
        && kind != TypeKind.CLOB;
  }

  /** Whether no index of the table begins with these columns. */
  static boolean isNew(List<KeyColumn> columns, TableDef table) {
    List<IndexDef> existing = new ArrayList<>(table.indexes());
    existing.add(table.primary());
    for (IndexDef index : existing) {
      if (!index.partial()
          && !index.inverted()
          && index.columns().size() >= columns.size()
          && index.columns().subList(0, columns.size()).equals(columns)) {
        return false;
      }
    }
    return true;
  }

  private void collect(PlanNode node) {
    if (node instanceof PlanNode.Correlate join) {
      variables.put(join.variable(), join.left());
    }
    node.inputs().forEach(this::collect);
    if (node instanceof PlanNode.TableScan scan) {
      Use use = use(scan, scan.table());
      addBounds(scan, use);
      addConditions(scan.filter(), scan);
    } else if (node instanceof PlanNode.Filter filter) {
      addConditions(filter.condition(), filter.input());
    } else if (node instanceof PlanNode.Correlate join) {
      addConditions(join.condition(), join);
    } else if (node instanceof PlanNode.Join join) {
      for (int i = 0; i < join.leftKeys().size(); i++) {
        addJoined(origin(join.left(), join.leftKeys().get(i)));
        addJoined(origin(join.right(), join.rightKeys().get(i)));
      }
      addConditions(join.condition(), join);
    } else if (node instanceof PlanNode.Sort sort) {
      addOrder(sort);
    } else if (node instanceof PlanNode.Aggregate aggregate) {
      addGroups(aggregate);
    }
  }

  private Use use(PlanNode scan, TableDef table) {
    return uses.computeIfAbsent(
        scan,
        unused -> {
          Use use = new Use(table);
          inOrder.add(use);
          return use;
        });
  }

  private void addBounds(PlanNode.TableScan scan, Use use) {
    KeyBounds bounds = scan.bounds();
    KeyCondition next = bounds.next();
    int points = bounds.prefix().size() + (next == null ? 0 : next.pointColumns());
    bounds.prefix().forEach(this::addOuter);
    for (int i = 0; i < bounds.columns(); i++) {
      int column = scan.table().entryColumns(scan.index()).get(i).column();
      if (i < points) {
        use.equal.add(column);
      } else {
        use.ranges.add(column);
      }
    }
  }

  /** Adds the columns of other scans that a bound is compared with. */
  private void addOuter(RexNode value) {
    if (value instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable variable) {
      PlanNode row = variables.get(variable.id);
      if (row != null) {
        addJoined(origin(row, access.getField().getIndex()));
      }
    }
  }

  private static void addJoined(@Nullable Origin origin) {
    if (origin != null) {
      origin.use.joined.add(origin.column);
    }
  }

  private void addConditions(@Nullable RexNode condition, PlanNode rows) {
    if (condition != null) {
      Rexes.conjunctions(condition).forEach(conjunct -> addCondition(conjunct, rows));
    }
  }

  private void addCondition(RexNode condition, PlanNode rows) {
    if (!(condition instanceof RexCall call) || call.getOperands().isEmpty()) {
      return;
    }
    switch (call.getKind()) {
      case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> {
        boolean equality = call.getKind() == SqlKind.EQUALS;
        addComparison(call.getOperands().get(0), call.getOperands().get(1), equality, rows);
        addComparison(call.getOperands().get(1), call.getOperands().get(0), equality, rows);
      }
      case LIKE -> addComparison(call.getOperands().get(0), call.getOperands().get(1), false, rows);
      case IS_NULL -> {
        Origin origin = origin(call.getOperands().get(0), rows);
        if (origin != null) {
          origin.use.equal.add(origin.column);
        }
      }
      case OR -> call.getOperands().forEach(side -> addConditions(side, rows));
      default -> {}
    }
  }

  private void addComparison(RexNode field, RexNode value, boolean equality, PlanNode rows) {
    Origin origin = origin(field, rows);
    if (origin == null) {
      return;
    }
    BitSet others = Rexes.fields(value);
    boolean otherRow = !others.isEmpty();
    if (otherRow) {
      Origin other = origin(value, rows);
      if (other == null || other.use == origin.use) {
        return;
      }
    }
    if (equality) {
      (otherRow ? origin.use.joined : origin.use.equal).add(origin.column);
      addOuter(value);
    } else {
      origin.use.ranges.add(origin.column);
    }
  }

  private void addOrder(PlanNode.Sort sort) {
    List<KeyColumn> keys = new ArrayList<>();
    Use of = null;
    for (RelFieldCollation key : sort.collations()) {
      Origin origin = origin(sort.input(), key.getFieldIndex());
      if (origin == null || of != null && origin.use != of) {
        return;
      }
      of = origin.use;
      keys.add(new KeyColumn(origin.column, key.direction.isDescending()));
    }
    if (of != null && of.order.isEmpty()) {
      // An index is read in both directions.
      boolean backward = keys.stream().allMatch(KeyColumn::descending);
      for (KeyColumn key : keys) {
        of.order.add(backward ? new KeyColumn(key.column(), false) : key);
      }
    }
  }

  private void addGroups(PlanNode.Aggregate aggregate) {
    List<Integer> columns = new ArrayList<>();
    Use of = null;
    for (int field : aggregate.groupFields()) {
      Origin origin = origin(aggregate.input(), field);
      if (origin == null || of != null && origin.use != of) {
        return;
      }
      of = origin.use;
      columns.add(origin.column);
    }
    if (of != null && of.groups.isEmpty()) {
      of.groups.addAll(columns);
    }
  }

  private @Nullable Origin origin(RexNode node, PlanNode rows) {
    return node instanceof RexInputRef ref ? origin(rows, ref.getIndex()) : null;
  }

  /** Returns the column of a scan that a field of a plan is; null when it is computed. */
  private @Nullable Origin origin(PlanNode node, int field) {
    Use use = uses.get(node);
    if (use != null) {
      return field < use.table.columns().size() ? new Origin(use, field) : null;
    }
    if (node instanceof PlanNode.Project project) {
      return origin(project.expressions().get(field), project.input());
    }
    if (node instanceof PlanNode.Aggregate aggregate) {
      return field < aggregate.groupFields().size()
          ? origin(aggregate.input(), aggregate.groupFields().get(field))
          : null;
    }
    if (node instanceof PlanNode.Correlate || node instanceof PlanNode.Join) {
      PlanNode left = node.inputs().get(0);
      int width = left.rowType().getFieldCount();
      return field < width ? origin(left, field) : origin(node.inputs().get(1), field - width);
    }
    boolean sameFields =
        node instanceof PlanNode.Filter
            || node instanceof PlanNode.Sort
            || node instanceof PlanNode.LockRows;
    return sameFields ? origin(node.inputs().get(0), field) : null;
  }
}
