package io.mosql.sql.planner.validate;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.query.UsingColumns;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.rewrite.ScopedJoinCondition;
import io.mosql.sql.planner.rewrite.SqlNodeFinder;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import io.mosql.sql.planner.schema.DuplicateColumns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.JoinScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the merged columns of joins with USING and NATURAL. Calcite supports them only in the
 * select list of a join of two tables; here such a join becomes one with ON, and each name of a
 * merged column is replaced by its expression:
 *
 * <pre>
 * a JOIN b USING (k)        a.k                  a LEFT JOIN b USING (k)    a.k
 * a RIGHT JOIN b USING (k)  b.k                  a FULL JOIN b USING (k)    COALESCE(a.k, b.k)
 * </pre>
 *
 * For nested joins the expression of the inner join is used, so chains of joins compare columns as
 * in the standard. Also resolves names in ORDER BY that several outputs share. One per statement;
 * changes the tree in place after the validator has resolved the columns of the joined relations.
 */
final class UsingJoinColumns {
  private final SqlValidatorImpl validator;
  private final Map<SqlNode, Columns> joins = new IdentityHashMap<>();
  private final Map<SqlNode, Columns> selects = new IdentityHashMap<>();

  /** The columns visible to join conditions. */
  private final Map<SqlNode, Columns> conditions = new IdentityHashMap<>();

  /** The columns of a FROM clause that are visible to LATERAL while the clause is validated. */
  private final Map<SqlNode, Columns> before = new IdentityHashMap<>();

  UsingJoinColumns(SqlValidatorImpl validator) {
    this.validator = validator;
  }

  /**
   * A column that an unqualified name may refer to.
   *
   * @param value qualified expression of the column
   * @param type nullable; merged columns have their common type
   * @param common whether it is a merged column
   */
  private record Column(String name, SqlNode value, RelDataType type, boolean common) {}

  /**
   * The columns of a FROM clause or of a part of it.
   *
   * @param all in the order of {@code SELECT *}
   * @param named the merged columns of joins {@code USING (..) AS name}
   */
  private record Columns(List<Column> all, Map<String, List<Column>> named) {
    static final Columns NONE = new Columns(List.of(), Map.of());

    boolean isPlain() {
      return named.isEmpty() && all.stream().noneMatch(Column::common);
    }

    List<Column> of(String name) {
      return all.stream().filter(column -> column.name.equals(name)).toList();
    }

    /** Returns the columns of other tables, whose names are to be replaced by their expressions. */
    Columns without(Set<String> tables) {
      List<Column> others = new ArrayList<>();
      for (Column column : all) {
        if (!names(column.value, tables)) {
          others.add(new Column(column.name, column.value, column.type, true));
        }
      }
      return new Columns(others, named);
    }
  }

  /** Whether an expression refers to one of the tables. */
  private static boolean names(SqlNode value, Set<String> tables) {
    return SqlNodeFinder.hasName(value, id -> tables.contains(id.names.get(0)));
  }

  /** Whether the condition of a join has been created. */
  boolean hasCondition(SqlJoin join) {
    return joins.containsKey(join);
  }

  /** Whether names in a query may refer to merged columns or to several outputs. */
  boolean appliesTo(SqlSelect select) {
    return select.getFrom() instanceof SqlJoin
        || !joins.isEmpty()
        || select.getOrderList() != null && (hasDoubles(select) || hasOrderedExpression(select));
  }

  private static boolean hasOrderedExpression(SqlSelect select) {
    return select.getSelectList().stream().anyMatch(item -> item.getKind() == SqlKind.AS)
        && Objects.requireNonNull(select.getOrderList()).stream()
            .anyMatch(item -> NameReplacement.key(item) instanceof SqlCall);
  }

  private static boolean hasDoubles(SqlSelect select) {
    Set<String> names = new HashSet<>();
    for (SqlNode item : select.getSelectList()) {
      String alias = isStar(item) ? "" : SqlValidatorUtil.alias(item);
      if (alias != null && (alias.isEmpty() || !names.add(alias))) {
        return true;
      }
    }
    return false;
  }

  /** Records the validated left side of a join, whose columns LATERAL on the right may refer to. */
  void left(SqlJoin join, SqlValidatorScope inside) {
    SqlValidatorScope outer = inside;
    while (outer instanceof JoinScope within) {
      outer = within.getUsingScope();
    }
    if (outer instanceof SelectScope around) {
      before.put(around.getNode(), columns(join.getLeft()));
    }
  }

