package io.mosql.sql.planner.physical;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.library.ArrayLibrary;
import io.mosql.sql.inverted.SearchOperator;
import io.mosql.sql.planner.expression.CollationRules;
import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on one table, classified by how an index can use them: columns equal to a value,
 * bounds of a column, lists of values.
 */
final class TablePredicates {
  /** Maximum number of tuples for separate lookups. */
  static final int MAX_TUPLES = 1000;

  /** A column equal to a value of its type, and the conjunct it comes from. */
  record Equality(RexNode value, int conjunct) {}

  /** A bound of a column by a value of its type. */
  record Limit(RexNode value, boolean inclusive, int conjunct) {}

  /** Columns, ascending, that equal one of the tuples. */
  record InList(List<Integer> columns, List<List<RexNode>> tuples, int conjunct) {}

  private final TableDef table;
  private final IndexKeyCasts keyValues;
  private final RexBuilder rex;
  private final IndexExpressions expressions;
  private final List<RexNode> conjuncts;
  private final Map<Integer, Equality> equalities = new HashMap<>();
  private final Map<Integer, Limit> lowers = new HashMap<>();
  private final Map<Integer, Limit> uppers = new HashMap<>();
  private final List<InList> inLists = new ArrayList<>();
  private final Map<Integer, Integer> notNulls = new HashMap<>();

  TablePredicates(
      TableDef table, List<RexNode> conjuncts, RexBuilder rex, IndexExpressions expressions) {
    this.table = table;
    this.expressions = expressions;
    this.rex = rex;
    this.keyValues = new IndexKeyCasts(rex);
    this.conjuncts = conjuncts;
    for (int i = 0; i < conjuncts.size(); i++) {
      add(conjuncts.get(i), i);
    }
  }

  List<RexNode> conjuncts() {
    return conjuncts;
  }

  @Nullable Equality equality(int column) {
    return equalities.get(column);
  }

  @Nullable Limit lower(int column) {
    return lowers.get(column);
  }

  @Nullable Limit upper(int column) {
    return uppers.get(column);
  }

  List<InList> inLists() {
    return inLists;
  }

  /** Returns the index of the conjunct {@code column IS NOT NULL}, or null. */
  @Nullable Integer notNull(int column) {
    return notNulls.get(column);
  }

  BitSet equalColumns() {
    BitSet columns = new BitSet();
    equalities.keySet().forEach(columns::set);
    return columns;
  }

  private void add(RexNode conjunct, int number) {
    SqlKind kind = conjunct.getKind();
    int whole = expressions.column(conjunct, table);
    if (whole != IndexExpressions.NONE) {
      equalities.putIfAbsent(whole, new Equality(rex.makeLiteral(true), number));
    }
    if (kind == SqlKind.OR) {
      addInList((RexCall) conjunct, number);
    } else if (kind == SqlKind.IS_NOT_NULL) {
      int column = expressions.column(((RexCall) conjunct).getOperands().get(0), table);
      if (column != IndexExpressions.NONE) {
        notNulls.putIfAbsent(column, number);
      }
    } else {
      Comparison comparison = comparison(conjunct);
      if (comparison != null) {
        addComparison(comparison, number);
      }
    }
  }

  private void addComparison(Comparison comparison, int number) {
    int column = comparison.column;
    RexNode value = comparison.value;
    switch (comparison.kind) {
      case EQUALS -> equalities.putIfAbsent(column, new Equality(value, number));
      case GREATER_THAN -> lowers.putIfAbsent(column, new Limit(value, false, number));
      case GREATER_THAN_OR_EQUAL -> lowers.putIfAbsent(column, new Limit(value, true, number));
      case LESS_THAN -> uppers.putIfAbsent(column, new Limit(value, false, number));
      case LESS_THAN_OR_EQUAL -> uppers.putIfAbsent(column, new Limit(value, true, number));
      default -> {}
    }
  }

  private record Comparison(int column, SqlKind kind, RexNode value) {}

  private @Nullable Comparison comparison(RexNode node) {
    if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
      return null;
    }
    SqlKind kind = call.getKind();
    switch (kind) {
      case EQUALS, GREATER_THAN, GREATER_THAN_OR_EQUAL, LESS_THAN, LESS_THAN_OR_EQUAL -> {}
      default -> {
        return null;
      }
    }
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
      if (search == null || searches.size() == MAX_TUPLES) {
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

  /** Adds an OR whose branches all equate the same columns with values. */
  private void addInList(RexCall or, int number) {
    List<RexNode> branches = RelOptUtil.disjunctions(or);
    if (branches.size() > MAX_TUPLES) {
      return;
    }
    List<Integer> columns = null;
    List<List<RexNode>> tuples = new ArrayList<>();
    for (RexNode branch : branches) {
      TreeMap<Integer, RexNode> tuple = new TreeMap<>();
      for (RexNode part : Rexes.conjunctions(branch)) {
        Comparison comparison = comparison(part);
        if (comparison == null
            || comparison.kind != SqlKind.EQUALS
            || tuple.put(comparison.column, comparison.value) != null) {
          return;
        }
      }
      List<Integer> branchColumns = List.copyOf(tuple.keySet());
      if (columns != null && !columns.equals(branchColumns)) {
        return;
      }
      columns = branchColumns;
      tuples.add(List.copyOf(tuple.values()));
    }
    if (columns != null) {
      inLists.add(new InList(columns, tuples, number));
    }
  }
}
