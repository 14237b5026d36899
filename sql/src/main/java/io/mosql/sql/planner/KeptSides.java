package io.mosql.sql.planner;

import io.mosql.sql.plan.KeyBounds;
import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Changes a plan that is run again and again, for each row of a lookup join or each round of a
 * recursion, so that it does not read again what is always the same: joins keep right sides that
 * depend on no outer row, and a scan for what equals a value of an outer row becomes a hash join
 * with that value when it is run often enough to be worth the hash table. This is what other
 * databases call an automatic index, or a hashed sub-plan.
 */
final class KeptSides {
  private final PlanContext context;
  private final double runs;

  /**
   * @param runs how often the plan is expected to be run
   */
  KeptSides(PlanContext context, double runs) {
    this.context = context;
    this.runs = runs;
  }

  /** The changed plan; the same object when nothing is to be kept. */
  PlanNode in(PlanNode node) {
    if (node instanceof PlanNode.TableScan scan) {
      return scan(scan);
    } else if (node instanceof PlanNode.Filter filter) {
      PlanNode input = in(filter.input());
      return input == filter.input()
          ? node
          : new PlanNode.Filter(input, filter.condition(), filter.rows());
    } else if (node instanceof PlanNode.Project project) {
      PlanNode input = in(project.input());
      return input == project.input()
          ? node
          : new PlanNode.Project(input, project.expressions(), project.rowType());
    } else if (node instanceof PlanNode.Aggregate aggregate) {
      PlanNode input = in(aggregate.input());
      return input == aggregate.input()
          ? node
          : new PlanNode.Aggregate(
              input,
              aggregate.groupFields(),
              aggregate.sets(),
              aggregate.calls(),
              aggregate.rowType(),
              aggregate.rows());
    } else if (node instanceof PlanNode.Sort sort) {
      PlanNode input = in(sort.input());
      return input == sort.input()
          ? node
          : new PlanNode.Sort(
              input, sort.collations(), sort.offset(), sort.fetch(), sort.ties(), sort.rows());
    } else if (node instanceof PlanNode.Correlate each) {
      PlanNode left = in(each.left());
      PlanNode right = in(each.right());
      return left == each.left() && right == each.right()
          ? node
          : new PlanNode.Correlate(
              left,
              right,
              each.variable(),
              each.type(),
              each.condition(),
              each.rowType(),
              each.rows());
    } else if (node instanceof PlanNode.Join join) {
      return join(join);
    } else if (node instanceof PlanNode.SetOperation set) {
      List<PlanNode> inputs = set.inputs().stream().map(this::in).toList();
      return inputs.equals(set.inputs())
          ? node
          : new PlanNode.SetOperation(set.kind(), set.all(), inputs, set.rowType(), set.rows());
    }
    return node;
  }

  private PlanNode join(PlanNode.Join join) {
    PlanNode left = in(join.left());
    boolean keeps =
        !join.kept()
            && !join.merges()
            && join.type() != JoinRelType.RIGHT
            && join.type() != JoinRelType.FULL
            && isSame(join.right());
    if (keeps) {
      return join.keeping(left);
    }
    PlanNode right = in(join.right());
    return left == join.left() && right == join.right()
        ? join
        : new PlanNode.Join(
            left,
            right,
            join.leftKeys(),
            join.rightKeys(),
            join.descending(),
            join.type(),
            join.condition(),
            join.rowType(),
            join.rows(),
            join.kept());
  }

  /** A scan whose filter asks for what equals a value of an outer row. */
  private PlanNode scan(PlanNode.TableScan scan) {
    RexNode filter = scan.filter();
    if (filter == null || scan.claim() != null || !isSame(scan.bounds())) {
      return scan;
    }
    double all =
        scan.bounds().equals(KeyBounds.ALL)
            ? context.estimates().entries(scan.table(), scan.index())
            : scan.visited();
    if (runs * scan.visited() <= all * Costs.BUILD) {
      return scan;
    }
    List<RexNode> kept = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    List<RexNode> values = new ArrayList<>();
    List<RexNode> fields = new ArrayList<>();
    for (RexNode conjunct : Rexes.conjunctions(filter)) {
      Lookup lookup = lookup(conjunct);
      if (!Rexes.isDeterministic(conjunct)) {
        return scan;
      } else if (lookup != null) {
        values.add(lookup.value);
        fields.add(lookup.field);
      } else if (isSame(conjunct)) {
        kept.add(conjunct);
      } else {
        others.add(conjunct);
      }
    }
    return values.isEmpty() ? scan : looked(scan, all, kept, others, values, fields);
  }