  /**
   * Processes a join with validated sides and sets its condition.
   *
   * @param inside scope of the condition
   */
  void join(SqlJoin join, JoinScope inside) {
    Columns left = columns(join.getLeft());
    Columns right = columns(join.getRight());
    Map<String, List<Column>> named = new HashMap<>(left.named);
    named.putAll(right.named);
    List<SqlIdentifier> names = names(join, left, right);
    List<Column> all = new ArrayList<>();
    List<SqlNode> equalities = new ArrayList<>();
    for (SqlIdentifier id : names) {
      String name = id.getSimple();
      Column l = only(id, left, "left");
      Column r = only(id, right, "right");
      SqlParserPos pos = id.getParserPosition();
      equalities.add(
          SqlStdOperatorTable.EQUALS.createCall(pos, copy(l.value, pos), copy(r.value, pos)));
      all.add(merged(join.getJoinType(), l, r, name, pos));
    }
    if (join.getCondition() instanceof UsingColumns using && using.alias() != null) {
      named.put(using.alias().getSimple(), List.copyOf(all));
    }
    for (Columns side : List.of(left, right)) {
      for (Column column : side.all) {
        if (names.stream().noneMatch(id -> id.getSimple().equals(column.name))) {
          all.add(column);
        }
      }
    }
    Columns both = new Columns(all, named);
    conditions.put(join, both);
    if (join.isNatural() || join.getConditionType() == JoinConditionType.USING) {
      on(join, equalities);
    } else if (join.getCondition() != null) {
      condition(join, both, inside);
    }
    joins.put(join, both);
  }

  private void condition(SqlJoin join, Columns both, JoinScope inside) {
    SqlNode condition = Objects.requireNonNull(join.getCondition());
    if (ScopedJoinCondition.isOne(condition)) {
      ScopedJoinCondition partial = ScopedJoinCondition.of(condition);
      Columns seen = both.without(partial.hidden());
      conditions.put(join, seen);
      join.setOperand(5, qualified(partial, seen, both, inside));
      return;
    }
    SqlNode first = condition.getKind() == SqlKind.AND ? ((SqlCall) condition).operand(0) : null;
    if (first != null && ScopedJoinCondition.isOne(first)) {
      ScopedJoinCondition partial = ScopedJoinCondition.of(first);
      Columns seen = both.without(partial.hidden());
      ((SqlCall) condition).setOperand(0, qualified(partial, seen, both, inside));
    }
    if (!both.isPlain()) {
      join.setOperand(5, condition.accept(new Names(List.of(both))));
    }
  }

  /**
   * Returns a condition with visible column names qualified; names of hidden tables refer to an
   * outer query or are unresolved.
   */
  private static SqlNode qualified(
      ScopedJoinCondition partial, Columns seen, Columns both, JoinScope inside) {
    return new Names(List.of(seen)) {
      @Override
      public @Nullable SqlNode visit(SqlIdentifier id) {
        boolean hidden =
            id.isSimple()
                ? seen.of(id.getSimple()).isEmpty() && !both.of(id.getSimple()).isEmpty()
                : partial.hidden().contains(id.names.get(0));
        return hidden ? inside.getParent().fullyQualify(id).identifier : super.visit(id);
      }
    }.in(partial.condition());
  }

  private static void on(SqlJoin join, List<SqlNode> equalities) {
    SqlParserPos pos = join.getParserPosition();
    SqlNode condition =
        equalities.isEmpty()
            ? SqlLiteral.createBoolean(true, pos)
            : SyntaxTreeRewrite.balanced(
                SqlStdOperatorTable.AND, equalities, 0, equalities.size(), pos);
    join.setOperand(1, SqlLiteral.createBoolean(false, pos));
    join.setOperand(4, JoinConditionType.ON.symbol(pos));
    join.setOperand(5, condition);
  }

  private List<SqlIdentifier> names(SqlJoin join, Columns left, Columns right) {
    List<SqlIdentifier> names = new ArrayList<>();
    if (join.isNatural()) {
      if (join.getCondition() != null) {
        return List.of();
      }
      SqlParserPos pos = join.isNaturalNode().getParserPosition();
      Set<String> others = new HashSet<>();
      right.all.forEach(column -> others.add(column.name));
      Set<String> seen = new HashSet<>();
      for (Column column : left.all) {
        if (others.contains(column.name) && seen.add(column.name)) {
          names.add(new SqlIdentifier(column.name, pos));
        }
      }
    } else if (join.getConditionType() == JoinConditionType.USING) {
      Set<String> seen = new HashSet<>();
      for (SqlNode node : (SqlNodeList) Objects.requireNonNull(join.getCondition())) {
        SqlIdentifier id = (SqlIdentifier) node;
        if (!seen.add(id.getSimple())) {
          throw PlanErrors.at(
              SqlErrorMessage.DUPLICATE_USING_COLUMN, id.getParserPosition(), id.getSimple());
        }
        names.add(id);
      }
    }
    return names;
  }

