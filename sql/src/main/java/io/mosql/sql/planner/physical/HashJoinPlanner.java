package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.expression.Infallibility;
import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Plans joins over a buffered right side: hash joins where conditions equate an expression of the
 * left side with one of the right, else nested-loop joins. Keys that are not fields, or whose equal
 * values may be different objects (numbers of different types), are computed as additional fields
 * and removed after the join.
 */
final class HashJoinPlanner {
  private final PlanContext context;

  HashJoinPlanner(PlanContext context) {
    this.context = context;
  }

  /** One side of a join, with the keys computed for it. */
  private static final class Side {
    final PlanNode input;
    final int width;
    final List<RexNode> computed = new ArrayList<>();
    final List<Integer> keys = new ArrayList<>();

    Side(PlanNode input) {
      this.input = input;
      this.width = input.rowType().getFieldCount();
    }

    void addKey(RexNode key) {
      if (key instanceof RexInputRef ref) {
        keys.add(ref.getIndex());
      } else {
        keys.add(width + computed.size());
        computed.add(key);
      }
    }
  }

  /** An equality of an expression of the left row and one of the right row. */
  record Equality(RexNode left, RexNode right) {}

  /**
   * Plans the join.
   *
   * @param on conditions over left fields, then right fields
   */
  PlanNode join(PlanNode left, PlanNode right, JoinRelType type, List<RexNode> on, double rows) {
    Side leftSide = new Side(left);
    Side rightSide = new Side(right);
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : on) {
      Equality keys = keys(conjunct, leftSide.width);
      if (keys == null) {
        rest.add(conjunct);
      } else {
        leftSide.addKey(keys.left);
        rightSide.addKey(keys.right);
      }
    }
    RelDataType rowType = rowType(left.rowType(), right.rowType(), type);
    if (leftSide.keys.isEmpty()) {
      List<PlanNode.DisjunctiveJoin.Keys> alternatives = alternatives(on, leftSide.width, type);
      if (!alternatives.isEmpty()) {
        return new PlanNode.DisjunctiveJoin(
            left,
            right,
            alternatives,
            type,
            RexUtil.composeConjunction(context.rex(), on),
            rowType,
            rows);
      }
    }
    int added = leftSide.computed.size();
    List<RexNode> shifted =
        added == 0
            ? rest
            : Rexes.replaceFields(
                rest,
                i ->
                    new RexInputRef(i < leftSide.width ? i : i + added, fieldType(left, right, i)));
    PlanNode extendedLeft = extended(leftSide);
    PlanNode extendedRight = extended(rightSide);
    PlanNode join =
        new PlanNode.Join(
            extendedLeft,
            extendedRight,
            leftSide.keys,
            rightSide.keys,
            List.of(),
            type,
            shifted.isEmpty() ? null : RexUtil.composeConjunction(context.rex(), shifted),
            rowType(extendedLeft.rowType(), extendedRight.rowType(), type),
            rows);
    return added + rightSide.computed.size() == 0 ? join : narrowed(join, leftSide, rowType);
  }

  private static RelDataType fieldType(PlanNode left, PlanNode right, int field) {
    int leftWidth = left.rowType().getFieldCount();
    return field < leftWidth
        ? left.rowType().getFieldList().get(field).getType()
        : right.rowType().getFieldList().get(field - leftWidth).getType();
  }

  private PlanNode extended(Side side) {
    if (side.computed.isEmpty()) {
      return side.input;
    }
    RelDataTypeFactory.Builder rowType =
        context.types().builder().addAll(side.input.rowType().getFieldList());
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < side.width; i++) {
      expressions.add(CostedPlan.ref(side.input.rowType(), i));
    }
    for (RexNode key : side.computed) {
      rowType.add("key" + expressions.size(), key.getType());
      expressions.add(key);
    }
    return new PlanNode.Project(side.input, expressions, rowType.build());
  }

  /** Removes the computed keys from the join's rows. */
  private static PlanNode narrowed(PlanNode join, Side left, RelDataType rowType) {
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      int field = i < left.width ? i : i + left.computed.size();
      expressions.add(CostedPlan.ref(join.rowType(), field));
    }
    return new PlanNode.Project(join, expressions, rowType);
  }

  /** Whether any of the conditions can be a hash key. */
  boolean hasKeys(List<RexNode> on, int leftWidth) {
    return on.stream().anyMatch(conjunct -> keys(conjunct, leftWidth) != null);
  }

  /** Whether any of the conditions can be a hash key, or is an OR of hash keys. */
  boolean hasKeys(List<RexNode> on, int leftWidth, JoinRelType type) {
    return hasKeys(on, leftWidth) || !alternatives(on, leftWidth, type).isEmpty();
  }

  /**
   * Whether any of the conditions can be a hash key, or is an OR of hash keys.
   *
   * @param left fields of one side
   * @param right fields of the other side
   */
  boolean isKeyed(List<RexNode> on, BitSet left, BitSet right, JoinRelType type) {
    if (on.stream().anyMatch(conjunct -> isKey(conjunct, left, right, false))) {
      return true;
    }
    return on.stream().anyMatch(conjunct -> conjunct.getKind() == SqlKind.OR)
        && !alternatives(sides(on, left, right), width(left, right), type).isEmpty();
  }

  /**
   * Whether the condition equates values of both sides that can be hashed.
   *
   * @param constant whether the value of the left side may be a constant
   */
  boolean isKey(RexNode conjunct, BitSet left, BitSet right, boolean constant) {
    return conjunct.getKind() == SqlKind.EQUALS
        && JoinOrderSearch.isSubset(Rexes.fields(conjunct), union(left, right))
        && keys(sides(List.of(conjunct), left, right).get(0), width(left, right), constant) != null;
  }

  private static int width(BitSet left, BitSet right) {
    return Math.max(left.length(), right.length());
  }

  private static BitSet union(BitSet one, BitSet other) {
    BitSet union = (BitSet) one.clone();
    union.or(other);
    return union;
  }

  /** Returns the conditions with the fields of the right side behind all of the left one. */
  private static List<RexNode> sides(List<RexNode> on, BitSet left, BitSet right) {
    int width = width(left, right);
    List<RexNode> moved = new ArrayList<>();
    for (RexNode conjunct : on) {
      moved.add(
          conjunct.accept(
              new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                  return left.get(ref.getIndex())
                      ? ref
                      : new RexInputRef(ref.getIndex() + width, ref.getType());
                }
              }));
    }
    return moved;
  }

  /** Returns the hash keys of each branch of an OR, or nothing if there is no such OR. */
  private List<PlanNode.DisjunctiveJoin.Keys> alternatives(
      List<RexNode> on, int leftWidth, JoinRelType type) {
    boolean possible =
        switch (type) {
          case INNER, LEFT, SEMI, ANTI -> true;
          default -> false;
        };
    if (possible && on.stream().allMatch(Rexes::isDeterministic)) {
      for (RexNode conjunct : on) {
        List<PlanNode.DisjunctiveJoin.Keys> alternatives = alternatives(conjunct, leftWidth);
        if (!alternatives.isEmpty()) {
          return alternatives;
        }
      }
    }
    return List.of();
  }

  private List<PlanNode.DisjunctiveJoin.Keys> alternatives(RexNode conjunct, int leftWidth) {
    if (conjunct.getKind() != SqlKind.OR) {
      return List.of();
    }
    List<PlanNode.DisjunctiveJoin.Keys> alternatives = new ArrayList<>();
    for (RexNode branch : RelOptUtil.disjunctions(conjunct)) {
      List<RexNode> left = new ArrayList<>();
      List<RexNode> right = new ArrayList<>();
      for (RexNode part : Rexes.conjunctions(branch)) {
        Equality keys = keys(part, leftWidth);
        if (keys != null
            && Infallibility.neverFails(keys.left)
            && Infallibility.neverFails(keys.right)) {
          left.add(keys.left);
          right.add(keys.right);
        }
      }
      if (left.isEmpty()) {
        return List.of();
      }
      alternatives.add(new PlanNode.DisjunctiveJoin.Keys(left, right));
    }
    return alternatives;
  }

  /**
   * Returns the hash keys of a condition, over the left row and over the right row; null when it is
   * no equality of values that can be hashed.
   *
   * @param conjunct over left fields, then right fields
   */
  @Nullable Equality keys(RexNode conjunct, int leftWidth) {
    return keys(conjunct, leftWidth, false);
  }

  /**
   * Returns hash keys as {@link #keys(RexNode, int)} does.
   *
   * @param constant whether the key of the left row may be a constant
   */
  @Nullable Equality keys(RexNode conjunct, int leftWidth, boolean constant) {
    Equality equality = equality(conjunct, leftWidth, constant);
    RelDataType common = equality == null ? null : commonType(equality);
    return equality == null || common == null
        ? null
        : new Equality(key(equality.left, common), key(equality.right, common));
  }

  private @Nullable Equality equality(RexNode conjunct, int leftWidth, boolean constant) {
    boolean loops = context.methods().join() == PlannerMethods.JoinMethod.LOOPS;
    if (loops || conjunct.getKind() != SqlKind.EQUALS) {
      return null;
    }
    RexNode a = ((RexCall) conjunct).getOperands().get(0);
    RexNode b = ((RexCall) conjunct).getOperands().get(1);
    if (!Rexes.isDeterministic(conjunct)) {
      return null;
    }
    BitSet aFields = Rexes.fields(a);
    BitSet bFields = Rexes.fields(b);
    if (!constant && (aFields.isEmpty() || bFields.isEmpty())) {
      return null;
    }
    if (aFields.length() <= leftWidth && bFields.nextSetBit(0) >= leftWidth) {
      return new Equality(a, toRight(b, leftWidth));
    } else if (bFields.length() <= leftWidth && aFields.nextSetBit(0) >= leftWidth) {
      return new Equality(b, toRight(a, leftWidth));
    }
    return null;
  }

  private static RexNode toRight(RexNode node, int leftWidth) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() - leftWidth, ref.getType());
          }
        });
  }

  /** Returns the type in which equal values are equal objects, or null when there is none. */
  private @Nullable RelDataType commonType(Equality equality) {
    RelDataType a = equality.left.getType();
    RelDataType b = equality.right.getType();
    if (hashesAlike(a, b)) {
      return a;
    }
    RelDataType common = context.types().leastRestrictive(List.of(a, b));
    return common == null || common.getSqlTypeName() == SqlTypeName.ANY ? null : common;
  }

  private RexNode key(RexNode node, RelDataType common) {
    return hashesAlike(node.getType(), common)
        ? node
        : context
            .rex()
            .makeAbstractCast(
                context.types().createTypeWithNullability(common, node.getType().isNullable()),
                node,
                false);
  }

  private static boolean hashesAlike(RelDataType a, RelDataType b) {
    if (a.getSqlTypeName().getFamily() == SqlTypeFamily.CHARACTER) {
      return b.getSqlTypeName().getFamily() == SqlTypeFamily.CHARACTER;
    }
    if (isSmall(a) && isSmall(b)) {
      return true;
    }
    return a.getSqlTypeName() == b.getSqlTypeName() && a.getScale() == b.getScale();
  }

  private static boolean isSmall(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.SMALLINT
        || type.getSqlTypeName() == SqlTypeName.INTEGER;
  }

  /** Returns the left fields, followed by the right ones unless the join returns left rows only. */
  RelDataType rowType(RelDataType left, RelDataType right, JoinRelType type) {
    if (!type.projectsRight()) {
      return left;
    }
    RelDataTypeFactory.Builder builder = context.types().builder();
    for (RelDataTypeField field : left.getFieldList()) {
      builder.add(field.getName(), nullable(field.getType(), type.generatesNullsOnLeft()));
    }
    for (RelDataTypeField field : right.getFieldList()) {
      builder.add(field.getName(), nullable(field.getType(), type.generatesNullsOnRight()));
    }
    return builder.build();
  }

  /** Returns the left fields, followed by the mark of a mark join. */
  RelDataType markedType(RelDataType left, RelDataType mark) {
    return context.types().builder().addAll(left.getFieldList()).add("mark", mark).build();
  }

  private RelDataType nullable(RelDataType type, boolean nullable) {
    return nullable ? context.types().createTypeWithNullability(type, true) : type;
  }
}
