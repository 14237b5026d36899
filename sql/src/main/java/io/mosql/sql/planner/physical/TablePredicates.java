package io.mosql.sql.planner.physical;

import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.KeyCondition;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.library.ArrayLibrary;
import io.mosql.sql.inverted.SearchOperator;
import io.mosql.sql.planner.expression.CollationRules;
import io.mosql.sql.planner.expression.ConstantConditions;
import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on one table, parsed into terms that do not depend on an index: tests of single
 * columns and their conjunctions and disjunctions, with negations moved to the tests. {@link
 * IndexConditions} finds in them what an index can serve.
 */
final class TablePredicates {
  /** What is known of a condition: it is true only where the term is. */
  sealed interface Term {
    /** Whether the condition is true wherever the term is. */
    boolean isExact();
  }

  /**
   * A test of one column.
   *
   * @param meaning the test as an expression, for estimates
   */
  record Test(int column, KeyCondition condition, RexNode meaning, boolean isExact)
      implements Term {}

  /** A condition without columns. */
  record Gate(RexNode condition, boolean isExact) implements Term {}

  /**
   * All of some terms.
   *
   * @param node the conjunction, or null when parts of it are not among the terms
   */
  record All(List<Term> terms, @Nullable RexNode node) implements Term {
    @Override
    public boolean isExact() {
      return node != null && terms.stream().allMatch(Term::isExact);
    }
  }

  /** At least one of some terms; none of no terms. */
  record Any(List<Term> terms, RexNode node) implements Term {
    @Override
    public boolean isExact() {
      return terms.stream().allMatch(Term::isExact);
    }
  }

  /** Several forms of one condition, each of which is as exact as it says. */
  record Forms(List<Term> terms) implements Term {
    @Override
    public boolean isExact() {
      return terms.stream().anyMatch(Term::isExact);
    }
  }

  /** Maximum number of alternatives for the search of an inverted index. */
  private static final int MAX_SEARCHES = 1000;