  private static Column only(SqlIdentifier id, Columns side, String which) {
    List<Column> found = side.of(id.getSimple());
    if (found.isEmpty()) {
      throw PlanErrors.at(
          SqlErrorMessage.UNDEFINED_USING_COLUMN, id.getParserPosition(), id.getSimple(), which);
    }
    if (found.size() > 1) {
      throw PlanErrors.at(
          SqlErrorMessage.AMBIGUOUS_USING_COLUMN, id.getParserPosition(), id.getSimple(), which);
    }
    return found.get(0);
  }

  /** Merges two columns; the type is the one that COALESCE has, for every join type. */
  private Column merged(JoinType type, Column left, Column right, String name, SqlParserPos pos) {
    Column first = type == JoinType.RIGHT ? right : left;
    Column second = type == JoinType.RIGHT ? left : right;
    RelDataType common =
        validator.getTypeFactory().leastRestrictive(List.of(first.type, second.type));
    if (first.type.equals(common) && type != JoinType.FULL) {
      return new Column(name, first.value, common, true);
    }
    if (second.type.equals(common) && type == JoinType.INNER) {
      return new Column(name, second.value, common, true);
    }
    SqlNode value =
        SqlStdOperatorTable.COALESCE.createCall(
            pos, copy(first.value, pos), copy(second.value, pos));
    return new Column(name, value, common == null ? first.type : common, true);
  }

  private Columns columns(SqlNode from) {
    if (from instanceof SqlJoin) {
      return Objects.requireNonNull(joins.get(from), "a join that is not validated");
    }
    String alias = SqlValidatorUtil.alias(from);
    if (alias == null) {
      return Columns.NONE;
    }
    List<Column> all = new ArrayList<>();
    Objects.requireNonNull(validator.getNamespace(from), alias)
        .getRowType()
        .getFieldList()
        .forEach(
            field ->
                all.add(
                    new Column(
                        DuplicateColumns.name(field.getName()),
                        new SqlIdentifier(List.of(alias, field.getName()), SqlParserPos.ZERO),
                        validator.getTypeFactory().createTypeWithNullability(field.getType(), true),
                        false)));
    return new Columns(all, Map.of());
  }

  /** Processes a query of which only the FROM clause is validated. */
  void select(SqlSelect select) {
    Columns own = select.getFrom() == null ? Columns.NONE : columns(select.getFrom());
    selects.put(select, own);
    List<Columns> visible = new ArrayList<>(List.of(own));
    addOuter(validator.getRawSelectScope(select), visible);
    if (!own.isPlain()) {
      expandStars(select, own);
    }
    if (visible.stream().anyMatch(columns -> !columns.isPlain())) {
      new Names(visible).inQuery(select);
    }
    if (select.getOrderList() != null) {
      resolveDoubles(select, own);
      resolveInputs(select, own);
    }
  }

