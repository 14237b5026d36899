package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.expression.ConstantConditions;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.expression.RowIdComparisons;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * The planner of one block: joins its sources in the cheapest order found, then projects. A SEMI
 * join is also considered with swapped sides, as a join with the distinct rows of its right side.
 */
public final class BlockPlanner {
  private static final int MAX_TURNED_SEMI_JOINS = 3;

  private final PhysicalPlanner planner;
  private final LogicalPlan.Block block;
  private final PhysicalPlanner.PlanRequest request;
  private final List<RexNode> outputs;

  public BlockPlanner(
      PhysicalPlanner planner, LogicalPlan.Block block, PhysicalPlanner.PlanRequest request) {
    this.planner = planner;
    this.block = block;
    this.request = request;
    this.outputs = Rexes.replaceVariables(block.outputs(), request.outer());
  }

  CostedPlan plan() {
    return project(join());
  }

  /** Returns the expressions of the block's outputs, over its fields. */
  public List<RexNode> outputs() {
    return outputs;
  }

  /** Returns the plan of the joined sources; positions are those of the block's fields. */
  public CostedPlan join() {
    if (conjuncts(block).stream().anyMatch(ConstantConditions::isNeverTrue)) {
      return noRows();
    }
    CostedPlan best = null;
    double bestCost = Double.POSITIVE_INFINITY;
    CostedPlan.DesiredOrder wish = wish();
    for (LogicalPlan.Block variant : variants()) {
      JoinOrderSearch search =
          new JoinOrderSearch(
              planner, variant, conjuncts(variant), demanded(), wish, request.outer());
      CostedPlan planned = search.best();
      if (best == null || search.bestCost() < bestCost) {
        best = planned;
        bestCost = search.bestCost();
      }
    }
    CostedPlan joined = Objects.requireNonNull(best);
    return EmptyPlans.isEmpty(joined.node()) ? joined.withoutRows() : joined;
  }

  private CostedPlan noRows() {
    int width = block.sources().stream().mapToInt(LogicalPlan.Source::end).max().orElse(0);
    int[] positions = new int[width];
    Arrays.fill(positions, CostedPlan.ABSENT);
    RelDataTypeFactory.Builder types = planner.context().types().builder();
    for (LogicalPlan.Source source : block.sources()) {
      List<String> names = source.input().rowType().getFieldNames();
      for (int field = source.offset(); field < source.end(); field++) {
        int index = field - source.offset();
        positions[field] = types.getFieldCount();
        types.add(index < names.size() ? names.get(index) : "mark", source.fieldType(field));
      }
    }
    return new CostedPlan(
        new PlanNode.Values(List.of(), types.build()), positions, CostedPlan.Ordering.SINGLE, 0);
  }

  private List<RexNode> conjuncts(LogicalPlan.Block variant) {
    List<RexNode> all =
        new ArrayList<>(Rexes.replaceVariables(variant.conjuncts(), request.outer()));
    for (RexNode pushed : request.conjuncts()) {
      all.addAll(Rexes.conjunctions(Rexes.replaceFields(pushed, outputs::get)));
    }
    List<RexNode> conjuncts = new ArrayList<>();
    for (RexNode conjunct : all) {
      RexNode replaced = RowIdComparisons.replaced(conjunct, planner.context().rex());
      conjuncts.addAll(Rexes.conjunctions(replaced));
    }
    if (variant.sources().size() > 1) {
      conjuncts.addAll(
          OrRestrictionExtractor.of(conjuncts, variant.sources(), planner.context().rex()));
    }
    return conjuncts;
  }

  /** Returns the block fields that the needed outputs use. */
  private BitSet demanded() {
    BitSet fields = new BitSet();
    for (int i = request.neededFields().nextSetBit(0);
        i >= 0;
        i = request.neededFields().nextSetBit(i + 1)) {
      Rexes.addFields(outputs.get(i), fields);
    }
    return fields;
  }

