package io.mosql.sql.planner.validate;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.rewrite.SqlNodeFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.util.SqlVisitor;
import org.apache.calcite.sql.validate.AggregatingSelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Litmus;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Masks references to columns of outer queries in an aggregating query: they are constants within
 * it and may be used next to aggregates, as in {@code (SELECT max(b) + t.a FROM u)}, where Calcite
 * requires a column of GROUP BY. References that are grouping keys themselves are not masked.
 */
final class OuterReferenceMasking extends SqlShuttle {
  private static final Pattern UNGROUPED = Pattern.compile("Identifier '(.*)' is not a group expr");

  private final AggregatingSelectScope scope;
  private final List<SqlNode> keys;
  private final SqlNameMatcher names;

  private OuterReferenceMasking(
      AggregatingSelectScope scope, List<SqlNode> keys, SqlNameMatcher names) {
    this.scope = scope;
    this.keys = keys;
    this.names = names;
  }

  /**
   * Returns the expression in the form for Calcite's check of aggregation; it is used for that
   * check only.
   *
   * @param qualified the expression, with its names qualified
   * @param qualifier qualifies the names of other expressions
   */
  static SqlNode mask(
      SqlNode qualified,
      AggregatingSelectScope scope,
      SqlValidator validator,
      UnaryOperator<SqlNode> qualifier) {
    SqlSelect select = scope.getNode();
    // the scope of SELECT DISTINCT uses the items of the query
    if (validator.getSelectScope(select) != scope) {
      return qualified;
    }
    List<SqlNode> keys = new ArrayList<>();
    OuterReferenceMasking columns =
        new OuterReferenceMasking(scope, keys, validator.getCatalogReader().nameMatcher());
    columns.refuseAggregates(qualified);
    if (!columns.isIn(qualified)) {
      return qualified;
    }
    if (select.getGroup() != null) {
      addKeys(select.getGroup(), qualifier, keys);
    }
    SqlNode hidden = qualified.accept(columns);
    return hidden == null ? qualified : hidden;
  }

  /**
   * Reports PostgreSQL's error when Calcite failed because of a column that is not a grouping key.
   */
  static void refuseUngrouped(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      Matcher ungrouped = UNGROUPED.matcher(String.valueOf(t.getMessage()));
      if (ungrouped.matches()) {
        throw SqlErrorMessage.UNGROUPED_OUTER_COLUMN.causedBy(thrown, ungrouped.group(1));
      }
    }
  }

  private static void addKeys(SqlNode item, UnaryOperator<SqlNode> qualifier, List<SqlNode> keys) {
    if (item instanceof SqlNodeList list) {
      list.forEach(part -> addKeys(part, qualifier, keys));
      return;
    }
    switch (item.getKind()) {
      case ROW, ROLLUP, CUBE, GROUPING_SETS ->
          ((SqlCall) item).getOperandList().forEach(part -> addKeys(part, qualifier, keys));
      default -> keys.add(qualifier.apply(item));
    }
  }

  /**
   * Rejects an aggregate whose columns all belong to an outer query: by the standard it is
   * evaluated in that query, but it would be evaluated here.
   */
  private void refuseAggregates(SqlNode node) {
    node.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            boolean aggregate =
                call.getOperator().isAggregator()
                    || call.getKind() == SqlKind.FILTER
                    || call.getKind() == SqlKind.WITHIN_GROUP;
            if (aggregate && isOfOuterColumnsOnly(call)) {
              throw PlanErrors.at(
                  CoreErrorMessage.UNSUPPORTED,
                  call.getParserPosition(),
                  "an aggregate of columns of the outer query only");
            }
            return aggregate || call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.OVER
                ? null
                : super.visit(call);
          }
        });
  }

  private boolean isOfOuterColumnsOnly(SqlCall aggregate) {
    return SqlNodeFinder.hasName(aggregate, this::isOuter)
        && !SqlNodeFinder.hasName(aggregate, this::isOwn);
  }

  private boolean isOwn(SqlIdentifier id) {
    return !id.isSimple() && !id.isStar() && !isOuter(id) && resolved(id).count() > 0;
  }

  private boolean isIn(SqlNode node) {
    return SqlNodeFinder.hasName(node, this::isOuter, SqlNodeFinder.OUTSIDE_QUERIES);
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    return call.isA(SqlKind.QUERY) || isKey(call) ? call : super.visit(call);
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier id) {
    return isKey(id) || !isOuter(id) ? id : new MaskedReference(id);
  }

  private boolean isKey(SqlNode node) {
    return keys.stream().anyMatch(key -> key.equalsDeep(node, Litmus.IGNORE));
  }

  private boolean isOuter(SqlIdentifier id) {
    if (id.isSimple() || id.isStar()) {
      return false;
    }
    SqlValidatorScope.ResolvedImpl found = resolved(id);
    return found.count() == 1 && found.only().scope != scope.getParent();
  }

  private SqlValidatorScope.ResolvedImpl resolved(SqlIdentifier id) {
    SqlValidatorScope.ResolvedImpl found = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(id.names.subList(0, id.names.size() - 1), names, false, found);
    return found;
  }

  /** The replacement of a column, which visitors ignore; it cannot be planned. */
  private static final class MaskedReference extends SqlIdentifier {
    MaskedReference(SqlIdentifier column) {
      super(column.names, column.getParserPosition());
    }

    @Override
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    public <R> R accept(SqlVisitor<R> visitor) {
      return null;
    }
  }
}