  /**
   * @param kept conditions of the scan that are always the same
   * @param others conditions over outer rows
   * @param values of the outer row, beside the {@code fields} that are to equal them
   */
  private PlanNode looked(
      PlanNode.TableScan scan,
      double all,
      List<RexNode> kept,
      List<RexNode> others,
      List<RexNode> values,
      List<RexNode> fields) {
    RelDataTypeFactory.Builder valueTypes = context.types().builder();
    for (RexNode value : values) {
      valueTypes.add("value" + valueTypes.getFieldCount(), value.getType());
    }
    RelDataType valueType = valueTypes.build();
    int width = values.size();
    List<RexNode> on = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      on.add(
          context
              .rex()
              .makeCall(
                  SqlStdOperatorTable.EQUALS,
                  new RexInputRef(i, valueType.getFieldList().get(i).getType()),
                  shifted(fields.get(i), scan, width)));
    }
    others.forEach(conjunct -> on.add(shifted(conjunct, scan, width)));
    HashJoins joins = new HashJoins(context);
    if (!joins.hasKeys(on, width)) {
      return scan;
    }
    PlanNode.TableScan always =
        new PlanNode.TableScan(
            scan.table(),
            scan.index(),
            scan.bounds(),
            scan.reverse(),
            scan.covering(),
            scan.columns(),
            scan.output(),
            kept.isEmpty() ? null : RexUtil.composeConjunction(context.rex(), kept),
            null,
            scan.rowType(),
            all,
            all);
    PlanNode joined =
        joins.join(
            new PlanNode.Values(List.of(values), valueType),
            always,
            JoinRelType.INNER,
            on,
            scan.rows());
    PlanNode keeping = in(joined);
    List<RexNode> outputs = new ArrayList<>();
    for (int i = 0; i < scan.rowType().getFieldCount(); i++) {
      outputs.add(Planned.ref(keeping.rowType(), width + i));
    }
    return new PlanNode.Project(keeping, outputs, scan.rowType());
  }

  private static RexNode shifted(RexNode node, PlanNode.TableScan scan, int by) {
    return Rexes.replaceFields(
        node,
        field -> new RexInputRef(field + by, scan.rowType().getFieldList().get(field).getType()));
  }

  /** An equality of an expression of outer rows alone with one of the scanned row alone. */
  private record Lookup(RexNode value, RexNode field) {}

  private static @Nullable Lookup lookup(RexNode conjunct) {
    if (conjunct.getKind() != SqlKind.EQUALS) {
      return null;
    }
    List<RexNode> sides = ((RexCall) conjunct).getOperands();
    for (int i = 0; i < 2; i++) {
      RexNode value = sides.get(i);
      RexNode field = sides.get(1 - i);
      if (Rexes.fields(value).isEmpty()
          && !isSame(value)
          && !Rexes.fields(field).isEmpty()
          && isSame(field)) {
        return new Lookup(value, field);
      }
    }
    return null;
  }

  /** Whether a plan gives the same rows whenever it is run. */
  private static boolean isSame(PlanNode node) {
    boolean own;
    if (node instanceof PlanNode.TableScan scan) {
      own = scan.claim() == null && isSame(scan.bounds()) && isSame(scan.filter());
    } else if (node instanceof PlanNode.MultiLookup lookup) {
      own =
          lookup.claim() == null
              && isSame(lookup.filter())
              && lookup.tuples().stream().allMatch(KeptSides::isSame);
    } else if (node instanceof PlanNode.Values values) {
      own = values.tuples().stream().allMatch(KeptSides::isSame);
    } else if (node instanceof PlanNode.Filter filter) {
      own = isSame(filter.condition());
    } else if (node instanceof PlanNode.Project project) {
      own = isSame(project.expressions());
    } else if (node instanceof PlanNode.Join join) {
      own = isSame(join.condition());
    } else if (node instanceof PlanNode.Sort sort) {
      own = isSame(sort.offset()) && isSame(sort.fetch());
    } else {
      own =
          node instanceof PlanNode.Aggregate
              || node instanceof PlanNode.SetOperation
              || node instanceof PlanNode.CteScan;
    }
    return own && node.inputs().stream().allMatch(KeptSides::isSame);
  }

  private static boolean isSame(KeyBounds bounds) {
    return isSame(bounds.prefix())
        && Stream.of(bounds.lower(), bounds.upper())
            .allMatch(bound -> bound == null || isSame(bound.value()))
        && bounds.searches().stream()
            .allMatch(any -> any.stream().allMatch(search -> isSame(search.value())));
  }

  private static boolean isSame(List<RexNode> nodes) {
    return nodes.stream().allMatch(KeptSides::isSame);
  }

  /** Whether an expression refers to no outer row and gives the same for the same input. */
  private static boolean isSame(@Nullable RexNode node) {
    if (node == null || Rexes.isLeaf(node) || node instanceof RexInputRef) {
      return true;
    }
    boolean[] outer = {false};
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public @Nullable Void visitCorrelVariable(RexCorrelVariable variable) {
            outer[0] = true;
            return null;
          }
        });
    return !outer[0] && Rexes.isDeterministic(node);
  }
}