  /** Resolves names within expressions of ORDER BY first as columns, then as outputs. */
  private static void resolveInputs(SqlSelect select, Columns own) {
    SqlNodeList order = Objects.requireNonNull(select.getOrderList());
    List<Column> inputs = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      List<Column> found =
          item.getKind() == SqlKind.AS
              ? own.of(Objects.requireNonNull(SqlValidatorUtil.alias(item)))
              : List.of();
      if (found.size() == 1) {
        Column column = found.get(0);
        inputs.add(new Column(column.name, column.value, column.type, true));
      }
    }
    Names names = new Names(List.of(new Columns(inputs, Map.of())));
    for (int i = 0; !inputs.isEmpty() && i < order.size(); i++) {
      if (NameReplacement.key(order.get(i)) instanceof SqlCall) {
        order.set(i, names.in(order.get(i)));
      }
    }
  }

  /**
   * Processes expressions outside of a SELECT: rows of VALUES, or arguments of a function in FROM.
   *
   * @param calls calls whose operands are processed
   */
  void operands(List<? extends SqlNode> calls, SqlValidatorScope scope) {
    List<Columns> visible = new ArrayList<>();
    add(scope, visible);
    addOuter(scope, visible);
    if (visible.stream().allMatch(Columns::isPlain)) {
      return;
    }
    Names names = new Names(visible);
    for (SqlNode node : calls) {
      if (node instanceof SqlCall call) {
        names.inOperands(call);
      }
    }
  }

  private void addOuter(@Nullable SqlValidatorScope scope, List<Columns> visible) {
    SqlValidatorScope outer = scope;
    while (outer instanceof DelegatingScope inner) {
      outer = inner.getParent();
      add(outer, visible);
    }
  }

  private void add(@Nullable SqlValidatorScope scope, List<Columns> visible) {
    Columns columns = null;
    if (scope instanceof SelectScope select) {
      columns = selects.get(select.getNode());
    } else if (scope instanceof JoinScope join) {
      columns = conditions.get(join.getNode());
    } else if (scope instanceof ListScope lateral
        && lateral.getNode() instanceof SqlSelect select) {
      columns = before.get(select);
    }
    boolean repeated =
        columns != null && !visible.isEmpty() && columns.equals(visible.get(visible.size() - 1));
    if (columns != null && !repeated) {
      visible.add(columns);
    }
  }

  private static boolean isStar(SqlNode item) {
    return item instanceof SqlIdentifier id && id.isStar();
  }

  private static void expandStars(SqlSelect select, Columns own) {
    List<SqlNode> items = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      List<Column> all = null;
      if (isStar(item)) {
        SqlIdentifier star = (SqlIdentifier) item;
        all =
            star.names.size() == 1
                ? own.all
                : star.names.size() == 2 ? own.named.get(star.names.get(0)) : null;
      }
      if (all == null) {
        items.add(item);
      } else {
        for (Column column : all) {
          items.add(output(column, item.getParserPosition()));
        }
      }
    }
    select.setSelectList(new SqlNodeList(items, select.getSelectList().getParserPosition()));
  }

  private static SqlNode output(Column column, SqlParserPos pos) {
    SqlNode value = copy(column.value, pos);
    return column.name.equals(SqlValidatorUtil.alias(value))
        ? value
        : SqlStdOperatorTable.AS.createCall(pos, value, new SqlIdentifier(column.name, pos));
  }

  /** Resolves duplicate output names in ORDER BY, which are allowed for equal expressions. */
  private static void resolveDoubles(SqlSelect select, Columns own) {
    SqlNodeList order = Objects.requireNonNull(select.getOrderList());
    for (int i = 0; i < order.size(); i++) {
      if (NameReplacement.key(order.get(i)) instanceof SqlIdentifier id && id.isSimple()) {
        List<SqlNode> outputs = outputs(select, own, id.getSimple());
        if (outputs.size() > 1
            && outputs.stream()
                .allMatch(output -> output.equalsDeep(outputs.get(0), Litmus.IGNORE))) {
          order.set(i, keyed(order.get(i), copy(outputs.get(0), id.getParserPosition())));
        }
      }
    }
  }

  private static SqlNode keyed(SqlNode item, SqlNode key) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall direction = (SqlCall) item;
        yield direction
            .getOperator()
            .createCall(item.getParserPosition(), keyed(direction.operand(0), key));
      }
      default -> key;
    };
  }

  /** Returns the qualified expressions of the outputs with a name. */
  private static List<SqlNode> outputs(SqlSelect select, Columns own, String name) {
    List<SqlNode> outputs = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (isStar(item)) {
        SqlIdentifier star = (SqlIdentifier) item;
        for (Column column : own.of(name)) {
          if (star.names.size() == 1
              || column.value instanceof SqlIdentifier id
                  && id.names.get(0).equals(star.names.get(star.names.size() - 2))) {
            outputs.add(column.value);
          }
        }
      } else if (name.equals(SqlValidatorUtil.alias(item))) {
        SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
        List<Column> found =
            value instanceof SqlIdentifier id && id.isSimple() ? own.of(id.getSimple()) : List.of();
        outputs.add(found.size() == 1 ? found.get(0).value : value);
      }
    }
    return outputs;
  }

  private static SqlNode copy(SqlNode value, SqlParserPos pos) {
    SqlNode copy =
        value.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                return id.clone(pos);
              }

              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copied);
                return copied.result();
              }
            });
    return Objects.requireNonNull(copy);
  }

  /** Replaces names of merged columns by their expressions. */
  private static class Names extends NameReplacement {
    private final List<Columns> visible;

    /**
     * Creates a replacement.
     *
     * @param visible columns of the query and of outer queries, innermost first
     */
    Names(List<Columns> visible) {
      this.visible = visible;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier id) {
      if (id.isStar() || id.names.size() > 2) {
        return id;
      }
      for (Columns columns : visible) {
        List<Column> found;
        if (id.isSimple()) {
          found = columns.of(id.getSimple());
        } else {
          found =
              columns.named.getOrDefault(id.names.get(0), List.of()).stream()
                  .filter(column -> column.name.equals(id.names.get(1)))
                  .toList();
        }
        if (!found.isEmpty()) {
          return found.size() == 1 && found.get(0).common
              ? copy(found.get(0).value, id.getParserPosition())
              : id;
        }
      }
      return id;
    }
  }
}
