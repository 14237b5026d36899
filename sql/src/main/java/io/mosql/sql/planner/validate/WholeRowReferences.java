package io.mosql.sql.planner.validate;

import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.rewrite.SqlNodeFinder;
import io.mosql.sql.planner.schema.DuplicateColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Expands whole-row references in arguments of JSON functions, as in PostgreSQL: {@code
 * json_agg(t)} becomes {@code json_agg(json_build_object('a', t.a, ..))}. A column of that name
 * takes precedence. Changes the given queries in place; has no other side effects.
 */
final class WholeRowReferences {
  private static final Set<String> TAKE_ROWS =
      Set.of(
          "TO_JSON",
          "TO_JSONB",
          "ROW_TO_JSON",
          "JSON_AGG",
          "JSONB_AGG",
          "JSON_AGG_STRICT",
          "JSONB_AGG_STRICT");

  private WholeRowReferences() {}

  /**
   * Whether a query may have whole-row references: function calls with an unqualified name as
   * argument.
   */
  static boolean appliesTo(SqlSelect select) {
    return hasRowArgument(select.getSelectList()) || hasRowArgument(select.getHaving());
  }

  private static boolean hasRowArgument(@Nullable SqlNode node) {
    return node != null
        && SqlNodeFinder.hasCall(node, WholeRowReferences::takesRow, SqlNodeFinder.OUTSIDE_QUERIES);
  }

  private static boolean takesRow(SqlCall call) {
    return TAKE_ROWS.contains(call.getOperator().getName().toUpperCase(Locale.ROOT))
        && call.operandCount() == 1
        && call.operand(0) instanceof SqlIdentifier name
        && name.isSimple();
  }

  /** Replaces whole-row references in a query whose FROM clause is validated. */
  static void select(SqlSelect select, SqlValidator validator) {
    SqlValidatorScope scope = Objects.requireNonNull(validator.getWhereScope(select));
    SqlShuttle rows =
        new SqlShuttle() {
          @Override
          public @Nullable SqlNode visit(SqlCall call) {
            if (takesRow(call)) {
              return row(call, scope, validator);
            }
            return call.isA(SqlKind.QUERY) ? call : super.visit(call);
          }
        };
    select.setSelectList((SqlNodeList) Objects.requireNonNull(select.getSelectList().accept(rows)));
    SqlNode having = select.getHaving();
    if (having != null) {
      select.setHaving(having.accept(rows));
    }
  }

  private static SqlNode row(SqlCall call, SqlValidatorScope scope, SqlValidator validator) {
    SqlIdentifier name = call.operand(0);
    SqlNameMatcher matcher = validator.getCatalogReader().nameMatcher();
    if (!scope.findQualifyingTableNames(name.getSimple(), name, matcher).isEmpty()) {
      return call;
    }
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(List.of(name.getSimple()), matcher, false, resolved);
    if (resolved.count() != 1) {
      return call;
    }
    SqlParserPos pos = name.getParserPosition();
    String function = call.getOperator().getName().toUpperCase(Locale.ROOT);
    SqlValidatorScope.Resolve only = resolved.only();
    List<SqlNode> parts = new ArrayList<>();
    SqlNode missing = null;
    for (RelDataTypeField field : only.rowType().getFieldList()) {
      if (field.isDynamicStar() || field.getType().getStructKind() != StructKind.NONE) {
        return call;
      }
      SqlNode column = new SqlIdentifier(List.of(name.getSimple(), field.getName()), pos);
      parts.add(SqlLiteral.createCharString(DuplicateColumns.name(field.getName()), pos));
      parts.add(column);
      if (only.rowType().isNullable()) {
        // a row is NULL when all its columns are, as a null-extended row of an outer join
        SqlNode isNull = SqlStdOperatorTable.IS_NULL.createCall(pos, column);
        missing =
            missing == null ? isNull : SqlStdOperatorTable.AND.createCall(pos, missing, isNull);
      }
    }
    String build = function.contains("JSONB") ? "JSONB_BUILD_OBJECT" : "JSON_BUILD_OBJECT";
    SqlNode row = Objects.requireNonNull(MosqlOperatorTable.find(build)).createCall(pos, parts);
    if (missing != null) {
      row =
          SqlStdOperatorTable.CASE.createCall(
              null,
              pos,
              null,
              SqlNodeList.of(missing),
              SqlNodeList.of(SqlLiteral.createNull(pos)),
              row);
    }
    if (missing == null && !function.contains("AGG")) {
      return row;
    }
    return function.equals("ROW_TO_JSON")
        ? Objects.requireNonNull(MosqlOperatorTable.find("TO_JSON")).createCall(pos, row)
        : call.getOperator()
            .createCall(call.getFunctionQuantifier(), call.getParserPosition(), row);
  }
}
