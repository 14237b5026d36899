package io.mosql.sql.planner.validate;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.planner.error.PlanErrors;
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
 * Masks references to columns of outer queries in an aggregating query: they are constants to it
 * and may stand beside aggregates, as in {@code (SELECT max(b) + t.a FROM u)}, where Calcite
 * demands a column of GROUP BY: they are constants to it, and may stand beside aggregates, {@code
 * (SELECT max(b) + t.a FROM u)}, where Calcite asks for a column of GROUP BY. What is a key of the
 * groups itself stays as it is.
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
   * An expression as it is to be looked at beside aggregates; only to be looked at.
   *
   * @param qualified the expression, with its names qualified
   * @param qualifier does that to others
   */
  static SqlNode mask(
      SqlNode qualified,
      AggregatingSelectScope scope,
      SqlValidator validator,
      UnaryOperator<SqlNode> qualifier) {
    SqlSelect select = scope.getNode();
    // scopes of SELECT DISTINCT judge by the items of the query
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

  /** Says it as PostgreSQL does when Calcite failed because a column is none of the groups. */
  static void refuseUngrouped(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      Matcher ungrouped = UNGROUPED.matcher(String.valueOf(t.getMessage()));
      if (ungrouped.matches()) {
        throw new MosqlException(
            SqlState.GROUPING_ERROR,
            "subquery uses ungrouped column \"" + ungrouped.group(1) + "\" from outer query",
            thrown);
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
   * Refuses an aggregate whose columns are all of a query around this one: it belongs to that
   * query, and would be worked out here.
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
                  SqlState.FEATURE_NOT_SUPPORTED,
                  "an aggregate of columns of the query around it only is not supported",
                  call.getParserPosition());
            }
            return aggregate || call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.OVER
                ? null
                : super.visit(call);
          }
        });
  }

  private boolean isOfOuterColumnsOnly(SqlCall aggregate) {
    boolean[] found = {false, false};
    aggregate.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier id) {
            found[0] |= isOuter(id);
            found[1] |= isOwn(id);
            return null;
          }
        });
    return found[0] && !found[1];
  }

  private boolean isOwn(SqlIdentifier id) {
    return !id.isSimple() && !id.isStar() && !isOuter(id) && resolved(id).count() > 0;
  }

  private boolean isIn(SqlNode node) {
    boolean[] found = {false};
    node.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier id) {
            found[0] |= isOuter(id);
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            return found[0] || call.isA(SqlKind.QUERY) ? null : super.visit(call);
          }
        });
    return found[0];
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

  /** In the place of a column: no visitor looks at it, and no plan can be made of it. */
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