  /** Elements of conditions without columns that are not decided by literals, and cannot fail. */
  private static final Set<SqlKind> HARMLESS =
      EnumSet.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE);

  private final TableDef table;
  private final IndexKeyCasts keyValues;
  private final RexBuilder rex;
  private final IndexExpressions expressions;
  private final List<RexNode> conjuncts;
  private final List<@Nullable Term> terms = new ArrayList<>();
  private final Map<Integer, RexNode> equalities = new LinkedHashMap<>();
  private boolean contradiction;

  TablePredicates(
      TableDef table, List<RexNode> conjuncts, RexBuilder rex, IndexExpressions expressions) {
    this.table = table;
    this.expressions = expressions;
    this.rex = rex;
    this.keyValues = new IndexKeyCasts(rex);
    this.conjuncts = conjuncts;
    for (int i = 0; i < conjuncts.size(); i++) {
      Term term = term(conjuncts.get(i), false);
      terms.add(term);
      contradiction |= isNever(term) || contradicts(term);
      addEqualities(term);
    }
    for (int i = 0; i < conjuncts.size() && !equalities.isEmpty(); i++) {
      if (terms.get(i) == null) {
        terms.set(i, transitive(conjuncts.get(i)));
        addEqualities(terms.get(i));
      }
    }
  }

  /** Returns {@code a = 5} for the condition {@code a = b} beside {@code b = 5}; else null. */
  private @Nullable Term transitive(RexNode conjunct) {
    if (conjunct.getKind() != SqlKind.EQUALS
        || !(((RexCall) conjunct).getOperands().get(0) instanceof RexInputRef left)
        || !(((RexCall) conjunct).getOperands().get(1) instanceof RexInputRef right)) {
      return null;
    }
    SqlType type = table.columns().get(left.getIndex()).type();
    if (!type.isPlain() || !type.equals(table.columns().get(right.getIndex()).type())) {
      return null;
    }
    RexNode value = equalities.get(right.getIndex());
    int column = value == null ? right.getIndex() : left.getIndex();
    RexNode known = value == null ? equalities.get(left.getIndex()) : value;
    return known == null
        ? null
        : new Test(column, new KeyCondition.Comparison(SqlKind.EQUALS, known), conjunct, true);
  }

  /** Whether a comparison with a literal excludes what an earlier one selects. */
  private boolean contradicts(@Nullable Term term) {
    Comparison one = literalComparison(term);
    if (one == null) {
      return false;
    }
    return terms.stream()
        .map(TablePredicates::literalComparison)
        .anyMatch(
            other ->
                other != null
                    && one.column == other.column
                    && (excludes(one, other) || excludes(other, one)));
  }

  private static @Nullable Comparison literalComparison(@Nullable Term term) {
    return term instanceof Test test
            && test.condition instanceof KeyCondition.Comparison comparison
            && comparison.value() instanceof RexLiteral
        ? new Comparison(test.column, comparison.kind(), comparison.value())
        : null;
  }

  /** Whether no value meets both, where the first is an equality or a lower bound. */
  private boolean excludes(Comparison one, Comparison other) {
    SqlKind kind =
        switch (one.kind) {
          case EQUALS -> other.kind;
          case GREATER_THAN, GREATER_THAN_OR_EQUAL ->
              switch (other.kind) {
                case LESS_THAN -> SqlKind.LESS_THAN;
                case LESS_THAN_OR_EQUAL ->
                    one.kind == SqlKind.GREATER_THAN
                        ? SqlKind.LESS_THAN
                        : SqlKind.LESS_THAN_OR_EQUAL;
                default -> SqlKind.OTHER;
              };
          default -> SqlKind.OTHER;
        };
    return kind != SqlKind.OTHER
        && ConstantConditions.of(rex.makeCall(operator(kind), one.value, other.value))
            == ConstantConditions.Truth.FALSE;
  }

  private void addEqualities(@Nullable Term term) {
    if (term instanceof Forms forms) {
      forms.terms.forEach(this::addEqualities);
    } else if (term instanceof Test test
        && test.condition instanceof KeyCondition.Comparison comparison
        && comparison.kind() == SqlKind.EQUALS) {
      equalities.putIfAbsent(test.column, comparison.value());
    }
  }

  List<RexNode> conjuncts() {
    return conjuncts;
  }

  /** Returns a term for each conjunct, or null where nothing is known of it. */
  List<@Nullable Term> terms() {
    return terms;
  }

  /** Whether no row meets the conditions. */
  boolean isContradiction() {
    return contradiction;
  }

  /** Returns the columns that have one value in all rows. */
  BitSet equalColumns() {
    BitSet columns = new BitSet();
    equalities.keySet().forEach(columns::set);
    return columns;
  }

  private static boolean isNever(@Nullable Term term) {
    return term instanceof Any any && any.terms.isEmpty();
  }

  private @Nullable Term term(RexNode node, boolean negated) {
    ConstantConditions.Truth truth = ConstantConditions.of(node);
    if (truth != ConstantConditions.Truth.VARIES) {
      boolean isTrue =
          truth == (negated ? ConstantConditions.Truth.FALSE : ConstantConditions.Truth.TRUE);
      return isTrue ? new All(List.of(), node) : new Any(List.of(), node);
    }
    if (isValue(node)) {
      RexNode condition = negated ? rex.makeCall(SqlStdOperatorTable.NOT, node) : node;
      return new Gate(condition, isHarmless(node));
    }
    Term parsed = node instanceof RexCall call ? term(call, negated) : null;
    int whole = expressions.column(node, table);
    if (whole == IndexExpressions.NONE) {
      return parsed;
    }
    Term indexed = isTrueOrFalse(whole, node, !negated);
    return parsed == null ? indexed : new Forms(List.of(indexed, parsed));
  }

  private @Nullable Term term(RexCall call, boolean negated) {
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case NOT -> term(operands.get(0), !negated);
      case AND -> negated ? any(operands, true, call) : all(operands, false, call);
      case OR -> negated ? all(operands, true, call) : any(operands, false, call);
      case IS_NULL, IS_NOT_NULL ->
          nullity(operands.get(0), (call.getKind() == SqlKind.IS_NULL) == negated, call);
      case IS_TRUE -> negated ? null : term(operands.get(0), false);
      case IS_FALSE -> negated ? null : term(operands.get(0), true);
      case IS_NOT_TRUE -> negated ? term(operands.get(0), false) : notTrue(operands.get(0));
      case LIKE -> negated ? null : like(call);
      case IS_NOT_DISTINCT_FROM, IS_DISTINCT_FROM ->
          distinct(call, (call.getKind() == SqlKind.IS_DISTINCT_FROM) != negated);
      default -> {
        Comparison comparison = comparison(call, negated);
        yield comparison == null
            ? null
            : new Test(
                comparison.column,
                new KeyCondition.Comparison(comparison.kind, comparison.value),
                negated ? rex.makeCall(operator(comparison.kind), operands(comparison)) : call,
                true);
      }
    };
  }

  private List<RexNode> operands(Comparison comparison) {
    return List.of(
        new RexInputRef(
            comparison.column,
            RelTypes.relType(
                rex.getTypeFactory(), table.columns().get(comparison.column).type(), true)),
        comparison.value);
  }

  private static SqlOperator operator(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> SqlStdOperatorTable.EQUALS;
      case NOT_EQUALS -> SqlStdOperatorTable.NOT_EQUALS;
      case LESS_THAN -> SqlStdOperatorTable.LESS_THAN;
      case LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
      case GREATER_THAN -> SqlStdOperatorTable.GREATER_THAN;
      default -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
    };
  }

  /** Whether the evaluation of a condition without columns cannot fail. */
  private static boolean isHarmless(RexNode node) {
    return node instanceof RexCall call
        ? HARMLESS.contains(call.getKind())
            && call.getOperands().stream().allMatch(TablePredicates::isHarmless)
        : Rexes.isLeaf(node) || node instanceof RexFieldAccess;
  }

  private Term isTrueOrFalse(int column, RexNode node, boolean value) {
    return new Test(
        column,
        new KeyCondition.Comparison(SqlKind.EQUALS, rex.makeLiteral(value)),
        value ? node : rex.makeCall(SqlStdOperatorTable.NOT, node),
        true);
  }

  private @Nullable Term all(List<RexNode> operands, boolean negated, RexNode node) {
    List<Term> known = new ArrayList<>();
    boolean complete = true;
    for (RexNode operand : operands) {
      Term term = term(operand, negated);
      if (isNever(term)) {
        return term;
      } else if (term == null) {
        complete = false;
      } else if (term instanceof All nested && nested.node != null) {
        known.addAll(nested.terms);
      } else {
        known.add(term);
      }
    }
    RexNode whole = negated ? rex.makeCall(SqlStdOperatorTable.NOT, node) : node;
    return known.isEmpty() && !complete ? null : new All(known, complete ? whole : null);
  }

  /** Parses a disjunction; equalities of one column with several values become one test. */
  private @Nullable Term any(List<RexNode> operands, boolean negated, RexNode node) {
    List<Term> branches = new ArrayList<>();
    Map<Integer, List<RexNode>> lists = new LinkedHashMap<>();
    for (RexNode operand : operands) {
      Interrupts.check();
      Term term = term(operand, negated);
      if (term == null) {
        return null;
      } else if (term instanceof All all && all.terms.isEmpty()) {
        return all;
      }
      List<Term> nested = term instanceof Any any ? any.terms : List.of(term);
      for (Term branch : nested) {
        List<RexNode> values = equalValues(branch);
        if (values.isEmpty()) {
          branches.add(branch);
        } else {
          lists.computeIfAbsent(((Test) branch).column, unused -> new ArrayList<>()).addAll(values);
        }
      }
    }
    RexNode whole = negated ? rex.makeCall(SqlStdOperatorTable.NOT, node) : node;
    boolean single = branches.isEmpty() && lists.size() == 1;
    lists.forEach(
        (column, values) ->
            branches.add(
                new Test(
                    column,
                    values.size() == 1
                        ? new KeyCondition.Comparison(SqlKind.EQUALS, values.get(0))
                        : new KeyCondition.In(values),
                    single ? whole : equal(column, values),
                    true)));
    return branches.size() == 1 ? branches.get(0) : new Any(branches, whole);
  }

  /** Returns the values of which a column equals one; none for another term. */
  private static List<RexNode> equalValues(Term term) {
    if (term instanceof Test test
        && test.condition instanceof KeyCondition.Comparison comparison
        && comparison.kind() == SqlKind.EQUALS) {
      return List.of(comparison.value());
    }
    return term instanceof Test test && test.condition instanceof KeyCondition.In in
        ? in.values()
        : List.of();
  }

  private RexNode equal(int column, List<RexNode> values) {
    List<RexNode> equalities =
        values.stream()
            .map(
                value ->
                    rex.makeCall(
                        SqlStdOperatorTable.EQUALS,
                        operands(new Comparison(column, SqlKind.EQUALS, value))))
            .toList();
    return RexUtil.composeDisjunction(rex, equalities);
  }

  private @Nullable Term nullity(RexNode operand, boolean isNotNull, RexNode node) {
    int column = expressions.column(operand, table);
    if (column == IndexExpressions.NONE) {
      return null;
    }
    if (!table.columns().get(column).nullable()) {
      return isNotNull ? new All(List.of(), node) : new Any(List.of(), node);
    }
    boolean same = (node.getKind() == SqlKind.IS_NOT_NULL) == isNotNull;
    return new Test(
        column,
        new KeyCondition.IsNull(isNotNull),
        same ? node : rex.makeCall(SqlStdOperatorTable.NOT, node),
        true);
  }

  private @Nullable Term like(RexCall call) {
    String name = call.getOperator().getName();
    RexNode text = call.getOperands().get(0);
    int column = expressions.column(text, table);
    if (column == IndexExpressions.NONE
        || !call.getOperands().subList(1, call.getOperands().size()).stream()
            .allMatch(TablePredicates::isValue)) {
      return null;
    }
    SqlType type = table.columns().get(column).type();
    boolean sameOrder = type.isPlain() ? name.equals("LIKE") : name.equals("LIKE NOCASE");
    if (!type.kind().isText() || !sameOrder) {
      return null;
    }
    RexNode escape = call.getOperands().size() > 2 ? call.getOperands().get(2) : null;
    return new Test(
        column, new KeyCondition.Prefix(call.getOperands().get(1), escape), call, false);
  }

  /** Parses a comparison that is to be false or NULL. */
  private @Nullable Term notTrue(RexNode node) {
    Comparison comparison = comparison(node, false);
    if (comparison == null || !isHarmless(comparison.value)) {
      return null;
    }
    List<RexNode> tests = new ArrayList<>(List.of(rex.makeCall(SqlStdOperatorTable.NOT, node)));
    for (RexNode operand : operands(comparison)) {
      tests.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, operand));
    }
    return term(rex.makeCall(SqlStdOperatorTable.OR, tests), false);
  }

  /** Parses IS [NOT] DISTINCT FROM a value: NULL is a value, too. */
  private @Nullable Term distinct(RexCall call, boolean differs) {
    Comparison equality =
        comparison(rex.makeCall(SqlStdOperatorTable.EQUALS, call.getOperands()), false);
    if (equality == null || !isHarmless(equality.value)) {
      return null;
    }
    RexNode column = operands(equality).get(0);
    RexNode value = equality.value;
    RexNode isNull = rex.makeCall(SqlStdOperatorTable.IS_NULL, value);
    RexNode noValue = rex.makeCall(SqlStdOperatorTable.IS_NULL, column);
    RexNode same = rex.makeCall(SqlStdOperatorTable.EQUALS, column, value);
    RexNode expanded =
        differs
            ? rex.makeCall(
                SqlStdOperatorTable.OR,
                rex.makeCall(SqlStdOperatorTable.NOT, same),
                rex.makeCall(
                    SqlStdOperatorTable.AND,
                    noValue,
                    rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value)),
                rex.makeCall(
                    SqlStdOperatorTable.AND,
                    rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, column),
                    isNull))
            : rex.makeCall(
                SqlStdOperatorTable.OR,
                same,
                rex.makeCall(SqlStdOperatorTable.AND, noValue, isNull));
    return term(expanded, false);
  }

  private record Comparison(int column, SqlKind kind, RexNode value) {}

  private @Nullable Comparison comparison(RexNode node, boolean negated) {
    if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
      return null;
    }
    switch (call.getKind()) {
      case EQUALS,
          NOT_EQUALS,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          LESS_THAN,
          LESS_THAN_OR_EQUAL -> {}
      default -> {
        return null;
      }
    }
    SqlKind kind = negated ? call.getKind().negateNullSafe() : call.getKind();
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (isValue(right)) {
      int column = compared(left);
      return column == IndexExpressions.NONE ? null : fit(column, kind, right);
    } else if (isValue(left)) {
      int column = compared(right);
      return column == IndexExpressions.NONE ? null : fit(column, kind.reverse(), left);
    }
    return null;
  }

  /** Returns the column whose index order agrees with comparisons of the expression, or NONE. */
  private int compared(RexNode node) {
    RexNode text = CollationRules.collatedText(node);
    int column = expressions.column(text == null ? node : text, table);
    return column != IndexExpressions.NONE
            && table.columns().get(column).type().isPlain() == (text == null)
        ? column
        : IndexExpressions.NONE;
  }

  /**
   * Returns the searches of an inverted index for a conjunct, at least one of which matches where
   * the conjunct is true; empty when the index does not support it.
   */
  List<KeyBounds.Search> searches(RexNode conjunct, int column, OperatorClass items) {
    List<KeyBounds.Search> searches = new ArrayList<>();
    for (RexNode branch : RelOptUtil.disjunctions(conjunct)) {
      KeyBounds.Search search =
          Rexes.conjunctions(branch).stream()
              .map(part -> search(part, column, items))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      if (search == null || searches.size() == MAX_SEARCHES) {
        return List.of();
      }
      searches.add(search);
    }
    return searches;
  }

  private KeyBounds.@Nullable Search search(RexNode node, int column, OperatorClass items) {
    if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
      return null;
    }
    String function = call.getOperator().getName();
    if (items == OperatorClass.ARRAY_OPS) {
      return elementSearch(call, function, column);
    }
    boolean contained = function.equals("JSONB_CONTAINED");
    SearchOperator operator = contained ? SearchOperator.CONTAINS : SearchOperator.of(function);
    RexNode document = call.getOperands().get(contained ? 1 : 0);
    RexNode value = call.getOperands().get(contained ? 0 : 1);
    return operator != null
            && operator.isServedBy(items)
            && isValue(value)
            && expressions.column(document, table) == column
        ? new KeyBounds.Search(operator, value)
        : null;
  }

  /** The search of an index on the elements of an array, with a value of the type of the column. */
  private KeyBounds.@Nullable Search elementSearch(RexCall call, String function, int column) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    SqlType type = table.columns().get(column).type();
    boolean any = function.equals(ArrayLibrary.quantified("=", false));
    boolean leftIsColumn = !any && expressions.column(left, table) == column;
    RexNode value = leftIsColumn ? right : left;
    SearchOperator operator =
        switch (function) {
          case "ARRAY CONTAINS" -> leftIsColumn ? SearchOperator.CONTAINS_ELEMENTS : null;
          case "ARRAY CONTAINED" -> leftIsColumn ? null : SearchOperator.CONTAINS_ELEMENTS;
          case "ARRAY OVERLAPS" -> SearchOperator.OVERLAPS;
          default -> any ? SearchOperator.CONTAINS_ELEMENTS : null;
        };
    if (operator == null
        || !isValue(value)
        || !leftIsColumn && expressions.column(right, table) != column) {
      return null;
    }
    SqlType known = RelTypes.sqlType(value.getType());
    if (any) {
      return !haveSameKeys(known, type.elementType())
          ? null
          : new KeyBounds.Search(
              operator,
              rex.makeCall(
                  RelTypes.relType(rex.getTypeFactory(), type, false),
                  Objects.requireNonNull(FunctionTable.find(ArrayLibrary.CONSTRUCTOR)),
                  List.of(value)));
    }
    return known.element() != null && haveSameKeys(known.elementType(), type.elementType())
        ? new KeyBounds.Search(operator, value)
        : null;
  }

  private static boolean haveSameKeys(SqlType a, SqlType b) {
    return a.kind() == b.kind() || a.kind().isText() && b.kind().isText();
  }

  private static boolean isValue(RexNode node) {
    return Rexes.fields(node).isEmpty() && Rexes.isDeterministic(node);
  }

  private @Nullable Comparison fit(int column, SqlKind kind, RexNode value) {
    RexNode fitted = keyValues.fit(value, table.columns().get(column).type());
    return fitted == null ? null : new Comparison(column, kind, fitted);
  }
}
