package io.mosql.sql.planner;

import io.mosql.sql.plan.PlanNode;
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
 * Plans one block: joins its sources in the cheapest order found, then projects. A SEMI join is
 * also tried the other way round, as a join with the distinct rows of its right side.
 */
final class BlockPlanner {
  private static final int MAX_TURNED_SEMI_JOINS = 3;

  private final PhysicalPlanner planner;
  private final Logical.Block block;
  private final PhysicalPlanner.Request request;
  private final List<RexNode> outputs;

  BlockPlanner(PhysicalPlanner planner, Logical.Block block, PhysicalPlanner.Request request) {
    this.planner = planner;
    this.block = block;
    this.request = request;
    this.outputs = Rexes.replaceVariables(block.outputs(), request.outer());
  }

  Planned plan() {
    return project(join());
  }

  /** The expressions of the block's outputs, over its fields. */
  List<RexNode> outputs() {
    return outputs;
  }

  /** The joined sources; positions are of the block's fields. */
  Planned join() {
    Planned best = null;
    double bestCost = Double.POSITIVE_INFINITY;
    Planned.Wish wish = wish();
    for (Logical.Block variant : variants()) {
      JoinSearch search =
          new JoinSearch(planner, variant, conjuncts(variant), demanded(), wish, request.outer());
      Planned planned = search.best();
      if (best == null || search.bestCost() < bestCost) {
        best = planned;
        bestCost = search.bestCost();
      }
    }
    return Objects.requireNonNull(best);
  }

  private List<RexNode> conjuncts(Logical.Block variant) {
    List<RexNode> conjuncts =
        new ArrayList<>(Rexes.replaceVariables(variant.conjuncts(), request.outer()));
    for (RexNode pushed : request.conjuncts()) {
      conjuncts.addAll(Rexes.conjunctions(Rexes.replaceFields(pushed, outputs::get)));
    }
    if (variant.sources().size() > 1) {
      conjuncts.addAll(OrFilters.of(conjuncts, variant.sources(), planner.context().rex()));
    }
    return conjuncts;
  }

  /** Block fields that the demanded outputs look at. */
  private BitSet demanded() {
    BitSet fields = new BitSet();
    for (int i = request.demand().nextSetBit(0); i >= 0; i = request.demand().nextSetBit(i + 1)) {
      Rexes.addFields(outputs.get(i), fields);
    }
    return fields;
  }

  /** The order wanted, over the block's fields, if those alone make it. */
  private Planned.Wish wish() {
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : request.wish().keys()) {
      int field = field(outputs.get(key.getFieldIndex()));
      if (field == IndexExpressions.NONE) {
        return Planned.Wish.NONE;
      }
      keys.add(key.withFieldIndex(field));
    }
    return new Planned.Wish(keys, request.wish().limit());
  }

  /** The block's field that an output is, or that an index has of it; else NONE. */
  private int field(RexNode output) {
    return output instanceof RexInputRef ref
        ? ref.getIndex()
        : planner.context().expressions().field(output, block.sources());
  }

  private List<Logical.Block> variants() {
    List<Logical.Block> variants = new ArrayList<>(List.of(block));
    int turned = 0;
    for (int i = 0; i < block.sources().size() && turned < MAX_TURNED_SEMI_JOINS; i++) {
      if (!canTurn(block.sources().get(i))) {
        continue;
      }
      turned++;
      for (Logical.Block variant : List.copyOf(variants)) {
        variants.add(turn(variant, i));
      }
    }
    boolean turnedOnly =
        planner.context().shape().join() == PlanShape.Join.TURNED && variants.size() > 1;
    return turnedOnly ? variants.subList(1, variants.size()) : variants;
  }

  /** Whether all that the SEMI join asks is that fields of its right side equal something. */
  private static boolean canTurn(Logical.Source source) {
    return source.type() == JoinRelType.SEMI
        && source.variable() == null
        && !source.on().isEmpty()
        && source.on().stream().allMatch(conjunct -> rightField(conjunct, source) >= 0);
  }

  private static int rightField(RexNode conjunct, Logical.Source source) {
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

  private static boolean owns(Logical.Source source, int field) {
    return field >= source.offset() && field < source.end();
  }

  private Logical.Block turn(Logical.Block variant, int index) {
    Logical.Source source = variant.sources().get(index);
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
    Logical.Group distinct = new Logical.Group(source.input(), keys, List.of(), rowType.build());
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
    List<Logical.Source> sources = new ArrayList<>(variant.sources());
    sources.set(
        index,
        new Logical.Source(
            distinct, JoinRelType.INNER, List.of(), source.offset(), null, List.of()));
    return new Logical.Block(sources, conjuncts, variant.outputs(), variant.rowType());
  }

  private static RelDataType fieldType(Logical.Block block, int field) {
    for (Logical.Source source : block.sources()) {
      if (owns(source, field)) {
        return source.input().rowType().getFieldList().get(field - source.offset()).getType();
      }
    }
    throw new IllegalArgumentException("field " + field);
  }

  private Planned project(Planned joined) {
    int[] positions = new int[outputs.size()];
    Arrays.fill(positions, Planned.ABSENT);
    BitSet demand = request.demand();
    boolean plain = true;
    for (int i = demand.nextSetBit(0); i >= 0; i = demand.nextSetBit(i + 1)) {
      plain &= Rexes.isRef(outputs.get(i));
    }
    if (plain) {
      for (int i = demand.nextSetBit(0); i >= 0; i = demand.nextSetBit(i + 1)) {
        positions[i] = joined.positions()[Rexes.index(outputs.get(i))];
      }
      return new Planned(joined.node(), positions, joined.ordering(), joined.cost());
    }
    List<RexNode> expressions = new ArrayList<>();
    int[] moved = new int[joined.width()];
    Arrays.fill(moved, Planned.ABSENT);
    RelDataTypeFactory.Builder rowType = planner.context().types().builder();
    for (int i = demand.nextSetBit(0); i >= 0; i = demand.nextSetBit(i + 1)) {
      RexNode expression = joined.toPhysical(outputs.get(i));
      int field = field(outputs.get(i));
      int position = field == IndexExpressions.NONE ? Planned.ABSENT : joined.positions()[field];
      if (position != Planned.ABSENT && moved[position] == Planned.ABSENT) {
        moved[position] = expressions.size();
      }
      positions[i] = expressions.size();
      rowType.add(block.rowType().getFieldNames().get(i), expression.getType());
      expressions.add(expression);
    }
    PlanNode node = new PlanNode.Project(joined.node(), expressions, rowType.build());
    return new Planned(node, positions, joined.ordering().mapped(i -> moved[i]), joined.cost());
  }
}
