package io.mosql.sql.planner.rewrite;

import io.mosql.sql.parser.ast.operator.CollateOperator;
import io.mosql.sql.parser.ast.operator.IsNormalizedOperator;
import io.mosql.sql.parser.ast.operator.ParenthesizedOperator;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The names of output columns without an alias, as PostgreSQL chooses them: the name of the column
 * or function, that of the argument or else the type of a cast, {@code case}, {@code exists} and so
 * on, or {@code ?column?}. They become aliases in the syntax tree before it is rewritten, while it
 * still has the functions of the text. Pure.
 */
public final class OutputColumnNames {
  private static final String NO_NAME = "?column?";

  private OutputColumnNames() {}

  /** Names the outputs of all queries in a statement, which it changes in place. */
  static void name(SqlNode statement) {
    statement.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlSelect select) {
              SqlNodeList outputs = select.getSelectList();
              outputs.replaceAll(OutputColumnNames::named);
            }
            return super.visit(call);
          }
        });
  }

  /** Returns an output with its name; a column, a star and an output with an alias unchanged. */
  public static SqlNode named(SqlNode output) {
    if (output.getKind() == SqlKind.AS || output instanceof SqlIdentifier) {
      return output;
    }
    SqlParserPos pos = output.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(pos, output, new SqlIdentifier(nameOf(output), pos));
  }

  /** Returns the name of an output without an alias. */
  private static String nameOf(SqlNode node) {
    String own = ownName(node);
    if (own != null) {
      return own;
    }
    SqlNode inner = node;
    while (inner instanceof SqlCall call && call.getOperator() instanceof CollateOperator) {
      inner = call.operand(0);
    }
    return switch (inner.getKind()) {
      case CAST, SAFE_CAST ->
          ((SqlCall) inner).operand(1) instanceof SqlDataTypeSpec type
              ? typeName(type.getTypeNameSpec())
              : "interval";
      case CASE -> "case";
      case LITERAL -> literalName((SqlLiteral) inner);
      default -> NO_NAME;
    };
  }

  /** Returns the name that takes precedence over that of a cast or CASE around the expression. */
  private static @Nullable String ownName(SqlNode node) {
    if (node instanceof SqlIdentifier id) {
      return id.isStar() ? null : id.names.get(id.names.size() - 1);
    }
    if (!(node instanceof SqlCall call)) {
      return null;
    }
    if (call.getOperator() instanceof CollateOperator
        || call.getOperator() instanceof ParenthesizedOperator) {
      return ownName(call.operand(0));
    }
    if (call.getOperator() instanceof IsNormalizedOperator) {
      return "is_normalized";
    }
    return switch (call.getKind()) {
      case CAST,
          SAFE_CAST,
          ITEM,
          OVER,
          FILTER,
          WITHIN_GROUP,
          WITHIN_DISTINCT,
          RESPECT_NULLS,
          IGNORE_NULLS ->
          ownName(call.operand(0));
      case CASE -> {
        SqlNode otherwise = ((SqlCase) call).getElseOperand();
        yield otherwise == null ? null : ownName(otherwise);
      }
      case SELECT, VALUES, UNION, INTERSECT, EXCEPT, ORDER_BY, WITH, SCALAR_QUERY ->
          firstOutput(call);
      case EXISTS -> "exists";
      case ROW -> "row";
      case ARRAY_VALUE_CONSTRUCTOR, ARRAY_QUERY_CONSTRUCTOR -> "array";
      case OVERLAPS -> "overlaps";
      case NEXT_VALUE -> "nextval";
      case CURRENT_VALUE -> "currval";
      case TRIM -> trimName(call);
      default -> functionName(call);
    };
  }

  private static @Nullable String functionName(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    boolean operator = name.startsWith("json_get") || !(call.getOperator() instanceof SqlFunction);
    return operator ? null : name;
  }

  private static String trimName(SqlCall trim) {
    return trim.operand(0) instanceof SqlLiteral flag
        ? switch (flag.getValueAs(SqlTrimFunction.Flag.class)) {
          case BOTH -> "btrim";
          case LEADING -> "ltrim";
          case TRAILING -> "rtrim";
        }
        : "btrim";
  }

  /** Returns the name of the first output of a query. */
  private static String firstOutput(SqlCall query) {
    if (query instanceof SqlSelect select) {
      SqlNode first = select.getSelectList().get(0);
      return first.getKind() == SqlKind.AS
          ? ((SqlIdentifier) ((SqlCall) first).operand(1)).getSimple()
          : nameOf(first);
    }
    if (query instanceof SqlWith with) {
      return nameOf(with.body);
    }
    return query.getKind() == SqlKind.VALUES ? "column1" : nameOf(query.operand(0));
  }

  private static String literalName(SqlLiteral literal) {
    if (literal instanceof SqlUnknownLiteral typed) {
      return typeName(typed.tag);
    }
    return switch (literal.getTypeName()) {
      case DATE, TIME, TIMESTAMP, TIME_TZ, TIMESTAMP_TZ, UUID ->
          typeName(literal.getTypeName().name());
      default -> SqlTypeName.INTERVAL_TYPES.contains(literal.getTypeName()) ? "interval" : NO_NAME;
    };
  }

  private static String typeName(SqlTypeNameSpec type) {
    List<String> names = type.getTypeName().names;
    String name = names.get(names.size() - 1);
    boolean text =
        name.equals("VARCHAR")
            && type instanceof SqlBasicTypeNameSpec basic
            && basic.getPrecision() < 0;
    return text ? "text" : typeName(name);
  }

  private static String typeName(String name) {
    return switch (name) {
      case "SMALLINT" -> "int2";
      case "INTEGER" -> "int4";
      case "BIGINT" -> "int8";
      case "REAL" -> "float4";
      case "DOUBLE", "FLOAT" -> "float8";
      case "DECIMAL" -> "numeric";
      case "BOOLEAN" -> "bool";
      case "CHAR" -> "bpchar";
      case "BINARY", "VARBINARY" -> "bytea";
      case "TIMESTAMP_WITH_LOCAL_TIME_ZONE", "TIMESTAMP_TZ", "TIMESTAMP WITH LOCAL TIME ZONE" ->
          "timestamptz";
      default -> name.toLowerCase(Locale.ROOT);
    };
  }
}
