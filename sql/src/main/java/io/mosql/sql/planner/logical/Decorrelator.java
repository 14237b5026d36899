package io.mosql.sql.planner.logical;

import io.mosql.sql.algebra.CollatedType;
import io.mosql.sql.algebra.WindowFrame;
import io.mosql.sql.planner.expression.Rexes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Decorrelates a source that depends on an outer row by equalities: computes its rows once for all
 * outer rows, with the values of the equalities as further fields, so that the equalities become
 * conditions of a join. Groups are formed for each of these values, limits become row numbers
 * within them, and windows are partitioned by them.
 *
 * <pre>
 * (SELECT max(x) FROM o WHERE o.c = c.id)
 *   = c LEFT JOIN (SELECT max(x), o.c FROM o GROUP BY o.c) ON o.c = c.id
 * </pre>
 *
 * <p>The rows include those of values that no outer row has. Sources with expressions that may
 * fail, that are volatile, or that lock rows stay as they are; so do other conditions on the outer
 * row.
 */
public final class Decorrelator {
  private final RexBuilder rex;
  private final RelDataTypeFactory types;
  private final CorrelationId variable;

  /**
   * A source without correlation.
   *
   * @param plan its fields are those of the source, then others; for a source of one row, other
   *     fields only
   * @param conditions on the outer row, over the variable, and the fields of {@code plan}
   * @param outputs for a source of one row, expressions over the fields of {@code plan}, which are
   *     NULL for an outer row without a row of it; else null
   */
  public record Decorrelated(
      LogicalPlan plan, List<RexNode> conditions, @Nullable List<RexNode> outputs) {}

  private Decorrelator(RexBuilder rex, CorrelationId variable) {
    this.rex = rex;
    this.types = rex.getTypeFactory();
    this.variable = variable;
  }

  /** Returns the source's input without its correlation; null when that is not possible. */
  public static @Nullable Decorrelated decorrelate(LogicalPlan.Source source, RexBuilder rex) {
    CorrelationId variable = source.variable();
    if (variable == null) {
      return null;
    }
    Decorrelator decorrelator = new Decorrelator(rex, variable);
    LogicalPlan input = source.input();
    return SubQueryUnnester.isSingleRow(input)
        ? decorrelator.singleRow(input)
        : decorrelator.rows(input);
  }

  private @Nullable Decorrelated rows(LogicalPlan input) {
    Keyed keyed =
        !Repeatability.isRepeatable(input)
            ? null
            : input instanceof LogicalPlan.Block block ? block(block, true) : keyed(input);
    return keyed == null || !keyed.hasKeys()
        ? null
        : new Decorrelated(keyed.plan, keyed.conditions, null);
  }

  /**
   * A plan whose rows are those for all outer rows.
   *
   * @param plan its fields are those of the original plan, then the keys
   * @param conditions over the variable and the keys
   */
  private record Keyed(LogicalPlan plan, List<Integer> keys, List<RexNode> conditions) {
    /** Whether a join may use hash keys. */
    boolean hasKeys() {
      return !keys.isEmpty()
          && conditions.stream().anyMatch(condition -> condition.getKind() == SqlKind.EQUALS);
    }
  }

  private @Nullable Decorrelated singleRow(LogicalPlan input) {
    if (input instanceof LogicalPlan.Block block) {
      if (block.sources().size() != 1
          || !block.outputs().stream().allMatch(Rexes::isDeterministic)) {
        return null;
      }
      Decorrelated inner = singleRow(block.sources().get(0).input());
      List<RexNode> values = inner == null ? null : inner.outputs;
      return inner == null || values == null
          ? null
          : new Decorrelated(
              inner.plan, inner.conditions, Rexes.replaceFields(block.outputs(), values::get));
    }
    if (!(input instanceof LogicalPlan.Aggregate group)
        || !Repeatability.isRepeatable(group.input())) {
      return null;
    }
    Keyed keyed = keyed(group.input());
    if (keyed == null || keyed.keys.isEmpty()) {
      return null;
    }
    List<AggregateCall> calls = new ArrayList<>();
    RelDataTypeFactory.Builder rowType = types.builder();
    for (int key : keyed.keys) {
      rowType.add("key" + rowType.getFieldCount(), type(keyed.plan, key));
    }
    int width = keyed.keys.size();
    List<RexNode> outputs = new ArrayList<>();
    for (AggregateCall call : group.calls()) {
      RexNode output = output(call, width, calls, rowType);
      if (output == null) {
        return null;
      }
      outputs.add(output);
    }
    LogicalPlan grouped = new LogicalPlan.Aggregate(keyed.plan, keyed.keys, calls, rowType.build());
    return new Decorrelated(grouped, moved(keyed.conditions, keyed.keys, 0), outputs);
  }