  /**
   * Returns the desired order over the block's fields, or NONE if it depends on computed outputs.
   */
  private CostedPlan.DesiredOrder wish() {
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : request.desiredOrder().keys()) {
      int field = field(outputs.get(key.getFieldIndex()));
      if (field == IndexExpressions.NONE) {
        return CostedPlan.DesiredOrder.NONE;
      }
      keys.add(key.withFieldIndex(field));
    }
    return new CostedPlan.DesiredOrder(keys, request.desiredOrder().limit());
  }

  /** Returns the block's field or indexed expression that an output is; else NONE. */
  private int field(RexNode output) {
    return output instanceof RexInputRef ref
        ? ref.getIndex()
        : planner.context().expressions().field(output, block.sources());
  }

  private List<LogicalPlan.Block> variants() {
    List<LogicalPlan.Block> variants = new ArrayList<>(List.of(block));
    int turned = 0;
    for (int i = 0; i < block.sources().size() && turned < MAX_TURNED_SEMI_JOINS; i++) {
      if (!canSwap(block.sources().get(i))) {
        continue;
      }
      turned++;
      for (LogicalPlan.Block variant : List.copyOf(variants)) {
        variants.add(swap(variant, i));
      }
    }
    boolean turnedOnly =
        planner.context().methods().join() == PlannerMethods.JoinMethod.SWAPPED
            && variants.size() > 1;
    return turnedOnly ? variants.subList(1, variants.size()) : variants;
  }

  /** Whether all conditions of the SEMI join equate fields of its right side with other values. */
  private static boolean canSwap(LogicalPlan.Source source) {
    return source.type() == JoinRelType.SEMI
        && source.variable() == null
        && !source.on().isEmpty()
        && source.on().stream().allMatch(conjunct -> rightField(conjunct, source) >= 0);
  }

  private static int rightField(RexNode conjunct, LogicalPlan.Source source) {
    if (conjunct.getKind() != SqlKind.EQUALS) {
      return -1;
    }
    List<RexNode> operands = ((RexCall) conjunct).getOperands();
    for (int i = 0; i < 2; i++) {
      if (operands.get(i) instanceof RexInputRef ref
          && owns(source, ref.getIndex())
          && Rexes.fields(operands.get(1 - i)).stream().noneMatch(f -> owns(source, f))) {
        return ref.getIndex();
      }
    }
    return -1;
  }

  private static boolean owns(LogicalPlan.Source source, int field) {
    return field >= source.offset() && field < source.end();
  }

  private LogicalPlan.Block swap(LogicalPlan.Block variant, int index) {
    LogicalPlan.Source source = variant.sources().get(index);
    RelDataType inputType = source.input().rowType();
    List<Integer> keys = new ArrayList<>();
    RelDataTypeFactory.Builder rowType = planner.context().types().builder();
    for (RexNode conjunct : source.on()) {
      int key = rightField(conjunct, source) - source.offset();
      if (!keys.contains(key)) {
        keys.add(key);
        rowType.add(inputType.getFieldList().get(key));
      }
    }
    LogicalPlan.Aggregate distinct =
        new LogicalPlan.Aggregate(source.input(), keys, List.of(), rowType.build());
    List<RexNode> conjuncts = new ArrayList<>(variant.conjuncts());
    for (RexNode conjunct : source.on()) {
      conjuncts.add(
          Rexes.replaceFields(
              conjunct,
              field -> {
                RelDataType type = fieldType(variant, field);
                return new RexInputRef(
                    owns(source, field)
                        ? source.offset() + keys.indexOf(field - source.offset())
                        : field,
                    type);
              }));
    }
    List<LogicalPlan.Source> sources = new ArrayList<>(variant.sources());
    sources.set(
        index,
        new LogicalPlan.Source(
            distinct, JoinRelType.INNER, List.of(), source.offset(), null, List.of()));
    return new LogicalPlan.Block(sources, conjuncts, variant.outputs(), variant.rowType());
  }

  private static RelDataType fieldType(LogicalPlan.Block block, int field) {
    for (LogicalPlan.Source source : block.sources()) {
      if (owns(source, field)) {
        return source.fieldType(field);
      }
    }
    throw new IllegalArgumentException("field " + field);
  }

  private CostedPlan project(CostedPlan joined) {
    int[] positions = new int[outputs.size()];
    Arrays.fill(positions, CostedPlan.ABSENT);
    BitSet demand = request.neededFields();
    boolean plain = true;
    for (int i = demand.nextSetBit(0); i >= 0; i = demand.nextSetBit(i + 1)) {
      plain &= Rexes.isRef(outputs.get(i));
    }
    if (plain) {
      for (int i = demand.nextSetBit(0); i >= 0; i = demand.nextSetBit(i + 1)) {
        positions[i] = joined.positions()[Rexes.index(outputs.get(i))];
      }
      return new CostedPlan(joined.node(), positions, joined.ordering(), joined.cost());
    }
    List<RexNode> expressions = new ArrayList<>();
    int[] moved = new int[joined.width()];
    Arrays.fill(moved, CostedPlan.ABSENT);
    RelDataTypeFactory.Builder rowType = planner.context().types().builder();
    for (int i = demand.nextSetBit(0); i >= 0; i = demand.nextSetBit(i + 1)) {
      RexNode expression = joined.toPhysical(outputs.get(i));
      int field = field(outputs.get(i));
      int position = field == IndexExpressions.NONE ? CostedPlan.ABSENT : joined.positions()[field];
      if (position != CostedPlan.ABSENT && moved[position] == CostedPlan.ABSENT) {
        moved[position] = expressions.size();
      }
      positions[i] = expressions.size();
      rowType.add(block.rowType().getFieldNames().get(i), expression.getType());
      expressions.add(expression);
    }
    PlanNode node = new PlanNode.Project(joined.node(), expressions, rowType.build());
    return new CostedPlan(node, positions, joined.ordering().mapped(i -> moved[i]), joined.cost());
  }
}