  /** Adds the calls of one aggregate; returns its value, or null when it may fail. */
  private @Nullable RexNode output(
      AggregateCall call, int keys, List<AggregateCall> calls, RelDataTypeFactory.Builder rowType) {
    RelDataType nullable = types.createTypeWithNullability(call.getType(), true);
    if (call.getAggregation().getKind() == SqlKind.SINGLE_VALUE) {
      // several rows are an error only for an outer row that has them
      RelDataType count = types.createSqlType(SqlTypeName.BIGINT);
      return rex.makeCall(
          nullable,
          SubQueryUnnester.SINGLE_ROW,
          List.of(
              added(
                  call(SqlStdOperatorTable.ANY_VALUE, call, nullable),
                  nullable,
                  calls,
                  rowType,
                  keys),
              added(
                  call(SqlStdOperatorTable.COUNT, List.of(), count),
                  types.createTypeWithNullability(count, true),
                  calls,
                  rowType,
                  keys)));
    }
    if (!isInfallible(call)) {
      return null;
    }
    RexNode value = added(call, nullable, calls, rowType, keys);
    if (call.getAggregation().getKind() != SqlKind.COUNT) {
      return value;
    }
    return rex.makeCall(
        call.getType(),
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(SqlStdOperatorTable.IS_NULL, value),
            rex.makeExactLiteral(BigDecimal.ZERO, call.getType()),
            rex.makeAbstractCast(call.getType(), value, false)));
  }

  private static RexNode added(
      AggregateCall call,
      RelDataType nullable,
      List<AggregateCall> calls,
      RelDataTypeFactory.Builder rowType,
      int keys) {
    calls.add(call);
    rowType.add("f" + rowType.getFieldCount(), call.getType());
    return new RexInputRef(keys + calls.size() - 1, nullable);
  }

  private static boolean isInfallible(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case COUNT, MIN, MAX, ANY_VALUE -> true;
      case SUM, AVG ->
          switch (call.getType().getSqlTypeName()) {
            case SMALLINT, INTEGER, BIGINT, DECIMAL -> true;
            default -> false;
          };
      default -> false;
    };
  }

  private static AggregateCall call(SqlAggFunction function, AggregateCall like, RelDataType type) {
    return call(function, like.getArgList(), type);
  }

  private static AggregateCall call(
      SqlAggFunction function, List<Integer> arguments, RelDataType type) {
    return AggregateCall.create(
        function,
        false,
        false,
        false,
        List.of(),
        arguments,
        -1,
        null,
        RelCollations.EMPTY,
        type,
        null);
  }

  private @Nullable Keyed keyed(LogicalPlan plan) {
    if (plan instanceof LogicalPlan.Block block) {
      return block(block, false);
    } else if (plan instanceof LogicalPlan.Aggregate group) {
      return group.sets().size() == 1 && !group.isSingleRow() ? group(group) : null;
    } else if (plan instanceof LogicalPlan.Sort sort) {
      return sort.limits() && !sort.ties() ? limit(sort) : null;
    } else if (plan instanceof LogicalPlan.Window window) {
      return window(window);
    } else if (plan instanceof LogicalPlan.SetOperation set) {
      return set(set);
    }
    return null;
  }

  /**
   * Returns the keyed block.
   *
   * @param top whether other conditions on the outer row may become conditions of the join
   */
  private @Nullable Keyed block(LogicalPlan.Block block, boolean top) {
    if (block.outputs().stream().anyMatch(this::uses)) {
      return null;
    }
    int end = block.sources().stream().mapToInt(LogicalPlan.Source::end).max().orElse(0);
    List<LogicalPlan.Source> sources = new ArrayList<>();
    Map<Integer, RexNode> widened = new HashMap<>();
    List<RexNode> keys = new ArrayList<>();
    List<RexNode> conditions = new ArrayList<>();
    for (LogicalPlan.Source source : block.sources()) {
      if (source.on().stream().anyMatch(this::uses)
          || source.compared().stream().anyMatch(this::uses)
          || source.variableRow().stream().anyMatch(this::uses)) {
        return null;
      }
      if (CorrelatedFields.of(source.input(), variable).isEmpty()) {
        sources.add(source);
        continue;
      }
      if (source.type() != JoinRelType.INNER || source.variable() != null) {
        return null;
      }
      Keyed inner = keyed(source.input());
      if (inner == null) {
        return null;
      }
      int offset = end;
      sources.add(
          new LogicalPlan.Source(
              inner.plan, JoinRelType.INNER, List.of(), offset, null, List.of()));
      end += inner.plan.width();
      for (int i = 0; i < source.input().width(); i++) {
        widened.put(source.offset() + i, new RexInputRef(offset + i, type(inner.plan, i)));
      }
      List<RexNode> innerKeys = new ArrayList<>();
      for (int key : inner.keys) {
        innerKeys.add(new RexInputRef(offset + key, type(inner.plan, key)));
      }
      addConditions(inner, innerKeys, keys, conditions, block.outputs().size());
    }
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : block.conjuncts()) {
      if (!uses(conjunct)) {
        rest.add(conjunct);
      } else if (Rexes.fields(conjunct).isEmpty()) {
        conditions.add(conjunct);
      } else if (!addKey(conjunct, block.outputs().size(), keys, conditions)) {
        if (!top) {
          return null;
        }
        int width = block.outputs().size();
        RexShuttle exposing =
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                keys.add(ref);
                return new RexInputRef(width + keys.size() - 1, ref.getType());
              }
            };
        conditions.add(conjunct.accept(exposing));
      }
    }
    List<RexNode> outputs = new ArrayList<>(block.outputs());
    outputs.addAll(keys);
    RelDataTypeFactory.Builder rowType = types.builder().addAll(block.rowType().getFieldList());
    for (RexNode key : keys) {
      rowType.add("key" + rowType.getFieldCount(), key.getType());
    }
    List<RexNode> newOutputs = moved(outputs, widened);
    List<LogicalPlan.Source> moved = new ArrayList<>();
    for (LogicalPlan.Source source : sources) {
      moved.add(
          new LogicalPlan.Source(
              source.input(),
              source.type(),
              moved(source.on(), widened),
              source.offset(),
              source.variable(),
              moved(source.variableRow(), widened),
              source.mark() == null
                  ? null
                  : new LogicalPlan.Mark(moved(source.compared(), widened), source.mark().type())));
    }
    List<Integer> positions =
        IntStream.range(block.outputs().size(), outputs.size()).boxed().toList();
    return new Keyed(
        new LogicalPlan.Block(moved, moved(rest, widened), newOutputs, rowType.build()),
        positions,
        conditions);
  }

  private static List<RexNode> moved(List<RexNode> nodes, Map<Integer, RexNode> fields) {
    return fields.isEmpty() ? nodes : moved(nodes, ref -> fields.getOrDefault(ref.getIndex(), ref));
  }

  /** Adds the conditions of a source, whose keys become keys of the block. */
  private static void addConditions(
      Keyed inner,
      List<RexNode> innerKeys,
      List<RexNode> keys,
      List<RexNode> conditions,
      int width) {
    Map<Integer, RexNode> places = new HashMap<>();
    for (int i = 0; i < innerKeys.size(); i++) {
      places.put(
          inner.keys.get(i), new RexInputRef(width + keys.size(), innerKeys.get(i).getType()));
      keys.add(innerKeys.get(i));
    }
    conditions.addAll(moved(inner.conditions, places));
  }

  /** Adds the key of an equality of an inner expression with an outer one. */
  private boolean addKey(
      RexNode conjunct, int width, List<RexNode> keys, List<RexNode> conditions) {
    if (conjunct.getKind() != SqlKind.EQUALS) {
      return false;
    }
    List<RexNode> operands = ((RexCall) conjunct).getOperands();
    for (int i = 0; i < 2; i++) {
      RexNode own = operands.get(i);
      RexNode outer = operands.get(1 - i);
      if (!uses(own) && uses(outer) && Rexes.fields(outer).isEmpty()) {
        RexNode key = new RexInputRef(width + keys.size(), own.getType());
        keys.add(own);
        conditions.add(
            ((RexCall) conjunct)
                .clone(conjunct.getType(), i == 0 ? List.of(key, outer) : List.of(outer, key)));
        return true;
      }
    }
    return false;
  }

  private @Nullable Keyed group(LogicalPlan.Aggregate group) {
    Keyed keyed = keyed(group.input());
    if (keyed == null || !group.calls().stream().allMatch(Decorrelator::isInfallible)) {
      return null;
    }
    int fields = group.fields().size();
    List<Integer> groupFields = new ArrayList<>(group.fields());
    groupFields.addAll(keyed.keys);
    RelDataTypeFactory.Builder rowType = types.builder();
    List<RelDataTypeField> before = group.rowType().getFieldList();
    rowType.addAll(before.subList(0, fields));
    for (int key : keyed.keys) {
      rowType.add("key" + rowType.getFieldCount(), type(keyed.plan, key));
    }
    rowType.addAll(before.subList(fields, before.size()));
    LogicalPlan grouped =
        new LogicalPlan.Aggregate(keyed.plan, groupFields, group.calls(), rowType.build());
    return keysLast(grouped, group.rowType(), fields, keyed);
  }

  private @Nullable Keyed limit(LogicalPlan.Sort sort) {
    Keyed keyed = keyed(sort.input());
    if (keyed == null
        || !(sort.fetch() instanceof RexLiteral fetch)
        || sort.offset() != null && !(sort.offset() instanceof RexLiteral)) {
      return null;
    }
    RelDataType bigint = types.createSqlType(SqlTypeName.BIGINT);
    LogicalPlan.WindowCall number =
        new LogicalPlan.WindowCall(
            call(SqlStdOperatorTable.ROW_NUMBER, List.of(), bigint),
            keyed.keys,
            sort.collations(),
            WindowFrame.ALL);
    int width = keyed.plan.width();
    RelDataType numbered =
        types.builder().addAll(keyed.plan.rowType().getFieldList()).add("number", bigint).build();
    LogicalPlan window = new LogicalPlan.Window(keyed.plan, List.of(number), numbered);
    RexNode reference = new RexInputRef(width, bigint);
    List<RexNode> conjuncts = new ArrayList<>();
    BigDecimal skipped =
        sort.offset() instanceof RexLiteral offset ? value(offset) : BigDecimal.ZERO;
    if (skipped.signum() > 0) {
      conjuncts.add(
          rex.makeCall(
              SqlStdOperatorTable.GREATER_THAN, reference, rex.makeExactLiteral(skipped, bigint)));
    }
    conjuncts.add(
        rex.makeCall(
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            reference,
            rex.makeExactLiteral(skipped.add(value(fetch)), bigint)));
    List<RexNode> outputs = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      outputs.add(new RexInputRef(i, type(keyed.plan, i)));
    }
    LogicalPlan limited =
        new LogicalPlan.Block(
            List.of(
                new LogicalPlan.Source(window, JoinRelType.INNER, List.of(), 0, null, List.of())),
            conjuncts,
            outputs,
            keyed.plan.rowType());
    return new Keyed(limited, keyed.keys, keyed.conditions);
  }

  private static BigDecimal value(RexLiteral literal) {
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    return value == null ? BigDecimal.ZERO : value;
  }

  private @Nullable Keyed window(LogicalPlan.Window window) {
    Keyed keyed = keyed(window.input());
    if (keyed == null) {
      return null;
    }
    int before = window.input().width();
    List<LogicalPlan.WindowCall> calls = new ArrayList<>();
    for (LogicalPlan.WindowCall call : window.calls()) {
      List<Integer> partition = new ArrayList<>(call.partition());
      partition.addAll(keyed.keys);
      calls.add(new LogicalPlan.WindowCall(call.call(), partition, call.order(), call.frame()));
    }
    RelDataTypeFactory.Builder rowType =
        types.builder().addAll(keyed.plan.rowType().getFieldList());
    rowType.addAll(
        window.rowType().getFieldList().subList(before, window.rowType().getFieldCount()));
    LogicalPlan wider = new LogicalPlan.Window(keyed.plan, calls, rowType.build());
    return keysLast(wider, window.rowType(), before, keyed);
  }

  /**
   * Moves the keys behind the other fields of a plan.
   *
   * @param rowType of the fields without the keys
   * @param at index of the first key in the plan
   */
  private Keyed keysLast(LogicalPlan plan, RelDataType rowType, int at, Keyed keyed) {
    int count = keyed.keys.size();
    int width = rowType.getFieldCount();
    List<RexNode> outputs = new ArrayList<>();
    RelDataTypeFactory.Builder all = types.builder().addAll(rowType.getFieldList());
    for (int i = 0; i < width; i++) {
      int field = i < at ? i : i + count;
      outputs.add(new RexInputRef(field, type(plan, field)));
    }
    List<Integer> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(outputs.size());
      outputs.add(new RexInputRef(at + i, type(plan, at + i)));
      all.add("key" + i, type(plan, at + i));
    }
    LogicalPlan ordered =
        new LogicalPlan.Block(
            List.of(new LogicalPlan.Source(plan, JoinRelType.INNER, List.of(), 0, null, List.of())),
            List.of(),
            outputs,
            all.build());
    return new Keyed(ordered, keys, moved(keyed.conditions, keyed.keys, width));
  }

  private @Nullable Keyed set(LogicalPlan.SetOperation set) {
    List<Keyed> all = new ArrayList<>();
    for (LogicalPlan input : set.inputs()) {
      Keyed keyed = keyed(input);
      if (keyed == null || keyed.keys.isEmpty() || !all.isEmpty() && !isAlike(keyed, all.get(0))) {
        return null;
      }
      all.add(keyed);
    }
    RelDataTypeFactory.Builder rowType = types.builder().addAll(set.rowType().getFieldList());
    for (int key : all.get(0).keys) {
      RelDataType common =
          types.leastRestrictive(all.stream().map(keyed -> type(keyed.plan, key)).toList());
      if (common == null) {
        return null;
      }
      rowType.add("key" + key, common);
    }
    LogicalPlan combined =
        new LogicalPlan.SetOperation(
            set.kind(), set.all(), all.stream().map(Keyed::plan).toList(), rowType.build());
    return new Keyed(combined, all.get(0).keys, all.get(0).conditions);
  }

  /** Whether two plans have the same conditions, with keys of the same types but for lengths. */
  private static boolean isAlike(Keyed a, Keyed b) {
    if (!a.keys.equals(b.keys) || a.conditions.size() != b.conditions.size()) {
      return false;
    }
    for (int i = 0; i < a.conditions.size(); i++) {
      if (!a.conditions.get(i).toString().equals(b.conditions.get(i).toString())) {
        return false;
      }
    }
    return a.keys.stream()
        .allMatch(
            key -> {
              RelDataType x = type(a.plan, key);
              RelDataType y = type(b.plan, key);
              return x.getSqlTypeName() == y.getSqlTypeName()
                  && x.getScale() == y.getScale()
                  && CollatedType.collation(x) == CollatedType.collation(y);
            });
  }

  /** Returns conditions whose keys have moved to consecutive fields. */
  private static List<RexNode> moved(List<RexNode> conditions, List<Integer> keys, int first) {
    return moved(
        conditions, ref -> new RexInputRef(first + keys.indexOf(ref.getIndex()), ref.getType()));
  }

  /** Returns expressions over other fields, whose types may differ. */
  private static List<RexNode> moved(
      List<RexNode> nodes, Function<RexInputRef, RexNode> replacement) {
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return replacement.apply(ref);
          }
        };
    return nodes.stream().map(node -> node.accept(shuttle)).toList();
  }

  private static RelDataType type(LogicalPlan plan, int field) {
    return plan.rowType().getFieldList().get(field).getType();
  }

  private boolean uses(RexNode node) {
    BitSet fields = new BitSet();
    Rexes.addVariableFields(node, variable, fields);
    return !fields.isEmpty();
  }
}
